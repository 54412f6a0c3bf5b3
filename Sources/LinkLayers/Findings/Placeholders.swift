import Bytes

/// Finds placeholders that the sender of a link did not replace with a value.
///
///    utm_source={{campaign.name}}    id=%%FIRST%%    c={PLACEMENT}    c=__CAMPAIGN_NAME__
///    utm_source=[[source]]           id=${x}         m=*|FNAME|*      ref=<insert>     c=[CLICK_ID]     n=%FIRSTNAME%
///    https://a.example/item/{id}     https://a.example/%%SLUG%%       shop://home#/item/{{id}}
///
/// JSON is no placeholder: it has quotes, or no name between its brackets.
enum Placeholders {
    /// Returns the first placeholder in a value. Placeholders with a single sign on each side must be the whole value, because such signs have
    /// other meanings, too.
    ///
    /// - Parameter isValue: Whether the text is the value of a parameter. Elsewhere, a word such as `__NAME__` is the name of a file.
    static func first(in bytes: Span<UInt8>, isValue: Bool = true) -> Range<Int>? {
        guard bytes.count >= 3, mayHold(bytes[0]) || mayHold(bytes[bytes.count - 1]) else { return nil }
        let whole = 0..<bytes.count
        if isWhole(bytes, "{", "}", isNamed) || isWhole(bytes, "<", ">", isWords) || isWhole(bytes, "[", "]", isLongMacro)
            || isWhole(bytes, "%", "%", isWordMacro)
        {
            return whole
        }
        if isValue, isWhole(bytes, "__", "__", isMacro) { return whole }
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

    /// Reports the placeholders in the parts of a path or a fragment that delimiters separate. One finding covers all of them. Returns the
    /// parts with a placeholder.
    ///
    /// - Parameter place: What the finding calls the path or the fragment.
    static func tell(
        in range: Range<Int>, named place: @autoclosure () -> String, _ edits: LayerEdits, _ sink: inout FindingList
    ) -> [Range<Int>] {
        let bytes = edits.text.bytes
        var found: [Range<Int>] = []
        var text: [UInt8] = []
        var start = range.lowerBound
        for index in range.lowerBound...range.upperBound where index == range.upperBound || isDelimiter(bytes[index]) {
            if let placeholder = first(in: bytes, start..<index) {
                if found.isEmpty { text = placeholder }
                found.append(start..<index)
            }
            start = index + 1
        }
        guard let first = found.first else { return [] }
        let name = Quote.beginning(String(decoding: text, as: UTF8.self))
        let message = "The sender did not fill in the placeholder \(name) in \(place()).\(Finding.others(found.count, "part"))"
        let parts = found.map { edits.place($0) }
        // %%DAY%% has an escape that is not UTF-8.
        sink.found(cause: Finding(.placeholder, message, range: edits.place(first))) { finding in
            finding.code == .undecodableText && finding.range.map { range in parts.contains { $0.overlaps(range) } } ?? false
        }
        return found
    }

    /// Returns the first placeholder in a part of a path or a fragment. `%%DAY%%` reads as a placeholder only before the escapes are decoded.
    private static func first(in bytes: [UInt8], _ part: Range<Int>) -> [UInt8]? {
        guard part.count >= 3, mayHold(bytes, part) else { return nil }
        let decoded = PercentCoding.decoded(bytes.span, part)
        if let place = first(in: decoded.span, isValue: false) { return Array(decoded[place]) }
        guard bytes.has("%%", at: part.lowerBound, before: part.upperBound) else { return nil }
        let written = bytes.span.extracting(part)
        return first(in: written, isValue: false).map { written.extracting($0).array }
    }

    /// Returns whether a part begins or ends with a sign of a placeholder. Most parts with escapes do not, and are not decoded.
    private static func mayHold(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        let last = PercentCoding.escape(in: bytes.span, at: part.upperBound - 3, end: part.upperBound) ?? bytes[part.upperBound - 1]
        if last != UInt8(ascii: "_"), mayHold(last) { return true }
        let first = PercentCoding.escape(in: bytes.span, at: part.lowerBound, end: part.upperBound) ?? bytes[part.lowerBound]
        return first != UInt8(ascii: "_") && mayHold(first)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: ";"): true
        default: false
        }
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

    /// Matches `FIRSTNAME`. Fewer letters between two percent signs may be what a wrong encoding left.
    private static func isWordMacro(_ name: Span<UInt8>) -> Bool { name.count >= 4 && isMacro(name) }

    /// Matches `CLICK_ID`. A single word in brackets may be a list: `[EUR]`.
    private static func isLongMacro(_ name: Span<UInt8>) -> Bool {
        isMacro(name) && name.place(of: UInt8(ascii: "_"), from: 0, end: name.count) < name.count - 1
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
