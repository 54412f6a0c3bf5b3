import AppLinks
import Bytes

/// Finds `&`, `?` and `;` that stand where another one of them belongs.
///
///    https://a.example/p&x=1        https://a.example/p?x=1
///    https://a.example/p&x=1?y=2    https://a.example/p?x=1&y=2
///    shop://item&x=1?y=2            shop://item?x=1&y=2
///    https://a.example/p?x=1?y=2    https://a.example/p?x=1&y=2
///    https://a.example/p?x=1;y=2    https://a.example/p?x=1&y=2
///    https://a.example/#p?utm_id=1  https://a.example/?utm_id=1#p
enum QueryDelimiters {
    /// Finds an `&` before the query. An `&` in the host of a web link has another finding.
    static func examinePath(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard url.hasAmpersandInPath || !url.isWeb else { return }
        let bytes = url.bytes
        let path = url.components.path
        let isInHost = path.isEmpty && !url.isWeb
        guard let part = isInHost ? url.components.host : path else { return }
        if let sign = beginning(bytes, part) {
            var changes = [Repair.Edit(sign..<sign + 1, "?".utf8)]
            if url.components.query != nil { changes.append(Repair.Edit(path.upperBound..<path.upperBound + 1, "&".utf8)) }
            let name = isInHost ? "host" : "path"
            let message = "No ? comes before this &, so apps read the parameters after it as part of the \(name)."
            sink.found(
                Finding(
                    .queryDelimiter, message, range: edits.place(sign..<sign + 1),
                    repair: edits.repair("Begin the query with ? here.", changes)))
        }
    }

    /// Finds the parameters of a campaign in the fragment of a page without a query: `#reviews?utm_source=mail`. The route of a single-page
    /// app may have a query there, but analytics read the parameters of a campaign before the #.
    static func examineFragment(_ edits: LayerEdits, _ url: SplitLink, _ fragment: Range<Int>, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard bytes[fragment.lowerBound] != UInt8(ascii: "/"), bytes[fragment.lowerBound] != UInt8(ascii: "!"),
            let mark = FragmentQuery.mark(bytes, fragment), bytes.has("utm_", at: mark + 1, before: fragment.upperBound)
        else { return }
        let hash = fragment.lowerBound - 1
        let changes = [Repair.Edit(hash..<hash, bytes[mark..<fragment.upperBound]), Repair.Edit(mark..<fragment.upperBound, [])]
        let message = "The ? comes after the #, so servers do not get these parameters, and analytics may miss the campaign."
        sink.found(
            Finding(
                .queryDelimiter, message, range: edits.place(mark..<mark + 1),
                repair: edits.repair("Move the parameters before the #.", changes)))
    }

    /// Finds a second `?`.
    static func examineQuery(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard url.hasSecondQuestionMark else { return }
        let bytes = url.bytes
        let seconds = url.query.components.compactMap { component in
            component.item.value.flatMap { second(bytes, $0) }.map { (place: $0, name: component.name) }
        }
        guard let first = seconds.first else { return }
        let name = Finding.shortened(url.query.decoded.string(first.name))
        let message =
            "A second ? does not start a new parameter. The text after it, up to the next &, belongs to the value of \(name)."
        let repair = edits.repair("Write & instead.", seconds.map { Repair.Edit($0.place..<$0.place + 1, "&".utf8) })
        sink.found(Finding(.queryDelimiter, message, range: edits.place(first.place..<first.place + 1), repair: repair))
    }

    /// Finds parameters that are separated by `;`, as old servers did. All that follows the `;` must look like that, because a `;` may belong
    /// to a value.
    static func examineSemicolons(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard url.hasSemicolon else { return }
        let bytes = url.bytes
        var signs: [Int] = []
        var first: LinkQuery.Component?
        for component in url.query.components {
            guard let value = component.item.value, bytes[value].contains(semicolon) else { continue }
            let pair = bytes[component.item.key.lowerBound..<value.upperBound]
            let parts = pair.split(separator: semicolon, omittingEmptySubsequences: false)
            guard parts.allSatisfy({ part in isPair(part) && part.count { $0 == UInt8(ascii: "=") } == 1 }) else { continue }
            if first == nil { first = component }
            signs += value.filter { bytes[$0] == semicolon }
        }
        guard let first else { return }
        let name = Finding.shortened(url.query.decoded.string(first.name))
        let message =
            "Old servers separate parameters with ; as here. Other programs read everything after the first = as the value of \(name)."
        let repair = edits.repair("Write & instead.", signs.map { Repair.Edit($0..<$0 + 1, "&".utf8) })
        sink.found(Finding(.semicolonSeparator, message, range: edits.place(signs[0]..<signs[0] + 1), repair: repair))
    }

    private static let semicolon = UInt8(ascii: ";")

    /// Returns the first `&` of a path that ends in parameters. Some schemes have only parameters and no `?`: `prefs:root=General&path=About`.
    static func beginning(_ bytes: [UInt8], _ path: Range<Int>) -> Int? {
        let sign = bytes.span.place(of: UInt8(ascii: "&"), from: path.lowerBound, end: path.upperBound)
        guard sign < path.upperBound, sign > path.lowerBound, !isPair(bytes[path.lowerBound..<sign]) else { return nil }
        let parts = bytes[sign + 1..<path.upperBound].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return parts.allSatisfy { isPair($0) } ? sign : nil
    }

    /// Returns the `?` of a value after which another parameter follows. A value that is a path or a link may have a query of its own.
    private static func second(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
        guard let sign = bytes[value].firstIndex(of: UInt8(ascii: "?")), isPair(bytes[sign + 1..<value.upperBound]) else { return nil }
        return bytes[value.lowerBound..<sign].contains { "/:%{".utf8.contains($0) } ? nil : sign
    }

    /// Returns whether this is a name of letters, an `=` and a value.
    private static func isPair(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex, sign + 1 < text.endIndex else { return false }
        return ByteClass.isLetter(text[text.startIndex]) && text[..<sign].allSatisfy { ByteClass.isUnreserved($0) }
    }
}
