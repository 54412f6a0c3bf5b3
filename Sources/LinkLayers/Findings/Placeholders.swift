import Bytes

/// Finds placeholders that the sender of a link did not replace with a value.
///
///    utm_source={{campaign.name}}    id=%%FIRST%%    c={PLACEMENT}    c=__CAMPAIGN_NAME__
///    utm_source=[[source]]           id=${x}         m=*|FNAME|*      ref=<insert>
///
/// JSON is no placeholder: it has quotes, or no name between its brackets.
enum Placeholders {
    /// Returns the first placeholder in a value. Placeholders with a single sign on each side must be the whole value, because such signs have
    /// other meanings, too.
    static func first(in bytes: Span<UInt8>) -> Range<Int>? {
        guard bytes.count >= 3, mayHold(bytes[0]) || mayHold(bytes[bytes.count - 1]) else { return nil }
        let whole = 0..<bytes.count
        if isWhole(bytes, "{", "}", isNamed) || isWhole(bytes, "<", ">", isWords) || isWhole(bytes, "__", "__", isMacro) { return whole }
        for index in 0..<bytes.count - 3 {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                if let end = end(bytes, index, "{{", "}}", isExpression) { return index..<end }
            case UInt8(ascii: "["):
                if let end = end(bytes, index, "[[", "]]", isNamed) { return index..<end }
            case UInt8(ascii: "$"):
                if let end = end(bytes, index, "${", "}", isNamed) { return index..<end }
            case UInt8(ascii: "%"):
                if let end = end(bytes, index, "%%", "%%", isNamed) { return index..<end }
            case UInt8(ascii: "*"):
                if let end = end(bytes, index, "*|", "|*", isExpression) { return index..<end }
            default: break
            }
        }
        return nil
    }

    private static func mayHold(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "$"),
            UInt8(ascii: "%"), UInt8(ascii: "*"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isWhole(
        _ bytes: Span<UInt8>, _ opening: StaticString, _ closing: StaticString, _ isName: (Span<UInt8>) -> Bool
    ) -> Bool {
        end(bytes, 0, opening, closing, isName) == bytes.count
    }

    /// Returns the end of a placeholder that begins at `start`.
    private static func end(
        _ bytes: Span<UInt8>, _ start: Int, _ opening: StaticString, _ closing: StaticString, _ isName: (Span<UInt8>) -> Bool
    ) -> Int? {
        guard bytes.hasLetters(opening, at: start, before: bytes.count) else { return nil }
        let name = start + opening.utf8CodeUnitCount
        var index = name + 1
        while index < min(bytes.count, name + longest) {
            if bytes.hasLetters(closing, at: index, before: bytes.count), isName(bytes.extracting(name..<index)) {
                return index + closing.utf8CodeUnitCount
            }
            index += 1
        }
        return nil
    }

    private static let longest = 64

    /// Matches `campaign.id` and `PLACEMENT`. `{random}` is replaced by the service that the link belongs to.
    private static func isNamed(_ name: Span<UInt8>) -> Bool {
        guard isFirst(name[0]) else { return false }
        for index in 0..<name.count where !isFirst(name[index]) && !ByteClass.isDigit(name[index]) && name[index] != UInt8(ascii: ".") {
            return false
        }
        let whole = 0..<name.count
        return !name.isWord("random", in: whole) && !name.isWord("null", in: whole)
    }

    /// Matches `CAMPAIGN_NAME`.
    private static func isMacro(_ name: Span<UInt8>) -> Bool {
        for index in 0..<name.count {
            let byte = name[index]
            let isCapital = ByteClass.isLetter(byte) && byte == byte & ~0x20
            if !isCapital, byte != UInt8(ascii: "_"), index == 0 || !ByteClass.isDigit(byte) { return false }
        }
        return name[0] != UInt8(ascii: "_")
    }

    /// Matches `insert your name`.
    private static func isWords(_ name: Span<UInt8>) -> Bool {
        guard name.count >= 3, isFirst(name[0]) else { return false }
        for index in 0..<name.count where !isFirst(name[index]) && name[index] != 0x20 && name[index] != UInt8(ascii: "-") { return false }
        return true
    }

    /// Matches `campaign.name | default: x`, but no JSON.
    private static func isExpression(_ text: Span<UInt8>) -> Bool {
        var hasLetter = false
        for index in 0..<text.count {
            switch text[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","): return false
            default: hasLetter = hasLetter || ByteClass.isLetter(text[index])
            }
        }
        return hasLetter
    }

    private static func isFirst(_ byte: UInt8) -> Bool { ByteClass.isLetter(byte) || byte == UInt8(ascii: "_") }
}
