import Bytes

/// Some of the rows with names, each as a bit.
struct NameRows: OptionSet {
    let rawValue: UInt128

    init(rawValue: UInt128) { self.rawValue = rawValue }

    init(row: Int) { rawValue = 1 << UInt128(row) }

    /// Calls `body` with the index of each row until it returns an answer.
    func first<Answer>(_ body: (Int) -> Answer?) -> Answer? {
        var left = rawValue
        while left != 0 {
            if let answer = body(left.trailingZeroBitCount) { return answer }
            left &= left - 1
        }
        return nil
    }

    /// Returns whether a row, given by its index, meets a condition.
    func contains(where condition: (Int) -> Bool) -> Bool { first { condition($0) ? true : nil } != nil }
}

/// Recognizes names whose values are secrets, in any case and with any separators: the letters of all known names as a tree, from the
/// last letter to the first. `_`, `-`, `.`, brackets and spaces are ignored.
///
///    n ─ e ─ k ─ o ─ t ┬ (every name that ends in token)
///                      ├ s ─ s ─ e ─ c ─ c ─ a (every name that ends in accesstoken)
///                      └ e ─ g ─ a ─ p (but no name that ends in pagetoken)
struct SecretNames: Sendable {
    /// The maximum number of bytes compared, counted from the end of a name. So a prefix cannot hide the name of a secret.
    static let longest = 64

    private struct Node {
        var letter: UInt8 = 0
        /// The first letter before this one, and the next letter in the place of this one; 0 for none.
        var child: UInt16 = 0
        var sibling: UInt16 = 0
        /// The rows that have a name beginning here.
        var ends: NameRows = []
        /// Like `ends`, but only if the name begins here: no letter comes before it.
        var whole: NameRows = []
        /// Like `ends`, but only if a word begins here: `user_pass`, `userPass`, but not `bypass`.
        var words: NameRows = []
        /// The rows to which no name with these last words belongs.
        var others: NameRows = []
        /// Whether a word that may follow a name begins here.
        var isEnding = false
    }

    /// The tree. The node of a last letter is at the place of its byte.
    private var nodes = [Node](repeating: Node(), count: 256)
    /// The last two letters of the names.
    private var lastPairs = BytePairs()

    /// The words that may follow a name: `password_new`, `tokenValue`, `apikey_v2`, `token1`.
    private static let endings = [
        "value", "string", "str", "old", "new", "raw", "hex", "pem", "base64", "confirm", "confirmation", "again", "repeat", "1",
        "2", "v1", "v2",
    ]

    init() {
        for ending in Self.endings {
            let letters = Array(ending.utf8)
            if letters.count > 1 { lastPairs.insert(letters[letters.count - 2], letters[letters.count - 1]) }
            let node = node(of: letters)
            nodes[node].isEnding = true
        }
    }

    /// Adds the name in a part of a text to those of a row.
    ///
    /// - Parameter match: How the name must match. Nil adds an exception: a name with this ending is not a name of the row.
    mutating func add(_ name: Range<Int>, in text: [UInt8], _ row: NameRows, _ match: SecretNaming.Match?) {
        let letters = text[name].filter { !Self.fillers.contains($0) }.map { $0 | 0x20 }
        guard let last = letters.last else { return }
        if letters.count > 1 {
            lastPairs.insert(letters[letters.count - 2], last)
            for digit in Self.endings.flatMap(\.utf8) where ByteClass.isDigit(digit) { lastPairs.insert(last, digit) }
        } else {
            for sign in Self.signsBeforeLetter.utf8 { lastPairs.insert(sign, last) }
        }
        let node = node(of: letters)
        switch match {
        case .end: nodes[node].ends.formUnion(row)
        case .whole: nodes[node].whole.formUnion(row)
        case .word: nodes[node].words.formUnion(row)
        case nil: nodes[node].others.formUnion(row)
        }
    }

    /// Returns the node of the first letter of a name.
    private mutating func node(of letters: [UInt8]) -> Int {
        var node = Int(letters[letters.count - 1])
        for letter in letters.dropLast().reversed() { node = child(of: node, letter) }
        return node
    }

    private mutating func child(of node: Int, _ letter: UInt8) -> Int {
        if let known = find(letter, after: node) { return known }
        nodes.append(Node(letter: letter, sibling: nodes[node].child))
        nodes[node].child = UInt16(nodes.count - 1)
        return nodes.count - 1
    }

    /// Returns the node of a letter of a name. Names are read from their end, so `node` is the one of the letter after it; it is nil for
    /// the last letter.
    @inline(__always)
    private func find(_ letter: UInt8, after node: Int?) -> Int? {
        guard let node else { return Int(letter) }
        var next = Int(nodes[node].child)
        while next != 0, nodes[next].letter != letter { next = Int(nodes[next].sibling) }
        return next == 0 ? nil : next
    }

    /// Returns whether the name of a secret may end with these two bytes: with the last letters of a known name, or with a separator or a
    /// character beyond ASCII.
    @inline(__always)
    func mayEnd(with first: UInt8, _ second: UInt8) -> Bool {
        // Setting bit 0x20 lowercases letters and leaves digits, colons and semicolons unchanged.
        let (first, second) = (first | 0x20, second | 0x20)
        return lastPairs.mayContain(first, second) || Self.mayBeFiller(first) || Self.mayBeFiller(second)
    }

    /// Returns whether a byte may come before the digits at the end of an escape: `%5D`, `%255D`, `\u005D`.
    @inline(__always)
    static func mayBeInEscape(_ byte: UInt8) -> Bool {
        byte == PercentCoding.percent || byte == UInt8(ascii: "5") || byte == UInt8(ascii: "0")
    }

    /// The bytes that may come before a name of a single letter: such a name belongs to a field, as in `WIFI:P:…;` and `;P:…;`, or to a
    /// parameter.
    private static let signsBeforeLetter = ":;?&"

    /// Returns whether a name in a text may be one of a secret, by its length and the byte before it.
    static func mayBeName(_ name: Range<Int>, in bytes: ByteView) -> Bool {
        name.count > 1 || signsBeforeLetter.utf8.contains(bytes[name.lowerBound - 1])
    }

    /// The indexes that say something about the secrets of a list, but hold none.
    private static let harmlessIndexes: [StaticString] = [
        "count", "length", "min", "max", "size", "type", "name", "sort", "order", "status", "expires", "ttl", "hint", "format", "limit",
        "page",
    ]

    /// Returns the name of a list without the index at its end: `tokens[access]`. Returns nil if a name has none, or a harmless one.
    static func outer(of name: Range<Int>, in bytes: ByteView) -> Range<Int>? {
        guard let last = name.last, bytes[last] == UInt8(ascii: "]") else { return nil }
        var open = last
        while open > name.lowerBound, last - open < longest, bytes[open] != UInt8(ascii: "[") { open -= 1 }
        guard bytes[open] == UInt8(ascii: "[") else { return nil }
        let index = min(bytes.skip(open + 1, while: SecretSearch.isQuote), last)..<last
        return bytes.withSpan(index) { harmlessIndexes.contain($0, 0..<$0.count) } ? nil : name.lowerBound..<open
    }

    /// Returns the rows that a name without zero-width characters belongs to. `name` may begin with other text.
    func rows(_ name: Range<Int>, in bytes: ByteView) -> NameRows {
        var (name, rows) = (name, ownRows(name, in: bytes))
        // A name may have as many indexes as it is long, too many for calls in calls.
        while let outer = Self.outer(of: name, in: bytes) {
            rows.formUnion(ownRows(outer, in: bytes))
            name = outer
        }
        return rows
    }

    private func ownRows(_ name: Range<Int>, in bytes: ByteView) -> NameRows {
        let (rows, stem) = rowsAndStem(of: name, in: bytes)
        return stem.map { rows.union(rowsAndStem(of: $0, in: bytes).rows) } ?? rows
    }

    /// Returns the rows of a name, and the part of it before a word that may follow a name.
    private func rowsAndStem(of name: Range<Int>, in bytes: ByteView) -> (rows: NameRows, stem: Range<Int>?) {
        let first = max(name.upperBound - Self.longest, name.lowerBound)
        let fillers = Self.fillers
        var (rows, others): (NameRows, NameRows) = ([], [])
        var node: Int?
        var stem: Range<Int>?
        var place = name.upperBound
        while true {
            // Brackets at the end are skipped, so that `user[password]` and `access_token[]` are recognized.
            var before = place
            while before > first, fillers.contains(bytes[before - 1]) { before -= 1 }
            guard before > first else { return (rows.subtracting(others), stem) }
            place = before - 1
            guard let next = find(bytes[place] | 0x20, after: node) else { return (rows.subtracting(others), stem) }
            node = next
            if nodes[next].isEnding { stem = name.lowerBound..<place }
            rows.formUnion(nodes[next].ends)
            if !nodes[next].whole.isEmpty {
                // The names of some cookies begin with underscores: __session, __Host-session.
                let start = bytes.skipBack(place, atMost: place - name.lowerBound) { $0 == UInt8(ascii: "_") }
                if start == name.lowerBound || Self.isBeforeName(bytes[start - 1]) { rows.formUnion(nodes[next].whole) }
            }
            if !nodes[next].words.isEmpty || !nodes[next].others.isEmpty,
                place == name.lowerBound || Self.beginsWord(place, in: bytes)
            {
                rows.formUnion(nodes[next].words)
                others.formUnion(nodes[next].others)
            }
        }
    }

    /// Returns the rows that a name belongs to. The name may have zero-width characters and escapes.
    @inline(__always)
    func rows(of name: Span<UInt8>) -> NameRows {
        // Few names end like the name of a secret, or in an escape. A zero-width character is beyond ASCII.
        let end = name.count
        if end > 1, !mayEnd(with: name[end - 2], name[end - 1]), end < 3 || !Self.mayBeInEscape(name[end - 3]) { return [] }
        return allRows(of: name)
    }

    @inline(never)
    private func allRows(of name: Span<UInt8>) -> NameRows {
        ByteView.with(name) { bytes in
            let rows = seenRows(of: bytes)
            // The level takes memory, and nearly all names are as they look.
            guard bytes.firstPlace(of: PercentCoding.percent, or: SecretSearch.backslash, from: 0) < bytes.count else { return rows }
            var decoded = DecodedLevel()
            return decoded.decodeFully(bytes, Origins()) ? decoded.withBytes { bytes, _ in rows.union(seenRows(of: bytes)) } : rows
        }
    }

    private func seenRows(of bytes: ByteView) -> NameRows {
        let rows = rows(0..<bytes.count, in: bytes)
        guard RenderedText.next(in: bytes, from: 0) != nil else { return rows }
        var seen = DecodedLevel()
        _ = seen.showSeen(bytes, Origins())
        return seen.withBytes { seen, _ in rows.union(self.rows(0..<seen.count, in: seen)) }
    }

    /// Returns whether a whole name may begin after this byte: `[token]`, and `S.token` of an intent.
    private static func isBeforeName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || !SecretSearch.isNameByte(byte) }

    /// Returns whether a word begins at a letter of a name: after a separator, and at a capital after a small letter or a digit or before a
    /// small letter, as in `SSOPass`.
    static func beginsWord(_ place: Int, in bytes: ByteView) -> Bool {
        let before = bytes[place - 1]
        guard ByteClass.isLetter(before) || ByteClass.isDigit(before) else { return true }
        guard ByteClass.isLetter(bytes[place]), bytes[place] & 0x20 == 0 else { return false }
        return before & 0x20 != 0 || bytes[place + 1] & 0x20 != 0
    }

    /// Returns whether a byte may be ignored, after setting bit 0x20: a filler, or one beyond ASCII.
    private static func mayBeFiller(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "{") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// The bytes between the words of a name. Browsers remove tabs and line ends.
    private static let fillers = ByteSet("_-.[] \t\r\n")
}

/// A set of byte pairs, by the last six bits of each byte. Pairs that differ only in the other bits are one.
struct BytePairs: Sendable {
    /// For each first byte, its second bytes.
    private var seconds = [UInt64](repeating: 0, count: 64)

    mutating func insert(_ first: UInt8, _ second: UInt8) { seconds[Int(first & 63)] |= 1 << UInt64(second & 63) }

    @inline(__always)
    func mayContain(_ first: UInt8, _ second: UInt8) -> Bool { seconds[Int(first & 63)] >> UInt64(second & 63) & 1 != 0 }
}
