import AppLinks
import JSONDocument
import LinkLayers
import Records
import Secrets

extension InspectionReport {
    /// Returns aligned lines of text, each with a line end.
    package func text() -> String {
        var output: [UInt8] = []
        appendText(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the lines. An empty line comes first, unless this is the first record.
    package func appendText(to output: inout [UInt8], isFirst: Bool = true) {
        var text = TextOutput(showsSecrets: showsSecrets)
        swap(&text.bytes, &output)
        defer { swap(&text.bytes, &output) }
        if !isFirst { text.endLine() }
        switch content {
        case .link(let inspection):
            if let link = inspection.link {
                append(link, sourceApplication: inspection.knownSourceApplication, to: &text)
            } else {
                appendSource(as: "link", to: &text)
            }
            appendLayers(of: inspection, to: &text)
            append(inspection.findings, to: &text)
            if inspection.hasRepairs, let repaired = inspection.repairedText { text.field("repaired", masked: repaired) }
        case .event(let event, _, let findings):
            append(event, to: &text)
            append(findings, to: &text)
        case .object(_, let findings):
            appendSource(as: "record", to: &text)
            append(findings, to: &text)
        }
    }

    /// Appends the record as it was received, including bytes that are not characters.
    private func appendSource(as name: String, to text: inout TextOutput) {
        text.begin(name)
        text.outside(showsSecrets ? source : Secrets.masked(source))
        text.endLine()
    }

    private func append(_ link: IncomingLink, sourceApplication: String?, to text: inout TextOutput) {
        text.field("link", masked: link.inputURL.text)
        text.field("target", masked: link.targetURL.absoluteString)
        text.field("app link", link.isAppLink ? "yes, version \(link.version ?? "")" : "no")
        if let sourceApplication { text.field("from app", masked: sourceApplication) }
        if let agent = link.userAgent { text.field("user agent", masked: agent) }
        appendReferer(of: link, to: &text)
        appendData(of: link, to: &text)
        append(link.inputQueryParameters, as: "query", to: &text)
        if link.targetURL != link.inputURL { append(link.targetQueryParameters, as: "target query", to: &text) }
        let events = link.events.map(\.name.rawValue)
        if !events.isEmpty { text.field("events", events.joined(separator: ", ")) }
    }

    private func appendReferer(of link: IncomingLink, to text: inout TextOutput) {
        guard link.refererURL != nil || link.refererAppName != nil else { return }
        text.begin("referer")
        text.outside(masked: link.refererAppName ?? "(no name)")
        text.spaces(2)
        text.outside(masked: link.refererURL ?? "(no url)")
        if link.referer == nil { text.own("  (no return banner)") }
        text.endLine()
    }

    /// Appends the data as a tree. The extras have a section of their own. If the data does not make an App Link, the part that could be
    /// parsed is shown.
    private func appendData(of link: IncomingLink, to text: inout TextOutput) {
        if let data = link.appLinkData {
            let extras = link.extras
            append(data, as: "data", skipping: extras == nil ? nil : "extras", to: &text)
            if let extras { append(extras, as: "extras", to: &text) }
        } else if let root = link.document?.root {
            append(JSONValue(root), as: "data (unused)", to: &text)
        }
    }

    private func append(
        _ value: JSONValue,
        as name: String,
        skipping skipped: String? = nil,
        to text: inout TextOutput
    ) {
        var walk = ValueWalk(skipped == nil ? value : value.without(skipped))
        var isFirst = true
        var lines = 0
        while let step = walk.next(&text.masking) {
            let depth = walk.depth
            if lines == TextOutput.mostLines { return text.leaveOut() }
            lines += 1
            switch step {
            case .close: continue
            case .open(let key, let isObject, let isEmpty):
                // The label already represents the outermost container.
                if depth == 1, !isEmpty { continue }
                beginLine(name, &isFirst, depth: max(depth - 2, 0), key, in: &text)
                if isEmpty { text.own(isObject ? " {}" : " []") }
            case .text(let key, let string):
                beginLine(name, &isFirst, depth: max(depth - 1, 0), key, in: &text)
                text.own(" \"")
                text.outside(string)
                text.own("\"")
            case .literal(let key, let literal):
                beginLine(name, &isFirst, depth: max(depth - 1, 0), key, in: &text)
                text.own(" ")
                text.outside(literal)
            }
            text.endLine()
        }
    }

    private func beginLine(_ name: String, _ isFirst: inout Bool, depth: Int, _ key: String?, in text: inout TextOutput) {
        if isFirst {
            text.begin(name)
        } else {
            text.beginInner(depth: depth)
        }
        isFirst = false
        if let key {
            text.outside(key)
            text.own(":")
        } else if depth > 0 {
            text.own("-")
        }
    }

    private func append(_ parameters: QueryParameters, as name: String, to text: inout TextOutput) {
        text.list(name, parameters.entries) { text, entry in
            text.outside(masked: entry.name)
            if let value = entry.value.text {
                text.own(" = ")
                text.outside(masked: value, of: entry.name)
            } else {
                text.own(" (no value)")
            }
        }
    }

    private func append(_ event: ReceivedEvent, to text: inout TextOutput) {
        text.field("event", masked: event.name)
        if let time = event.time { text.field("time", masked: time) }
        if let url = event.url { text.field("link", masked: url) }
        text.list("arguments", event.arguments) { text, argument in
            text.outside(masked: argument.name)
            text.own(" = ")
            text.outside(masked: argument.value, of: argument.name)
        }
    }

    /// Returns the places of the secrets in the source. Those of a link are known.
    private func secrets(in source: [UInt8]) -> [Range<Int>] {
        if case .link(let inspection) = content, inspection.reading != nil { return inspection.secrets }
        return Secrets.ranges(in: source)
    }

    private func append(_ findings: [Finding], to text: inout TextOutput) {
        guard !findings.isEmpty else { return }
        let source = source
        let secrets = showsSecrets ? [] : secrets(in: source)
        for finding in findings {
            text.finding(finding.severity.rawValue, finding.message, code: finding.code.rawValue)
            if let range = finding.range, !source.isEmpty {
                let excerpt = FindingExcerpt(of: source, at: range, secrets: secrets)
                text.beginInner()
                text.own(excerpt)
                text.endLine()
            }
            guard let repair = finding.repair else { continue }
            text.beginInner()
            text.own("repair: \(repair.summary)")
            text.endLine()
        }
    }
}

extension TextOutput {
    /// Appends both lines of an excerpt. The second line is indented like the first.
    fileprivate mutating func own(_ excerpt: FindingExcerpt) {
        bytes += excerpt.line
        endLine()
        beginInner()
        spaces(excerpt.columns.lowerBound)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "^"), count: excerpt.columns.count))
    }
}

extension JSONValue {
    /// Returns an object without the member of this key. Any other value is unchanged.
    fileprivate func without(_ key: String?) -> JSONValue {
        guard let key, var object = objectValue else { return self }
        object[key] = nil
        return .object(object)
    }
}
