import AppLinks
import Bytes

/// Checks the escapes in a link's host, path and fragment.
enum PathFindings {
    /// Reports problems of the host, the path and the fragment. Returns the parts of the path with a placeholder.
    ///
    /// - Parameter layer: The path of names to the link. Nil for the input.
    static func examine(_ edits: LayerEdits, _ url: SplitLink, in layer: String?, _ sink: inout FindingList) -> [Range<Int>] {
        let bytes = edits.text.bytes
        let components = url.components
        MissingValues.examinePath(edits, url, &sink)
        if let host = components.host, hasEscape(bytes, host) {
            tellDoubleEncoding(host, "The host", of: layer, edits, &sink)
            examine(host, "The host", of: layer, edits, isText: false, &sink)
        }
        let isEscaped = hasEscape(bytes, components.path)
        if isEscaped {
            tellHash(edits, url, &sink)
            tellDoubleEncoding(components.path, "The path", of: layer, edits, &sink)
            examine(components.path, "The path", of: layer, edits, isText: false, &sink)
        }
        if let fragment = components.fragment, hasEscape(bytes, fragment) {
            examine(fragment, "The fragment", of: layer, edits, isText: true, &sink)
        }
        guard url.needsEncoding || isEscaped || hasVariable(bytes, components.path),
            components.path.first.map({ bytes[$0] }) == UInt8(ascii: "/")
        else { return [] }
        var path = components.path
        // A name at Cash App and an invoice of Telegram begin with a $.
        if let host = components.host, bytes.isWord("cash.app", in: host) || bytes.isWord("t.me", in: host),
            bytes[path].starts(with: "/$".utf8)
        {
            path = (bytes[path].dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound)..<path.upperBound
        }
        return path.isEmpty ? [] : Placeholders.tell(in: path, named: name("the path", of: layer), edits, &sink)
    }

    /// Reports a double encoding and the placeholders in a fragment, except those in the layer that was peeled off it. Returns the parts with a
    /// placeholder.
    static func examine(
        fragment: Range<Int>, apartFrom layer: Range<Int>?, _ edits: LayerEdits, _ url: SplitLink, in path: String?,
        _ sink: inout FindingList
    ) -> [Range<Int>] {
        let bytes = edits.text.bytes
        let own = fragment.lowerBound..<(layer?.lowerBound ?? fragment.upperBound)
        if hasEscape(bytes, own) { tellDoubleEncoding(own, "The fragment", of: path, edits, &sink) }
        tellSecondHash(fragment, edits, url, &sink)
        // A text to scroll to may have any words.
        guard url.needsEncoding || hasEscape(bytes, own) || hasVariable(bytes, own),
            !bytes.has(":~:", at: own.lowerBound, before: own.upperBound)
        else { return [] }
        return Placeholders.tell(in: own, named: name("the fragment", of: path), edits, &sink)
    }

    /// Returns whether a part may have the name of a variable, such as `:id` and `$id`.
    private static func hasVariable(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        ":$".utf8.contains { bytes.span.place(of: $0, from: range.lowerBound, end: range.upperBound) < range.upperBound }
    }

    private static func hasEscape(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.span.place(of: PercentCoding.percent, from: range.lowerBound, end: range.upperBound) < range.upperBound
    }

    private static func examine(
        _ range: Range<Int>, _ part: StaticString, of layer: String?, _ edits: LayerEdits, isText: Bool, _ sink: inout FindingList
    ) {
        let bytes = edits.text.bytes
        guard HiddenCharacters.mayStandEscaped(bytes, range) else { return }
        let decoded = MappedText(bytes).percentDecoded(range)
        if let place = invalidByte(in: decoded.bytes) {
            let message = "\(name(part, of: layer)) is not UTF-8 after percent-decoding: programs show different characters, or none."
            sink.found(Finding(.undecodableText, message, range: edits.place(decoded.original(place))))
        } else if let finding = HiddenCharacters.finding(escapedIn: range, of: edits, name(part, of: layer), isText: isText) {
            sink.found(finding)
        }
    }

    /// Returns the name of a part for a message: `The path`, or `The path of the link in u`.
    private static func name(_ part: StaticString, of layer: String?) -> String {
        guard let layer, !layer.isEmpty else { return "\(part)" }
        return "\(part) of the link in \(Quote.beginning(layer))"
    }

    private static func invalidByte(in bytes: [UInt8]) -> Range<Int>? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.isEmpty ? error.byteOffsets.lowerBound..<error.byteOffsets.lowerBound + 1 : error.byteOffsets
        }
    }

    // MARK: Encoded twice

    /// Reports segments that are still percent-encoded after they were decoded once, such as `a%2520b`. One finding covers all such
    /// segments.
    private static func tellDoubleEncoding(
        _ range: Range<Int>, _ part: StaticString, of layer: String?, _ edits: LayerEdits, _ sink: inout FindingList
    ) {
        let bytes = edits.text.bytes
        var found: [(range: Range<Int>, meant: [UInt8]?)] = []
        var start = range.lowerBound
        var isTwice = false
        for index in range.lowerBound...range.upperBound {
            if index < range.upperBound, ByteClass.isUnreserved(bytes[index]) { continue }
            if index < range.upperBound, bytes[index] == UInt8(ascii: "%") {
                isTwice = isTwice || bytes.hasLetters("%25", at: index)
                continue
            }
            if isTwice {
                let decoded = PercentCoding.decoded(bytes.span, start..<index)
                if ValueForm.isEncoded(decoded.span) { found.append((start..<index, ValueFindings.unwound(decoded))) }
            }
            start = index + 1
            isTwice = false
        }
        // A link that was encoded as a whole has a finding of its own.
        guard let first = found.first, layer != nil || ValueFindings.encodedLink(bytes) == nil else { return }
        let repairs = found.compactMap { word in word.meant.map { LinkRepair.Edit(word.range, PercentCoding.encoded($0)) } }
        let repair = repairs.count == found.count ? edits.repair(ValueFindings.unwinding, repairs) : nil
        let message = ValueFindings.encodedTwice(name(part, of: layer))
        sink.found(Finding(.doubleEncoding, message, range: edits.place(first.range), repair: repair))
    }

    // MARK: # as %23

    /// Reports an escaped `#`. The escape makes the fragment part of the path. Single-page sites keep their state in the fragment.
    private static func tellHash(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let isWeb = url.isWeb
        // A telephone number may have a #, and must have it escaped.
        if let scheme = url.components.scheme, PhoneFindings.isNumber(bytes, scheme) { return }
        guard let place = escapedHash(bytes, url.components.path, isWeb: isWeb) else { return }
        let reader = isWeb ? "site" : "app"
        let message = "The # is escaped as %23: the fragment becomes part of the path, which the \(reader) does not know."
        var finding = Finding(.encodedHash, message, range: edits.place(place))
        // In a link with a query, an unescaped `#` would make all parameters part of the fragment.
        if url.components.query == nil, url.components.fragment == nil {
            finding.repair = edits.repair("Write # unescaped.", [LinkRepair.Edit(place, "#".utf8)])
        }
        sink.found(finding)
    }

    /// Reports a second `#`, and an escaped one before parameters: `#/%23access_token=…`. Neither has a repair, because only the site's
    /// scripts know what they read.
    private static func tellSecondHash(_ fragment: Range<Int>, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        if let scheme = url.components.scheme, PhoneFindings.isNumber(bytes, scheme) { return }
        let second = bytes.span.place(of: UInt8(ascii: "#"), from: fragment.lowerBound, end: fragment.upperBound)
        if second < fragment.upperBound, second > fragment.lowerBound {
            let message = "A second # must be written as %23 (RFC 3986): programs disagree on where the fragment begins and ends."
            return sink.found(Finding(.unescapedSign, message, range: edits.place(second..<second + 1)))
        }
        guard let place = escapedHash(bytes, fragment, isWeb: true),
            let sign = bytes[place.upperBound..<fragment.upperBound].firstIndex(of: UInt8(ascii: "=")),
            QueryDelimiters.isName(bytes[place.upperBound..<sign])
        else { return }
        let name = Quote.beginning(String(decoding: bytes[place.upperBound..<sign], as: UTF8.self))
        let message =
            "The # before \(name) is escaped as %23, so \(name) and its value are part of the route: code that looks for them after a # finds nothing."
        sink.found(Finding(.encodedHash, message, range: edits.place(place)))
    }

    private static func escapedHash(_ bytes: [UInt8], _ path: Range<Int>, isWeb: Bool) -> Range<Int>? {
        let place = path.first { index in
            bytes[index] == PercentCoding.percent && bytes.has("%23", at: index, before: path.upperBound)
                && !isName(bytes, index, path, isWeb: isWeb)
        }
        return place.map { $0..<$0 + 3 }
    }

    /// Returns whether the `#` belongs to a name. Names of languages and notes end in `#` (`/tagged/c%23`). In links with other schemes
    /// than http and https, names of rooms and channels begin with `#`.
    private static func isName(_ bytes: [UInt8], _ index: Int, _ path: Range<Int>, isWeb: Bool) -> Bool {
        if index - 1 >= path.lowerBound, ByteClass.isLetter(bytes[index - 1]) {
            return index - 2 < path.lowerBound || !ByteClass.isLetterOrDigit(bytes[index - 2])
        }
        guard !isWeb, index + 3 < path.upperBound else { return false }
        return ByteClass.isLetterOrDigit(bytes[index + 3])
    }
}
