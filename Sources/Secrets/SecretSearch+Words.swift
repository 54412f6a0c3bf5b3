import Bytes

// Finds secrets between spaces.

extension SecretSearch {
    /// Searches a text with gaps between words for private keys, for the options of a command, for values after their names, for codes in
    /// messages and for the words of a wallet.
    mutating func searchWords() {
        var (place, nextRow) = (0, 0)
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "-") {
                place = isStartOfWord(place) ? searchOption(at: place) : searchPrivateKey(after: place)
            } else if ByteClass.isLetter(bytes[place]) {
                let word = place..<bytes.skip(place, while: ByteClass.isLetter)
                if place >= nextRow { nextRow = searchPhrase(from: word) }
                place = searchLabel(from: word)
            } else if ByteClass.isDigit(bytes[place]) {
                place = searchCode(at: place)
            } else {
                // In `\nlegal`, the n belongs to an escape.
                place += SecretShapes.isLineEnd(before: place + 2, in: bytes) ? 2 : 1
            }
        }
    }

    /// Searches for the words of a wallet. Returns where the next row of words may begin.
    private mutating func searchPhrase(from word: Range<Int>) -> Int {
        let row = WordRow(bytes, from: word)
        if row.count >= SeedPhrase.fewest {
            for phrase in SeedPhrase.all(in: row.words(in: bytes), of: bytes) { add(phrase) }
        }
        return row.last.lowerBound
    }

    /// Searches for the text of a private key, which follows the dashes of its first line: `-----BEGIN RSA PRIVATE KEY-----`. Returns where
    /// the search goes on.
    private mutating func searchPrivateKey(after dash: Int) -> Int {
        guard bytes.hasPrefix(Self.armor, at: dash) else { return dash + 1 }
        let label = bytes.skipBack(dash, atMost: 40, while: Self.labels.contains)
        guard !bytes.hasPrefix("END", at: label), (label..<dash).contains(where: { bytes.hasPrefix("PRIVATE", at: $0) }) else {
            return dash + 1
        }
        let start = dash + Self.armor.utf8CodeUnitCount
        var end = start
        while end < bytes.count, !bytes.hasPrefix(Self.armor, at: end) { end += 1 }
        if start < end { add(start..<end) }
        return end
    }

    private static let armor: StaticString = "-----"
    private static let labels = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ +")

    // MARK: Options of a command

    /// The options with which `adb shell am` gets an extra: its name and its value follow.
    private static let extras: [StaticString] = ["e", "es", "ei", "el", "ef", "eu", "ecn", "eia", "ela", "efa", "esa", "esal"]

    /// The options with which commands such as curl get a user and a password.
    private static let users: [StaticString] = ["u", "user", "proxy-user"]

    /// Searches an option whose value follows after a space or `=`, or right after a single letter. Returns where the search goes on.
    ///
    ///    --es access_token abc     the name and the value of an extra
    ///    --api-key abc             the option has the name of a secret
    ///    -u me:abc, -ume%abc       a user with a password
    ///    sshpass -p abc            the command gets a password with this option
    private mutating func searchOption(at dash: Int) -> Int {
        let start = bytes.skip(dash) { $0 == UInt8(ascii: "-") }
        let end = bytes.skip(start, while: Self.isNameByte)
        guard end > start else { return end }
        let value = word(after: end).flatMap { bytes[$0.lowerBound] == UInt8(ascii: "-") ? nil : $0 }
        if start == dash + 1, let password = password(ofOptionAt: start, value) {
            add(password)
            return password.upperBound
        }
        guard let value else { return end }
        if isOne(of: Self.extras, start..<end) {
            guard let second = word(after: bytes.skip(value.upperBound, while: Self.isQuote)) else { return value.upperBound }
            return searchOption(named: value, second)
        }
        if isOne(of: Self.users, start..<end) {
            if let password = password(ofUser: value) { add(password) }
            return value.upperBound
        }
        return searchOption(named: start..<end, value)
    }

    /// Returns the password after a single letter: of a command in the table, or of a user right after the letter.
    ///
    /// - Parameter next: The word after the option.
    private func password(ofOptionAt letter: Int, _ next: Range<Int>?) -> Range<Int>? {
        let glued = bytes[letter + 1] == UInt8(ascii: "=") ? nil : word(at: letter + 1)
        if let isGlued = knowledge.commands.isGlued(at: letter - 1, in: bytes) { return glued ?? (isGlued ? nil : next) }
        // Other letters may come before the last one: curl -su me:abc.
        let isLast = glued.map { $0.count < 4 && bytes[$0.upperBound - 1] == UInt8(ascii: "u") } == true
        guard isLast || bytes[letter] | 0x20 == UInt8(ascii: "u"), let user = isLast ? next : glued else { return nil }
        return password(ofUser: user).flatMap { isRandom($0) ? $0 : nil }
    }

    /// Returns the password after a user and a colon, or, as in smbclient, a percent sign.
    private func password(ofUser value: Range<Int>) -> Range<Int>? {
        let sign = value.first { bytes[$0] == UInt8(ascii: ":") } ?? value.first { bytes[$0] == PercentCoding.percent }
        guard let sign, sign + 1 < value.upperBound else { return nil }
        // A format of a date has percent signs too: date -u +%Y.
        return bytes[sign] == UInt8(ascii: ":") || bytes[value.lowerBound] != UInt8(ascii: "+") ? sign + 1..<value.upperBound : nil
    }

    private mutating func searchOption(named name: Range<Int>, _ value: Range<Int>) -> Int {
        let rows = knowledge.names.rows(name, in: bytes)
        guard !rows.isEmpty,
            knowledge.isSecret(rows, ValueTraits(bytes, at: value.lowerBound), isLoose: false, in: { [] })
        else { return name.upperBound }
        // By itself, the value is no option.
        add(value, named: name)
        return value.upperBound
    }

    // MARK: Users of a database

    private static let databaseCommands: [StaticString] = [
        "sqlplus", "sql", "exp", "expdp", "imp", "impdp", "sqlldr", "rman", "connect", "conn", "oracle",
    ]
    private static let beforeCommand = ByteSet(" \t\r\n\"'`(|;&=>:")
    /// The names of versions, which follow the `@` of a package.
    private static let versions: [StaticString] = ["latest", "main", "master", "next", "beta", "alpha", "stable", "head", "dev", "canary"]

    /// Searches for tokens that are the user of a URL, and for the passwords of users of a database.
    mutating func searchUsers() {
        var at = bytes.place(of: UInt8(ascii: "@"), from: 0, end: bytes.count)
        while at < bytes.count {
            if let secret = passwords.token(before: at) ?? databasePassword(before: at) { add(secret) }
            at = bytes.place(of: UInt8(ascii: "@"), from: at + 1, end: bytes.count)
        }
    }

    /// Returns the password of a user of a database: `sqlplus nina/abc@db`, `jdbc:oracle:thin:nina/abc@db`. Without the name of the command or
    /// database, the password must mix letters and digits, and what follows must not look like a version or an address.
    private func databasePassword(before at: Int) -> Range<Int>? {
        let start = bytes.skipBack(at, atMost: SecretNames.longest) {
            $0 > 0x20 && !Self.isQuote($0) && $0 != UInt8(ascii: ":")
        }
        let slash = bytes.place(of: UInt8(ascii: "/"), from: start, end: at)
        let password = slash + 1..<max(at, slash + 1)
        guard start < slash, !password.isEmpty, (start..<slash).allSatisfy({ Self.isNameByte(bytes[$0]) }) else { return nil }
        // An option may come between the command and the user.
        let words = (max(start - SecretNames.longest, 0)..<start).split { Self.beforeCommand.contains(bytes[$0]) }
        if words.suffix(2).contains(where: { isOne(of: Self.databaseCommands, $0) }) { return password }
        if bytes[start - 1] == UInt8(ascii: ":") { return nil }
        let place = at + 1..<bytes.skip(at + 1, while: SecretShapes.isWord)
        let isVersion = isOne(of: Self.versions, place) || bytes.hasPrefix("@sha256:", at: at)
        let isHost = ByteClass.isLetter(bytes[at + 1]) && !ByteClass.isDigit(bytes[at + 2]) && bytes[place.upperBound] != UInt8(ascii: ".")
        return isRandom(password) && (bytes[at + 1] == UInt8(ascii: "/") || isHost && !isVersion) ? password : nil
    }

    private func isStartOfWord(_ place: Int) -> Bool {
        place == 0 || ByteClass.isJSONSpace(bytes[place - 1]) || Self.isQuote(bytes[place - 1])
            || SecretShapes.isLineEnd(before: place, in: bytes)
    }

    /// Returns whether an option follows an escaped line end: `\n-a`. If words contained it, each option would read all others.
    private func isBeforeOption(_ place: Int) -> Bool {
        bytes[place] == Self.backslash && bytes[place + 2] == UInt8(ascii: "-") && SecretShapes.isLineEnd(before: place + 2, in: bytes)
    }

    /// Returns the word that follows after spaces or `=`, without its quotes.
    private func word(after end: Int) -> Range<Int>? {
        let isAssigned = bytes[end] == UInt8(ascii: "=")
        guard isAssigned || ByteClass.isJSONSpace(bytes[end]) else { return nil }
        return word(at: isAssigned ? end + 1 : bytes.skip(end, while: ByteClass.isJSONSpace))
    }

    /// Returns the word at a place, without its quotes.
    func word(at place: Int) -> Range<Int>? {
        let start = bytes.skip(place) { $0 == Self.backslash }
        let quote = bytes[start]
        guard start < bytes.count, Self.isQuote(quote) else {
            var end = start
            while end < bytes.count, !ByteClass.isJSONSpace(bytes[end]), !Self.isQuote(bytes[end]), !isBeforeOption(end) { end += 1 }
            return start < end ? start..<end : nil
        }
        let end = bytes.skip(start + 1) { $0 != quote }
        return start + 1 < end ? start + 1..<end - bytes.backslashes(before: end) : nil
    }
}

/// Recognizes the words from which a wallet makes its keys (BIP 39): at least 12 of the list in English, whatever is between them. Small words
/// with spaces between them may be of another list, if there are 12, 15, 18, 21 or 24.
///
///    abandon ability able about above absent absorb abstract absurd abuse access accident
///
/// Such a row of words is rarely a sentence: some of the most frequent words of English are not in the lists.
enum SeedPhrase {
    /// The smallest number of words.
    static let fewest = 12
    private static let sentenceWords: [StaticString] = [
        "the", "and", "for", "are", "was", "were", "from", "with", "has", "had", "his", "her", "not", "but", "our", "its", "your", "how",
        "who", "which", "their", "would", "been", "any", "new",
    ]

    /// The words of BIP 39 in English. They are read when a text has enough short words in a row.
    private static let list = Set((ResourceFile("services/seed-words.txt")?.bytes ?? []).split(separator: 0x0A).map { WordHash($0) })

    /// Returns the phrases in the words of a row.
    static func all(in words: [Range<Int>], of bytes: ByteView) -> [Range<Int>] {
        let listed = words.split { !list.contains(bytes.hash($0)) }.filter { $0.count >= fewest }
        let starts = words.indices.filter { $0 == 0 || !areTogether(words[$0 - 1], words[$0], in: bytes) }
        let unlisted = zip(starts, starts.dropFirst() + [words.count]).map { words[$0..<$1] }.filter { isUnlisted($0, in: bytes) }
        return (listed + unlisted).map { $0[$0.startIndex].lowerBound..<$0[$0.endIndex - 1].upperBound }
    }

    /// The smallest number of words after a name that says what they are.
    private static let fewestNamed = 3
    private static let most = 24

    /// Returns the words of the list at a place, with a space between them. Returns nil if there are too few.
    static func named(at start: Int, in bytes: ByteView) -> Range<Int>? {
        var (end, count, place) = (start, 0, start)
        while count < most {
            let word = place..<bytes.skip(place, while: ByteClass.isLetter)
            guard list.contains(bytes.hash(word)) else { break }
            (end, count) = (word.upperBound, count + 1)
            guard isSpace(bytes[end]) else { break }
            place = end + 1
        }
        return count >= fewestNamed ? start..<end : nil
    }

    /// Returns whether two words are small and have only a space between them.
    private static func areTogether(_ word: Range<Int>, _ next: Range<Int>, in bytes: ByteView) -> Bool {
        let isSmall = [word, next].joined().allSatisfy { bytes[$0] & 0x20 != 0 }
        return isSmall && word.upperBound + 1 == next.lowerBound && isSpace(bytes[word.upperBound])
    }

    private static func isUnlisted(_ words: ArraySlice<Range<Int>>, in bytes: ByteView) -> Bool {
        guard let end = words.last?.upperBound, words.count >= fewest, words.count <= most, words.count % 3 == 0 else { return false }
        // A full stop may follow the last word, but no other word or sign of a name.
        let isGap = isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ".")
        if SecretShapes.isWord(bytes[end]) || isGap && ByteClass.isLetter(bytes[end + 1]) { return false }
        return !words.contains { bytes.withSpan($0) { sentenceWords.contain($0, 0..<$0.count) } }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "+") }
}

/// A row of words of three to eight letters with the same sign between them, and perhaps with numbers: `1. abandon 2. ability`.
struct WordRow {
    /// The last word read. It may begin a row with another sign.
    private(set) var last: Range<Int>
    private(set) var count = 0
    private let start: Int

    init(_ bytes: ByteView, from word: Range<Int>) {
        (start, last) = (word.lowerBound, word)
        let sign = bytes[word.upperBound]
        while (3...8).contains(last.count) {
            count += 1
            guard bytes[last.upperBound] == sign else { return }
            let place = Self.endOfGap(from: last.upperBound, in: bytes)
            guard place > last.upperBound, ByteClass.isLetter(bytes[place]) else { return }
            last = place..<bytes.skip(place, while: ByteClass.isLetter)
        }
    }

    func words(in bytes: ByteView) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var place = start
        while words.count < count {
            words.append(place..<bytes.skip(place, while: ByteClass.isLetter))
            place = Self.endOfGap(from: words[words.count - 1].upperBound, in: bytes)
        }
        return words
    }

    private static func endOfGap(from start: Int, in bytes: ByteView) -> Int {
        let gaps = gaps
        var place = start
        while place - start <= longestGap {
            if SecretShapes.isLineEnd(before: place + 2, in: bytes) {
                place += 2
            } else if gaps.contains(bytes[place]) {
                place += 1
            } else {
                return place
            }
        }
        return start
    }

    /// The length of `",\r\n    "`.
    private static let longestGap = 10
    private static let gaps = ByteSet(" \t\r\n+.,;)-\"'\\0123456789")
}
