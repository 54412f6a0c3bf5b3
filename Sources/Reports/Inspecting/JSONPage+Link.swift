import AppLinks
import Bytes
import LinkLayers

extension JSONPage {
    /// Appends the members of a link.
    mutating func append(_ inspection: LinkInspection, _ link: AppLinkReading) {
        secrets.begin(inspection, link)
        isDataPlain = false
        output.append("{\"inputURL\":")
        let input = output.count
        let isInputMasked = appendInput(link)
        let inputEnd = output.count
        if isInputMasked { appendPath("inputURL") }

        output.append(link.isAppLink ? ",\"isAppLink\":true,\"targetURL\":" : ",\"isAppLink\":false,\"targetURL\":")
        let target = output.count
        var isTargetMasked = isInputMasked
        if let url = link.target {
            isTargetMasked = append(url, link.fields.target, of: link)
        } else {
            output.repeat(input..<inputEnd)
        }
        let targetEnd = output.count
        if isTargetMasked { appendPath("targetURL") }

        appendParameters(link)
        appendData(link)
        let referer = appendFields(link, inspection.knownSourceApplication)

        if let session {
            appendMembers { session.appendEvents(to: &$0) }
        } else {
            output.append(",\"events\":[")
            if link.isAppLink {
                let urls = EventTexts(
                    target: target..<targetEnd, isTargetMasked: isTargetMasked, input: input..<inputEnd, isInputMasked: isInputMasked,
                    referer: referer)
                appendEvents(link, inspection.entry, urls)
            }
            output.append(UInt8(ascii: "]"))
        }
        append(layersOf: inspection)
        append(inspection.findings)
        if inspection.hasRepairs || link.absolute != nil {
            append(repaired: inspection.repairedText)
        } else {
            // The input URL is written as the link is.
            output.append(",\"repaired\":")
            output.repeat(input..<inputEnd)
            if isInputMasked { appendPath("repaired") }
        }
        if let scheme = link.components.scheme, SchemeName.isCustom(link.text, scheme) { appendParts(of: link) }
    }

    /// Appends the host and the path of a link whose scheme belongs to an app.
    private mutating func appendParts(of link: AppLinkReading) {
        output.append(",\"host\":")
        if let host = link.components.host {
            if append(host, of: link) { appendPath("host") }
        } else {
            output.append("null")
        }
        output.append(",\"path\":")
        if append(link.components.path, of: link) { appendPath("path") }
    }

    private mutating func append(_ part: Range<Int>, of link: AppLinkReading) -> Bool {
        output.append(Self.quote)
        let isMasked = output.appendMasked(link.text.span.extracting(part), secrets.input.parts(in: part))
        output.append(Self.quote)
        return isMasked
    }

    /// Appends the absolute string of the input URL in quotes. Returns whether a part of it was masked.
    private mutating func appendInput(_ link: AppLinkReading) -> Bool {
        if let absolute = link.absolute { return append(outside: absolute) }
        return appendMaskedInput(link.text.span)
    }

    /// Appends the text of the link in quotes. Returns whether a part of it was masked.
    mutating func appendMaskedInput(_ text: Span<UInt8>) -> Bool {
        output.append(Self.quote)
        let isMasked = output.appendMasked(text, secrets.input)
        output.append(Self.quote)
        return isMasked
    }

    /// Appends a URL of the data in quotes. Returns whether a part of it was masked.
    private mutating func append(_ url: AppLinkReading.URLText, _ node: Int?, of link: AppLinkReading) -> Bool {
        let hasNone = url.absolute == url.text && secrets.hasNone(node, of: link)
        output.append(Self.quote)
        let isMasked = link.withText(url.absolute) { append($0, isClean: secrets.isClean($0, hasNone: hasNone)) }
        output.append(Self.quote)
        return isMasked
    }

    /// Appends version, user agent and referer. If the link has a referer, the result has the ranges of the referer's fields in the output.
    private mutating func appendFields(_ link: AppLinkReading, _ sourceApplication: String?) -> RefererTexts {
        output.append(link.isAppLink ? ",\"version\":\"1.0\",\"userAgent\":" : ",\"version\":null,\"userAgent\":")
        if let agent = link.fields.userAgent {
            if appendDataText(link, agent) { appendPath("userAgent") }
        } else {
            output.append("null")
        }
        var texts = RefererTexts()
        guard let url = link.referer, let name = link.fields.refererAppName else {
            output.append(",\"hasReferer\":false,\"refererURL\":null,\"refererAppName\":null")
            appendSource(sourceApplication)
            return texts
        }
        output.append(",\"hasReferer\":true,\"refererURL\":")
        let start = output.count
        let isURLMasked = append(url, link.fields.refererURL, of: link)
        // The events contain the URL as it was written, which is usually equal to the absolute string.
        if url.absolute == url.text { texts.url = (start..<output.count, isURLMasked) }
        if isURLMasked { appendPath("refererURL") }
        output.append(",\"refererAppName\":")
        let nameStart = output.count
        let isNameMasked = appendDataText(link, name)
        texts.name = (nameStart..<output.count, isNameMasked)
        if isNameMasked { appendPath("refererAppName") }
        appendSource(sourceApplication)
        return texts
    }

    private mutating func appendSource(_ application: String?) {
        guard let application else { return }
        output.append(",\"sourceApplication\":")
        if append(outside: application) { appendPath("sourceApplication") }
    }

    // MARK: Paths

    static var quote: UInt8 { UInt8(ascii: "\"") }

    mutating func beginPath() {
        if paths.count > 0 { paths.append(UInt8(ascii: ",")) }
        pathStarts.append(paths.count)
    }

    mutating func appendPath(_ path: StaticString) {
        appendPath { $0.append(path) }
    }

    mutating func appendPath(_ write: (inout ByteWriter) -> Void) {
        beginPath()
        paths.append(Self.quote)
        write(&paths)
        paths.append(Self.quote)
    }

    /// Appends `.name`, or `["na.me"]` for a name that would be ambiguous. The path is part of the output, so the secrets of the name, which
    /// were found last, are masked too. Many values may have the same long name in their paths, so only its beginning is written.
    mutating func appendName(_ name: Span<UInt8>, at position: Int) {
        let end = name.characterEnd(atMost: Masking.longestName)
        let isCut = end < name.count
        let name = name.extracting(0..<end)
        let found = secrets.masked?.filter { $0.lowerBound < end }.map { $0.clamped(to: 0..<end) }
        var isPlain = name.count > 0
        for index in 0..<name.count {
            switch name[index] {
            case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""): isPlain = false
            default: break
            }
        }
        if isPlain { paths.append(UInt8(ascii: ".")) } else { paths.append("[\\\"") }
        paths.append(name: name, masking: found, at: position)
        if isCut { paths.append(string: "…") }
        if !isPlain { paths.append("\\\"]") }
    }
}

/// The ranges in the output of texts that the events repeat, and whether a part of each text was masked.
struct RefererTexts {
    var url: (range: Range<Int>, isMasked: Bool)?
    var name: (range: Range<Int>, isMasked: Bool)?
}

struct EventTexts {
    var target: Range<Int>
    var isTargetMasked: Bool
    var input: Range<Int>
    var isInputMasked: Bool
    var referer: RefererTexts
}
