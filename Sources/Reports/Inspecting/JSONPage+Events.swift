import AppLinks
import Bytes

extension JSONPage {
    /// Appends the events of an App Link: the parse event and, for an inbound link, the inbound event with the same arguments.
    mutating func appendEvents(_ link: AppLinkReading, _ entry: IncomingLink.Entry, _ texts: EventTexts) {
        output.append("{\"name\":\"al_link_parse\",\"args\":")
        let start = output.count
        let masked = appendArguments(link, entry, texts)
        let arguments = start..<output.count
        appendPaths(of: masked, event: "events[0].args.")
        output.append(UInt8(ascii: "}"))
        guard case .inbound = entry else { return }
        output.append(",{\"name\":\"al_nav_in\",\"args\":")
        output.repeat(arguments)
        appendPaths(of: masked, event: "events[1].args.")
        output.append(UInt8(ascii: "}"))
    }

    /// Appends the arguments. Returns the arguments in which something was masked.
    private mutating func appendArguments(
        _ link: AppLinkReading, _ entry: IncomingLink.Entry, _ texts: EventTexts
    ) -> MaskedArguments {
        var masked = MaskedArguments()
        output.append("{\"version\":\"1.0\"")
        if let url = link.fields.refererURL {
            output.append(",\"refererURL\":")
            if append(link, again: texts.referer.url, orNode: url) { masked.insert(.refererURL) }
        }
        if let name = link.fields.refererAppName {
            output.append(",\"refererAppName\":")
            if append(link, again: texts.referer.name, orNode: name) { masked.insert(.refererAppName) }
        }
        if case .inbound(let application?) = entry {
            output.append(",\"sourceApplication\":")
            output.append(Self.quote)
            let isMasked = application.withBytes { append($0) }
            output.append(Self.quote)
            if isMasked { masked.insert(.sourceApplication) }
        }
        output.append(",\"targetURL\":")
        output.repeat(texts.target)
        if texts.isTargetMasked { masked.insert(.targetURL) }
        output.append(",\"inputURL\":")
        output.repeat(texts.input)
        if texts.isInputMasked { masked.insert(.inputURL) }
        if let scheme = link.components.scheme {
            output.append(",\"inputURLScheme\":")
            output.append(Self.quote)
            // A scheme consists of letters, digits, `+`, `-` and `.`, so it contains no secret and needs no escape.
            output.append(link.text.span, scheme)
            output.append(Self.quote)
        }
        output.append(
            entry == .backToReferrerBar ? ",\"forRenderBackToReferrerBar\":\"1\"" : ",\"forRenderBackToReferrerBar\":\"0\"")
        if case .inbound = entry { output.append(",\"forOpenUrl\":\"1\"}") } else { output.append(",\"forOpenUrl\":\"0\"}") }
        return masked
    }

    private mutating func append(
        _ link: AppLinkReading, again written: (range: Range<Int>, isMasked: Bool)?, orNode node: Int
    ) -> Bool {
        guard let written else { return appendDataText(link, node) }
        output.repeat(written.range)
        return written.isMasked
    }

    private mutating func appendPaths(of masked: MaskedArguments, event: StaticString) {
        guard !masked.isEmpty else { return }
        for (argument, name) in MaskedArguments.names where masked.contains(argument) {
            appendPath {
                $0.append(event)
                $0.append(name)
            }
        }
    }
}

/// The arguments of an event that can contain a secret.
private struct MaskedArguments: OptionSet {
    let rawValue: UInt8

    static let refererURL = MaskedArguments(rawValue: 1)
    static let refererAppName = MaskedArguments(rawValue: 2)
    static let sourceApplication = MaskedArguments(rawValue: 4)
    static let targetURL = MaskedArguments(rawValue: 8)
    static let inputURL = MaskedArguments(rawValue: 16)

    /// The names of the arguments, in the order in which they are written.
    static let names: [(MaskedArguments, StaticString)] = [
        (.refererURL, "refererURL"), (.refererAppName, "refererAppName"), (.sourceApplication, "sourceApplication"),
        (.targetURL, "targetURL"), (.inputURL, "inputURL"),
    ]
}
