import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets
import Services

extension TextPage {
    /// Appends the meaning of a link: its target, its sender, its data, its parameters and its events.
    mutating func append(_ inspection: LinkInspection, _ link: LinkReading) {
        secrets.begin(inspection, link)
        lines.begin(literal: "link")
        lines.outside(link.text.span, hiding: secrets.input)
        lines.endLine()
        lines.begin(literal: "target")
        append(targetOf: link)
        lines.endLine()
        lines.begin(literal: "app link")
        lines.output.append(link.isAppLink ? "yes, version 1.0\n" : "no\n")
        if let source = inspection.knownSourceApplication { lines.field("from app", masked: source) }
        if let agent = link.fields.userAgent {
            lines.begin(literal: "user agent")
            append(agent, of: link)
            lines.endLine()
        }
        appendReferer(of: link)
        append(dataOf: link)
        append(link.query, as: "query", isOfLink: true)
        if link.target != nil { append(link.targetQuery, as: "target query", isClean: secrets.hasNone(link.fields.target, of: link)) }
        guard link.isAppLink else { return }
        lines.begin(literal: "events")
        lines.output.append("al_link_parse")
        if case .inbound = inspection.entry { lines.output.append(", al_nav_in") }
        lines.endLine()
    }

    private mutating func append(targetOf link: LinkReading) {
        if let target = link.target {
            let hasNone = target.absolute == target.text && secrets.hasNone(link.fields.target, of: link)
            link.withText(target.absolute) { append($0, isClean: secrets.isClean($0, hasNone: hasNone)) }
        } else if let absolute = link.absolute {
            absolute.withBytes { append($0) }
        } else {
            lines.outside(link.text.span, hiding: secrets.input)
        }
    }

    private mutating func appendReferer(of link: LinkReading) {
        let fields = link.fields
        guard fields.refererURL != nil || fields.refererAppName != nil else { return }
        lines.begin(literal: "referer")
        if let name = fields.refererAppName { append(name, of: link) } else { lines.output.append("(no name)") }
        lines.spaces(2)
        if let url = fields.refererURL { append(url, of: link) } else { lines.output.append("(no url)") }
        if link.referer == nil { lines.output.append("  (no return banner)") }
        lines.endLine()
    }

    /// Appends a string of the data.
    private mutating func append(_ node: Int, of link: LinkReading) {
        link.withData { view in
            view.withText(of: node) { append($0, isClean: secrets.isClean($0, hasNone: secrets.hasNone(node, of: link))) }
        }
    }

    /// Appends the parameters of a query.
    ///
    /// - Parameters:
    ///   - isOfLink: Whether the query is the one of the link, not the one of its target.
    ///   - isClean: Whether the whole query is known to have no secret.
    private mutating func append(_ query: LinkQuery, as name: StaticString, isOfLink: Bool = false, isClean: Bool = false) {
        var count = 0
        for entry in query.parameters where entry.isThere {
            if count == TextOutput.mostLines { return lines.leaveOut() }
            if count == 0 { lines.begin(literal: name) } else { lines.beginInner() }
            count += 1
            var isSecret = false
            query.decoded.withSpan(entry.name) { name in
                secrets.find(in: name, at: entry.name, isOfLink: isOfLink, isClean: isClean)
                lines.outside(name, hiding: secrets.found)
                isSecret = secrets.isSecret(name: name)
            }
            if let value = entry.value {
                lines.output.append(" = ")
                query.decoded.withSpan(value) { text in
                    if isSecret { return lines.bullets(Secrets.bulletCount(for: text)) }
                    secrets.find(in: text, at: value, isOfLink: isOfLink, isClean: isClean)
                    lines.outside(text, hiding: secrets.found)
                }
            } else {
                lines.output.append(" (no value)")
            }
            lines.endLine()
        }
    }

    /// Appends the layers. Inner layers are indented further.
    mutating func append(layersOf inspection: LinkInspection) {
        for (index, layer) in inspection.layers.enumerated() {
            if index == 0 { lines.begin(literal: "layers") } else { lines.beginInner(depth: layer.depth - 1) }
            lines.own(layer.kind.words)
            if let service = layer.service { lines.own(" (\(service.name))") }
            lines.output.append(UInt8(ascii: " "))
            layer.path.withBytes { append($0) }
            lines.output.append(": ")
            let isSecret = secrets.input.cover(layer.range)
            if layer.text.bytes.span.isUTF8 {
                append(layer.text.bytes.span, isSecret: isSecret, isClean: secrets.hasNone(in: layer))
            } else {
                layer.text.string.withBytes { append($0, isSecret: isSecret) }
            }
            lines.endLine()
        }
        append(parametersOf: inspection)
    }

    /// Appends what the parameters of attribution services and stores do.
    private mutating func append(parametersOf inspection: LinkInspection) {
        for (index, parameter) in inspection.parameters.enumerated() {
            if index == 0 { lines.begin(literal: "services") } else { lines.beginInner() }
            lines.own("\(parameter.owner.name) \(parameter.rule.name.text): \(parameter.rule.role.rawValue), \(parameter.rule.meaning)")
            lines.endLine()
        }
    }
}
