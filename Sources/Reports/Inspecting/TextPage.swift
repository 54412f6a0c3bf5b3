import Bytes
import JSONDocument
import LinkLayers
import Records
import Secrets

/// The report on a record as aligned lines while it is being written.
struct TextPage: ~Copyable {
    var lines: TextOutput
    var secrets: LinkSecrets
    var walk = JSONWalk()
    private var messages = WrittenMessages()

    init(showsSecrets: Bool, capacity: Int) {
        lines = TextOutput(showsSecrets: showsSecrets, capacity: capacity)
        secrets = LinkSecrets(areShown: showsSecrets)
    }

    /// Appends the report, after an empty line.
    mutating func append(_ content: RecordContent) {
        if case .link(let inspection) = content { return append(inspection) }
        begin()
        switch content {
        case .link: break
        case .event(let event, let document, let findings):
            append(event)
            secrets.find(in: document.source.span)
            append(findings, in: document.source, secrets.found)
        case .object(let document, let findings):
            append(source: document.source, as: "record")
            append(findings, in: document.source, secrets.found)
        }
    }

    /// Appends the report on a link, after an empty line.
    mutating func append(_ inspection: LinkInspection) {
        begin()
        if let reading = inspection.reading {
            append(inspection, reading)
            append(layersOf: inspection)
            append(inspection.findings, in: inspection.bytes, secrets.input)
        } else {
            append(source: inspection.bytes, as: "link")
            append(inspection.findings, in: inspection.bytes, secrets.found)
        }
        if inspection.hasRepairs, let repaired = inspection.repairedText { lines.field("repaired", masked: repaired) }
        secrets.end()
    }

    private mutating func begin() {
        lines.endLine()
        lines.masking = Masking(showsSecrets: secrets.areShown)
        secrets.begin()
    }

    /// Appends the record as it was received, including bytes that are not characters.
    private mutating func append(source: [UInt8], as name: StaticString) {
        lines.begin(literal: name)
        append(source.span)
        lines.endLine()
    }

    /// Appends a text with its secrets masked.
    ///
    /// - Parameter isClean: Whether the text is known to have no secret.
    mutating func append(_ text: Span<UInt8>, isClean: Bool = false) {
        secrets.find(in: text, isClean: isClean)
        lines.outside(text, hiding: secrets.found)
    }

    /// Appends a value with its secrets masked. If it has the name of a secret, all of it is masked.
    mutating func append(_ value: Span<UInt8>, isSecret: Bool, isClean: Bool = false) {
        if isSecret { lines.bullets(Secrets.bulletCount(for: value)) } else { append(value, isClean: isClean) }
    }

    private mutating func append(_ event: ReceivedEvent) {
        lines.field("event", masked: event.name)
        if let time = event.time { lines.field("time", masked: time) }
        if let url = event.url { lines.field("link", masked: url) }
        lines.list("arguments", event.arguments) { lines, argument in
            lines.outside(masked: argument.name)
            lines.output.append(" = ")
            lines.outside(masked: argument.value, of: argument.name)
        }
    }

    // MARK: Findings

    private mutating func append(_ findings: [Finding], in source: [UInt8], _ secrets: [Range<Int>]) {
        for finding in findings {
            lines.begin(finding.severity.rawValue)
            append(messageOf: finding)
            lines.output.append(" [")
            lines.own(finding.code.rawValue)
            lines.output.append("]\n")
            if let range = finding.range, !source.isEmpty {
                lines.beginInner()
                let columns = FindingExcerpt.append(source.span, at: range, secrets: secrets, to: &lines.output)
                lines.endLine()
                lines.beginInner()
                lines.spaces(columns.lowerBound)
                lines.output.append(UInt8(ascii: "^"), count: columns.count)
                lines.endLine()
            }
            guard let repair = finding.repair else { continue }
            lines.beginInner()
            lines.output.append("repair: ")
            lines.own(repair.summary)
            lines.endLine()
        }
    }

    private mutating func append(messageOf finding: Finding) {
        if let written = messages.find(finding.message) { return lines.output.append(written.bytes.span) }
        let start = lines.output.count
        finding.message.withBytes { append($0) }
        messages.keep(finding.message, from: start, of: lines.output, isMasked: false)
    }
}
