import Bytes

// Finds secrets between spaces.

extension SecretSearch {
    /// Searches a text with spaces for private keys, for the options of a command and for the words of a wallet.
    mutating func searchWords() {
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "-") {
                place = isStartOfWord(place) ? searchOption(at: place) : searchPrivateKey(after: place)
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
        if start < end { add(start..<end) }
        return end
    }

    private static let armor: StaticString = "-----"
    private static let labels = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ +")

    // MARK: Options of a command

    /// The options with which `adb shell am` gets an extra: its name and its value follow.
    private static let extras: [StaticString] = ["e", "es", "ei", "el", "ef", "eu", "ecn", "eia", "ela", "efa", "esa", "esal"]

    /// The options with which curl gets a user and a password.
    private static let users: [StaticString] = ["u", "user", "proxy-user"]

    /// Searches an option whose value follows after a space or `=`. Returns where the search goes on.
    ///
    ///    --es access_token abc     the name and the value of an extra
    ///    --api-key abc             the option has the name of a secret
    ///    -u me:abc                 a user with a password
    private mutating func searchOption(at dash: Int) -> Int {
        let start = bytes.skip(dash) { $0 == UInt8(ascii: "-") }
        let end = bytes.skip(start, while: Self.isNameByte)
        guard end > start, let value = word(after: end), bytes[value.lowerBound] != UInt8(ascii: "-") else { return end }
        if bytes.withSpan(start..<end, { Self.extras.contain($0, 0..<$0.count) }) {
            guard let second = word(after: bytes.skip(value.upperBound, while: Self.isQuote)) else { return value.upperBound }
            return searchOption(named: value, second)
        }
        if bytes.withSpan(start..<end, { Self.users.contain($0, 0..<$0.count) }) {
            let colon = bytes.place(of: UInt8(ascii: ":"), from: value.lowerBound, end: value.upperBound)
            if colon + 1 < value.upperBound { add(colon + 1..<value.upperBound) }
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

    /// Returns the word that follows after spaces or `=`, without its quotes.
    private func word(after end: Int) -> Range<Int>? {
        let isAssigned = bytes[end] == UInt8(ascii: "=")
        guard isAssigned || ByteClass.isJSONSpace(bytes[end]) else { return nil }
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
