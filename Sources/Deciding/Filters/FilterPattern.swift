import Bytes

/// A text or a pattern of a filter's `<data>`, and how it is compared. Patterns never go back: what a `*` has taken stays taken
/// (`android.os.PatternMatcher`).
package struct FilterPattern: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The whole text.
        case literal = ""
        case prefix = "Prefix"
        /// `.` is any character, `x*` any number of x, `.*` everything up to the next character of the pattern, `\` escapes.
        case simple = "Pattern"
        /// From Android 12 on.
        case suffix = "Suffix"
        /// Like a simple one, with sets such as `[a-z]` and counts such as `{2,3}`; a repetition takes as much as it can. From Android 12 on.
        case advanced = "AdvancedPattern"

        /// The first version of Android, by its API level, that does not ignore this kind.
        var since: Int { self == .suffix || self == .advanced ? 31 : 1 }
    }

    package let kind: Kind
    package let text: String
    private let pieces: [Piece]
    /// Whether the pattern can be read. Android refuses an app with one that cannot.
    package let isValid: Bool

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
        let read: [Piece]? =
            switch kind {
            case .literal, .prefix, .suffix: []
            case .simple: Self.simple(Array(text.utf16))
            case .advanced: Self.advanced(Array(text.utf16))
            }
        pieces = read ?? []
        isValid = read != nil
    }

    /// - Parameter api: The API level of the device. Up to 35, an escaped dot of a simple pattern matches any character.
    package func matches(_ text: String, api: Int) -> Bool {
        guard isValid else { return false }
        switch kind {
        case .literal: return text.hasBytes(of: self.text)
        case .prefix: return text.utf8.starts(with: self.text.utf8)
        case .suffix: return text.utf8.reversed().starts(with: self.text.utf8.reversed())
        case .simple, .advanced: break
        }
        // Android runs patterns unit by unit, so a character beyond U+FFFF is two of them.
        let text = Array(text.utf16)
        var place = 0
        for piece in pieces {
            if case .upTo(let next) = piece.what {
                guard let found = text[place...].firstIndex(of: next) else { return false }
                place = found + 1
                continue
            }
            if case .rest = piece.what { return true }
            // A simple pattern looks no further than the text: a repetition that would take nothing at its end does not match.
            if kind == .simple, place == text.count { return false }
            let most = min(piece.most, text.count - place)
            var count = 0
            while count < most, piece.takes(text[place + count], dotIsAny: kind == .simple && api <= 35) { count += 1 }
            guard count >= piece.least else { return false }
            place += count
        }
        return place == text.count
    }

    // MARK: Reading

    /// A piece of a pattern, with how often it may repeat.
    private struct Piece: Sendable, Hashable {
        enum What: Sendable, Hashable {
            case any
            case one(UInt16, escaped: Bool)
            case set([ClosedRange<UInt16>], isInverted: Bool)
            /// The `.*` of a simple pattern with the character that follows it.
            case upTo(UInt16)
            /// The `.*` that ends a simple pattern.
            case rest
        }

        var what: What
        var least = 1
        var most = 1

        init(_ what: What) { self.what = what }

        func takes(_ unit: UInt16, dotIsAny: Bool) -> Bool {
            switch what {
            case .any, .rest, .upTo: true
            case .one(let own, let escaped): own == unit || escaped && dotIsAny && own == UInt16(ascii: ".") && most == 1
            case .set(let ranges, let isInverted): ranges.contains { $0.contains(unit) } != isInverted
            }
        }
    }

    private static func simple(_ units: [UInt16]) -> [Piece] {
        var pieces: [Piece] = []
        var rest = units[...]
        while let (unit, escaped) = rest.takeUnit() {
            let isAny = unit == UInt16(ascii: ".") && !escaped
            var piece = Piece(isAny ? .any : .one(unit, escaped: escaped))
            if rest.first == UInt16(ascii: "*") {
                rest.removeFirst()
                if !isAny {
                    (piece.least, piece.most) = (0, .max)
                } else if let (next, _) = rest.takeUnit() {
                    piece = Piece(.upTo(next))
                } else {
                    piece = Piece(.rest)
                }
            }
            pieces.append(piece)
        }
        return pieces
    }

    private static func advanced(_ units: [UInt16]) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = units[...]
        while let (unit, escaped) = rest.takeUnit() {
            switch escaped ? 0 : unit {
            case UInt16(ascii: "."): pieces.append(Piece(.any))
            case UInt16(ascii: "["):
                guard let set = set(&rest) else { return nil }
                pieces.append(Piece(set))
            case UInt16(ascii: "*"), UInt16(ascii: "+"), UInt16(ascii: "{"):
                guard let last = pieces.indices.last, pieces[last].least == 1, pieces[last].most == 1,
                    let (least, most) = count(unit, &rest)
                else { return nil }
                (pieces[last].least, pieces[last].most) = (least, most)
            default: pieces.append(Piece(.one(unit, escaped: escaped)))
            }
        }
        return pieces
    }

    /// Reads a set after its `[`.
    private static func set(_ rest: inout ArraySlice<UInt16>) -> Piece.What? {
        let isInverted = rest.first == UInt16(ascii: "^")
        if isInverted { rest.removeFirst() }
        var ranges: [ClosedRange<UInt16>] = []
        while let (unit, escaped) = rest.takeUnit() {
            if unit == UInt16(ascii: "]"), !escaped { return ranges.isEmpty ? nil : .set(ranges, isInverted: isInverted) }
            var last = unit
            if rest.first == UInt16(ascii: "-"), rest.dropFirst().first != UInt16(ascii: "]") {
                rest.removeFirst()
                guard let (end, _) = rest.takeUnit(), end >= unit else { return nil }
                last = end
            }
            ranges.append(unit...last)
        }
        return nil
    }

    /// Reads how often a piece repeats: `*`, `+`, or the rest of `{2}`, `{2,}` or `{2,3}`.
    private static func count(_ sign: UInt16, _ rest: inout ArraySlice<UInt16>) -> (Int, Int)? {
        if sign == UInt16(ascii: "*") { return (0, .max) }
        if sign == UInt16(ascii: "+") { return (1, .max) }
        guard let end = rest.firstIndex(of: UInt16(ascii: "}")) else { return nil }
        let parts = String(decoding: rest[..<end], as: UTF16.self).split(separator: ",", omittingEmptySubsequences: false)
        rest = rest[(end + 1)...]
        guard (1...2).contains(parts.count), let least = Int(parts[0]), least >= 0 else { return nil }
        if parts.count == 1 { return (least, least) }
        if parts[1].isEmpty { return (least, .max) }
        guard let most = Int(parts[1]), most >= least else { return nil }
        return (least, most)
    }
}

extension UInt16 {
    fileprivate init(ascii: Unicode.Scalar) { self.init(UInt8(ascii: ascii)) }
}

extension ArraySlice<UInt16> {
    /// Takes the next unit, and whether a `\` escapes it. A `\` at the end stands for itself.
    fileprivate mutating func takeUnit() -> (unit: UInt16, escaped: Bool)? {
        guard let first = popFirst() else { return nil }
        guard first == UInt16(ascii: "\\"), let next = popFirst() else { return (first, false) }
        return (next, true)
    }
}
