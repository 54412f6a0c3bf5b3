import Bytes

// Finds secrets between spaces.

extension SecretSearch {
    /// Searches a text with spaces for private keys, for the options of a command, for codes that were sent and for the words of a wallet.
    mutating func searchWords() {
        var place = 0
        var mayHaveCodes: Bool?
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "-") {
                place = isStartOfWord(place) ? searchOption(at: place) : searchPrivateKey(after: place)
            } else if ByteClass.isDigit(bytes[place]) {
                let code = SentCode(bytes, from: place)
                if code.mayBeSent {
                    let isPossible = mayHaveCodes ?? SentCode.areNamed(in: bytes)
                    mayHaveCodes = isPossible
                    if isPossible, code.wasSent { add(code.range) } else if isPossible { memory.isUnsure = true }
                }
                place = code.range.upperBound
            } else if ByteClass.isLetter(bytes[place]), SeedPhrase.mayBegin(after: bytes[place - 1]) {
                place = searchPhrase(from: place)
            } else {
                place += 1
            }
        }
    }

    private mutating func searchPhrase(from start: Int) -> Int {
        let phrase = SeedPhrase(bytes, from: start)
        if phrase.isComplete(in: bytes) { add(phrase.range) }
        return phrase.range.upperBound
    }

    /// Searches for the text of a private key, which follows the dashes of its first line: `-----BEGIN RSA PRIVATE KEY-----`. Returns where
    /// the search goes on.
    private mutating func searchPrivateKey(after dash: Int) -> Int {
        guard bytes.hasPrefix(Self.armor, at: dash) else { return dash + 1 }
        var label = dash
        while dash - label < 40, Self.labels.contains(bytes[label - 1]) { label -= 1 }
        guard !bytes.hasPrefix("END", at: label), (label..<dash).contains(where: { bytes.hasPrefix("PRIVATE", at: $0) }) else {
            return dash + 1
        }
        let start = dash + Self.armor.utf8CodeUnitCount
        var end = start
        while end < bytes.count, !bytes.hasPrefix(Self.armor, at: end) { end += 1 }
        if end == bytes.count { end = endOfCutKey(from: start) }
        if start < end { add(start..<end) }
        return end
    }

    /// Returns where a private key without its last line ends: after its first line that is shorter than the others.
    private func endOfCutKey(from start: Int) -> Int {
        var end = start
        while true {
            let line = bytes.skip(end, while: ByteClass.isJSONSpace)
            let next = bytes.skip(line) { !ByteClass.isJSONSpace($0) }
            if next == line { return end }
            end = next
            if next - line < Self.longLine { return end }
        }
    }

    private static let longLine = 60
    private static let armor: StaticString = "-----"
    private static let labels = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ +")

    // MARK: Options of a command

    /// The options with which `adb shell am` gets an extra: its name and its value follow.
    private static let extras: [StaticString] = ["e", "es", "ei", "el", "ef", "eu", "ecn", "eia", "ela", "efa", "esa", "esal"]

    /// The options with which curl gets a user and a password.
    private static let users: [StaticString] = ["u", "user", "proxy-user", "a", "auth"]

    /// Commands, the option with which each of them gets a password, and whether a space may come before the password.
    private static let passwordOptions: [(command: StaticString, option: UInt8, mayFollow: Bool)] = [
        ("mysql", UInt8(ascii: "p"), false), ("mysqldump", UInt8(ascii: "p"), false), ("mysqladmin", UInt8(ascii: "p"), false),
        ("mariadb", UInt8(ascii: "p"), false), ("sshpass", UInt8(ascii: "p"), true), ("login", UInt8(ascii: "p"), true),
        ("mongo", UInt8(ascii: "p"), true), ("mongosh", UInt8(ascii: "p"), true), ("redis-cli", UInt8(ascii: "a"), true),
        ("ldapsearch", UInt8(ascii: "w"), true), ("altool", UInt8(ascii: "p"), true), ("unlock-keychain", UInt8(ascii: "p"), true),
        ("7z", UInt8(ascii: "p"), false), ("zip", UInt8(ascii: "P"), true), ("unzip", UInt8(ascii: "P"), true),
    ]

    /// The number of bytes before an option in which its command is looked for.
    private static let longestCommand = 128

    /// Returns the password after an option of one letter: `mysql -pabc`, `docker login -p abc`.
    private func password(at dash: Int) -> Range<Int>? {
        let isAlone = ByteClass.isJSONSpace(bytes[dash + 2])
        for (command, option, mayFollow) in Self.passwordOptions where bytes[dash + 1] == option && (mayFollow || !isAlone) {
            let length = command.utf8CodeUnitCount
            var place = dash - length - 1
            while place >= max(dash - Self.longestCommand, 0), !ByteClass.isLineEnd(bytes[place + length]) {
                let isCommand = bytes.hasPrefix(command, at: place) && ByteClass.isJSONSpace(bytes[place + length])
                if isCommand, !Self.isNameByte(bytes[place - 1]) { return word(after: dash + 2) }
                place -= 1
            }
        }
        return nil
    }

    /// Searches an option whose value follows after a space or `=`. Returns where the search goes on.
    ///
    ///    --es access_token abc     the name and the value of an extra
    ///    --api-key abc             the option has the name of a secret
    ///    -u me:abc, -ume:abc       a user with a password
    ///    mysql -pabc               a password
    private mutating func searchOption(at dash: Int) -> Int {
        let start = bytes.skip(dash) { $0 == UInt8(ascii: "-") }
        if start == dash + 1, let password = password(at: dash) {
            add(password)
            return password.upperBound
        }
        var end = bytes.skip(start, while: Self.isNameByte)
        // The user may follow at once: -ume:abc.
        if start == dash + 1, bytes[start] == UInt8(ascii: "u"), bytes[end] == UInt8(ascii: ":") { end = start + 1 }
        guard end > start, let value = word(after: end), bytes[value.lowerBound] != UInt8(ascii: "-") else { return end }
        if bytes.withSpan(start..<end, { Self.extras.contain($0, 0..<$0.count) }) {
            guard let second = word(after: bytes.skip(value.upperBound, while: Self.isQuote)) else { return value.upperBound }
            return searchOption(named: value, second)
        }
        let isUser = bytes.withSpan(start..<end) { Self.users.contain($0, 0..<$0.count) }
        if isUser || start == dash + 1 && bytes[end - 1] == UInt8(ascii: "u") {
            let colon = bytes.place(of: UInt8(ascii: ":"), from: value.lowerBound, end: value.upperBound)
            if colon + 1 < value.upperBound, bytes[colon + 1] != UInt8(ascii: "/") { add(colon + 1..<value.upperBound) }
            return value.upperBound
        }
        return searchOption(named: start..<end, value)
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

    private func isStartOfWord(_ place: Int) -> Bool {
        place == 0 || ByteClass.isJSONSpace(bytes[place - 1]) || Self.isQuote(bytes[place - 1])
    }

    /// Returns the word that follows after spaces or `=`, without its quotes. After an option of one letter, it may follow at once.
    private func word(after end: Int) -> Range<Int>? {
        let isAssigned = bytes[end] == UInt8(ascii: "=")
        guard isAssigned || ByteClass.isJSONSpace(bytes[end]) || bytes[end - 2] == UInt8(ascii: "-") else { return nil }
        let start = bytes.skip(isAssigned ? end + 1 : bytes.skip(end, while: ByteClass.isJSONSpace)) { $0 == Self.backslash }
        let quote = bytes[start]
        guard start < bytes.count, Self.isQuote(quote) else {
            let end = bytes.skip(start) { !ByteClass.isJSONSpace($0) && !Self.isQuote($0) }
            return start < end ? start..<end : nil
        }
        let end = bytes.skip(start + 1) { $0 != quote }
        return start + 1 < end ? start + 1..<end - bytes.backslashes(before: end) : nil
    }
}

/// A code that was sent to someone: the digits in "Your code is 482913" or "482 913 is your password".
///
/// In a log or a form, a number beside the word `code` is often something else: an error, a country or a coupon.
struct SentCode {
    /// The digits.
    let range: Range<Int>
    private let bytes: ByteView
    private let count: Int

    /// The number of bytes on each side in which the name of the code is looked for.
    private static let farthest = 48
    private static let names: [StaticString] = [
        "code", "kode", "kod", "codice", "otp", "pin", "passcode", "password", "passwort", "tan", "digo",
    ]
    /// Words that tell that a number near `code` was not sent to someone.
    private static let others: [StaticString] = [
        "error", "status", "exit", "zip", "post", "postal", "country", "area", "http", "response", "result", "promo", "coupon", "discount",
        "voucher", "product", "item", "bar", "qr", "source", "version", "build", "order", "line", "lines", "return",
    ]

    /// Reads the digits from a place on. Two groups of three digits may have a space or a hyphen between them.
    init(_ bytes: ByteView, from start: Int) {
        self.bytes = bytes
        var end = bytes.skip(start, while: ByteClass.isDigit)
        var count = end - start
        if count == 3, bytes[end] == 0x20 || bytes[end] == UInt8(ascii: "-") {
            let second = bytes.skip(end + 1, while: ByteClass.isDigit)
            if second == end + 4 { (end, count) = (second, 6) }
        }
        (range, self.count) = (start..<end, count)
    }

    /// Returns whether the digits are a word of their own that is as long as a code.
    var mayBeSent: Bool {
        guard (4...8).contains(count), !SecretSearch.isNameByte(bytes[range.upperBound]) || isFullStop(range.upperBound) else {
            return false
        }
        switch bytes[range.lowerBound - 1] {
        case 0x20, UInt8(ascii: "\n"), UInt8(ascii: "#"), UInt8(ascii: "*"), 0: break
        // A text in a parameter: body=482913 is your code.
        case UInt8(ascii: "="): if bytes[range.upperBound] != 0x20, bytes[range.upperBound] != UInt8(ascii: "+") { return false }
        case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"): if !ByteClass.isLetter(bytes[range.lowerBound - 2]) { return false }
        default: return false
        }
        let next = bytes[range.upperBound]
        return next != UInt8(ascii: ":") && next != UInt8(ascii: "/") && next != UInt8(ascii: "%") && next != UInt8(ascii: "=")
            && !(next == UInt8(ascii: ",") && ByteClass.isDigit(bytes[range.upperBound + 1]))
    }

    private func isFullStop(_ place: Int) -> Bool { bytes[place] == UInt8(ascii: ".") && !SecretSearch.isNameByte(bytes[place + 1]) }

    /// The names in other scripts, whose words are not told apart.
    private static let foreign: [StaticString] = ["код", "验证码", "驗證碼", "コード", "인증번호", "رمز"]

    /// Returns whether a text has the name of a code, or the `@` of a code for a site: `@example.com #482913`.
    static func areNamed(in bytes: ByteView) -> Bool {
        (0..<bytes.count).contains { place in
            bytes[place] == UInt8(ascii: "@") || name(endingAt: place + 1, in: bytes) != nil || isForeign(place, in: bytes)
        }
    }

    private static func isForeign(_ place: Int, in bytes: ByteView) -> Bool {
        bytes[place] >= 0xD0 && foreign.contains { bytes.hasPrefix($0, at: place) }
    }

    private static func name(endingAt end: Int, in bytes: ByteView) -> Int? {
        guard ByteClass.isLetter(bytes[end - 1]), !ByteClass.isLetter(bytes[end]) else { return nil }
        return names.first { name in
            let start = end - name.utf8CodeUnitCount
            return start >= 0 && bytes.withSpan(start..<end) { $0.isWord(name, in: 0..<$0.count) }
        }.map { end - $0.utf8CodeUnitCount }
    }

    /// Returns whether the name of a code is beside the digits: before them with few words between, or after them.
    var wasSent: Bool {
        // @example.com #482913
        if bytes[range.lowerBound - 1] == UInt8(ascii: "#") {
            var start = range.lowerBound - 1
            while start > max(0, range.lowerBound - Self.farthest), !ByteClass.isLineEnd(bytes[start - 1]) { start -= 1 }
            return bytes[start] == UInt8(ascii: "@")
        }
        let window = max(0, range.lowerBound - Self.farthest)..<min(bytes.count, range.upperBound + Self.farthest)
        var isNamed = window.contains { Self.isForeign($0, in: bytes) }
        var place = window.lowerBound
        while place < window.upperBound {
            let start = bytes.skip(place) { !ByteClass.isLetter($0) }
            let end = bytes.skip(start, while: ByteClass.isLetter)
            if start >= window.upperBound { break }
            if bytes.withSpan(start..<end, { Self.others.contain($0, 0..<$0.count) }) { return false }
            // The rules for names of parameters decide about `code=`.
            if let name = Self.name(endingAt: end, in: bytes), bytes[end] != UInt8(ascii: "=") {
                let isOther = bytes.withSpan(start..<max(start, name)) { Self.others.contain($0, 0..<$0.count) }
                if isOther { return false }
                // A year or a small number needs the name right before it.
                isNamed =
                    isNamed || count > 4 || end < range.lowerBound && range.lowerBound - end <= 2
                    || bytes.hasPrefix(" is ", at: end) && end + 4 == range.lowerBound
            }
            place = end
        }
        return isNamed
    }
}

/// Words that look like those from which a wallet makes its keys (BIP 39): 12, 15, 18, 21 or 24 of three to eight small letters.
///
///    abandon ability able about above absent absorb abstract absurd abuse access accident
///
/// Such a row of words is rarely a sentence: some of the most frequent words of English are not in the list of BIP 39.
struct SeedPhrase {
    private(set) var range: Range<Int>
    private var count = 0
    private var isSentence = false

    /// The smallest number of words.
    static let fewest = 12
    private static let sentenceWords: [StaticString] = [
        "the", "and", "for", "are", "was", "were", "from", "with", "has", "had", "his", "her", "not", "but", "our", "its", "your", "how",
        "who", "which", "their", "would", "been", "any", "new",
    ]

    /// Returns whether the first word may follow a byte.
    static func mayBegin(after byte: UInt8) -> Bool { !SecretSearch.isNameByte(byte) }

    /// Reads the words from a place on. The range ends with the last of them.
    init(_ bytes: ByteView, from start: Int) {
        range = start..<start
        var place = start
        while true {
            let end = bytes.skip(place, while: ByteClass.isLetter)
            let word = place..<end
            let isWord = word.count >= 3 && word.count <= 8 && word.allSatisfy { bytes[$0] & 0x20 != 0 }
            if isWord {
                count += 1
                range = start..<end
            } else {
                isSentence = true
                range = start..<max(end, start + 1)
                return
            }
            guard bytes[end] == 0x20 || bytes[end] == UInt8(ascii: "+"), ByteClass.isLetter(bytes[end + 1]) else {
                // The list has no word with other letters or signs. A full stop may follow the last word.
                let continues = SecretShapes.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") && SecretShapes.isWord(bytes[end + 1])
                if continues { isSentence = true }
                return
            }
            place = end + 1
        }
    }

    /// Returns whether there are 12, 15, 18, 21 or 24 words that are no sentence.
    func isComplete(in bytes: ByteView) -> Bool {
        guard count >= Self.fewest, count <= 24, count % 3 == 0, !isSentence else { return false }
        var place = range.lowerBound
        while place < range.upperBound {
            let end = bytes.skip(place, while: ByteClass.isLetter)
            if bytes.withSpan(place..<end, { Self.sentenceWords.contain($0, 0..<$0.count) }) { return false }
            place = end + 1
        }
        return true
    }
}
