import AppLinks
import Bytes

/// Finds placeholders that the sender of a link did not replace with a value.
///
///    utm_source={{campaign.name}}    id=%%FIRST%%    c={PLACEMENT}    c=__CAMPAIGN_NAME__
///    utm_source=[[source]]           id=${x}         m=*|FNAME|*      ref=<insert>     c=[CLICK_ID]     n=%FIRSTNAME%
///    https://a.example/item/{id}     https://a.example/%%SLUG%%       shop://home#/item/{{id}}
///    https://a.example/item/:id      id=$id           id=\(item.id)   id=%s           n=%1$d
///
/// JSON is no placeholder: it has quotes, or no name between its brackets.
enum Placeholders {
    /// Returns the first placeholder in a value. Placeholders with a single sign on each side must be the whole value, because such signs have
    /// other meanings, too.
    ///
    /// - Parameter isValue: Whether the text is the value of a parameter. Elsewhere, a word such as `__NAME__` is the name of a file.
    static func first(in bytes: Span<UInt8>, isValue: Bool = true) -> Range<Int>? {
        guard bytes.count >= 2, marks.contains(bytes[0]) || marks.contains(bytes[bytes.count - 1]) else { return nil }
        let whole = 0..<bytes.count
        if isFormat(bytes) || isVariable(bytes, isValue: isValue) { return whole }
        guard bytes.count >= 3 else { return nil }
        if isWhole(bytes, "\\(", ")", isExpression) || isWhole(bytes, "{", "}", isNamed) || isWhole(bytes, "<", ">", isWords)
            || isWhole(bytes, "[", "]", isLongMacro) || isWhole(bytes, "%", "%", isWordMacro)
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
        for index in range.lowerBound...range.upperBound where index == range.upperBound || delimiters.contains(bytes[index]) {
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

    /// Returns the text of the first placeholder in a part of a path or a fragment.
    private static func first(in bytes: [UInt8], _ part: Range<Int>) -> [UInt8]? {
        guard part.count >= 2, mayHold(bytes, part) else { return nil }
        return text(in: PercentCoding.decoded(bytes.span, part).span, written: bytes.span.extracting(part), isValue: false)
    }

    /// Returns the text of the first placeholder. `%%DAY%%` reads as a placeholder only before the escapes are decoded.
    static func text(in decoded: Span<UInt8>, written: Span<UInt8>, isValue: Bool = true) -> [UInt8]? {
        if let place = first(in: decoded, isValue: isValue) { return decoded.extracting(place).array }
        guard written.hasLetters("%%", at: 0) else { return nil }
        return first(in: written, isValue: isValue).map { written.extracting($0).array }
    }

    /// Returns whether a part begins or ends with a sign of a placeholder. Most parts with escapes do not, and are not decoded.
    private static func mayHold(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        let last = PercentCoding.escape(in: bytes.span, at: part.upperBound - 3, end: part.upperBound) ?? bytes[part.upperBound - 1]
        if last != UInt8(ascii: "_"), marks.contains(last) { return true }
        let first = PercentCoding.escape(in: bytes.span, at: part.lowerBound, end: part.upperBound) ?? bytes[part.lowerBound]
        return first != UInt8(ascii: "_") && marks.contains(first)
    }

    private static let delimiters = ByteSet("/?&=;")
    private static let signsOfJSON = ByteSet("\"{},")
    /// The bytes with which a placeholder may begin or end.
    private static let marks = ByteSet("{}[]<$%*_\\:")

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
        let whole = 0..<name.count
        return whole.allSatisfy { isFirst(name[$0]) || ByteClass.isDigit(name[$0]) || name[$0] == UInt8(ascii: ".") }
            && !name.isWord("random", in: whole) && !name.isWord("null", in: whole)
    }

    /// Matches `%s`, `%@`, `%ld` and `%1$s`, where a program puts a value into a format.
    private static func isFormat(_ bytes: Span<UInt8>) -> Bool {
        guard bytes[0] == PercentCoding.percent, bytes.count <= 8, "sdiuf@".utf8.contains(bytes[bytes.count - 1]) else { return false }
        return (1..<bytes.count - 1).allSatisfy { ByteClass.isDigit(bytes[$0]) || "l$.".utf8.contains(bytes[$0]) }
    }

    /// Matches `$id`, as Kotlin and shells write it, and the segment `:id` of a route.
    private static func isVariable(_ bytes: Span<UInt8>, isValue: Bool) -> Bool {
        guard bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: ":") && !isValue else { return false }
        return isNamed(bytes.extracting(1..<bytes.count)) && !reserved.contain(bytes, 1..<bytes.count)
    }

    /// Names that have a meaning after a `$`: segments of OData and containers of Azure.
    private static let reserved: [StaticString] = [
        "metadata", "value", "count", "batch", "ref", "links", "all", "entity", "crossjoin", "filter", "query", "web", "root", "logs",
    ]

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
        return (0..<name.count).allSatisfy { isFirst(name[$0]) || name[$0] == 0x20 || name[$0] == UInt8(ascii: "-") }
    }

    /// Matches `campaign.name | default: x`, but no JSON.
    private static func isExpression(_ text: Span<UInt8>) -> Bool {
        !text.indices.contains { signsOfJSON.contains(text[$0]) } && text.indices.contains { ByteClass.isLetter(text[$0]) }
    }

    private static func isFirst(_ byte: UInt8) -> Bool { ByteClass.isLetter(byte) || byte == UInt8(ascii: "_") }
}

/// Recognizes what JavaScript writes into a text for a value that is missing or not text.
///
///    acme://order/undefined?ref=null&amount=NaN        /p/[object%20Object]
///
/// Words of other languages, such as `None` and `nil`, also have a meaning of their own. So have these words where people look things up:
/// in `?q=null` and in `/docs/Global_Objects/undefined`.
enum MissingValues {
    private static let words: [StaticString] = ["null", "NaN", "undefined", "[object Object]"]

    /// Returns the word if a decoded value or path segment is exactly that word.
    static func word(_ text: Span<UInt8>) -> StaticString? {
        guard (3...15).contains(text.count), mayBegin(text[0]) else { return nil }
        return ByteView.with(text) { text in words.first { $0.utf8CodeUnitCount == text.count && text.hasPrefix($0, at: 0) } }
    }

    /// The names of parameters whose value is a text that someone searches for.
    private static let searches: [StaticString] = [
        "q", "query", "search", "s", "term", "keyword", "keywords", "searchterm", "search_term", "search_query",
    ]

    /// Returns whether the value of a parameter with this name is a text that someone searches for. The case of the name does not matter.
    static func isSearch(_ name: Span<UInt8>) -> Bool { searches.contain(name, 0..<name.count) }

    /// The segments of paths after which a segment may name the topic of a page, such as `undefined`.
    private static let references: [StaticString] = [
        "docs", "doc", "documentation", "reference", "wiki", "dictionary", "define", "package", "packages", "tagged", "tags", "tag",
        "topics", "hashtag", "search",
    ]

    /// Returns whether a word may begin with this byte of a decoded text.
    private static func mayBegin(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") || byte == UInt8(ascii: "u") || byte == UInt8(ascii: "[")
    }

    /// Reports the first segment of a path that is such a word.
    static func examinePath(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let path = url.components.path
        var missing: (word: StaticString, segment: Range<Int>)?
        ByteView.with(bytes.span) { view in
            view.forEachPart(of: path, separatedBy: UInt8(ascii: "/")) { segment in
                // Few segments have the length of such a word, and others are not decoded.
                let first = view[segment.lowerBound]
                let isLikely = (segment.count <= 4 || segment.count == 9) && mayBegin(first)
                // What comes before the first slash is an address, as in mailto:.
                guard missing == nil, segment.count >= 3, segment.lowerBound > path.lowerBound,
                    isLikely || first == PercentCoding.percent || first == UInt8(ascii: "["),
                    let word = PercentCoding.withDecoded(bytes.span, segment, word)
                else { return }
                missing = (word, segment)
            }
        }
        guard let (word, segment) = missing else { return }
        let before = bytes[path.lowerBound..<segment.lowerBound].split(separator: UInt8(ascii: "/"))
        if before.contains(where: { references.contain(bytes.span, $0.indices) }) { return }
        let message = "The sender's program probably wrote \(word) into the path instead of a value."
        sink.found(Finding(.placeholder, message, range: edits.place(segment)))
    }
}
