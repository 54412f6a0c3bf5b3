import Bytes
import JSONDocument
import LinkLayers
import Records
import Screen

/// The report on a record for people, while it is being written:
///
///     Link wrapped by Safe Links (mail gateway). It leads to shop.example.com.   what the record is, and where it leads
///
///     ! warning  The link inside uses http, … Repair: Write https.               the findings, the worst first
///
///     link   https://nam02.safelinks.protection.outlook.com/                     its parts, each at the value that carries it
///       url  http://shop.example.com/p/42
///     raw    https://nam02.safelinks.protection.outlook.com/?url=http%3A…        the record as it was received
struct TextPage: ~Copyable, SentencePage {
    var canvas: TextCanvas
    /// The texts of the outline, and of the line that is being composed.
    var texts: TextOutput
    var outline = Outline()
    var secrets: PageSecrets
    /// The layers that the outline has, as bits.
    var shownLayers: UInt64 = 0
    private var messages = WrittenTexts()

    init(showsSecrets: Bool, layout: TextLayout, capacity: Int) {
        canvas = TextCanvas(layout, capacity: capacity)
        texts = TextOutput(showsSecrets: showsSecrets, capacity: min(capacity, 1 << 12))
        secrets = PageSecrets(areShown: showsSecrets)
    }

    mutating func append(_ content: RecordContent) {
        if case .link(let inspection) = content { return append(inspection) }
        begin()
        switch content {
        case .link: break
        case .event(let event, let document, let findings):
            if event.name == LogFact.EventName.domainState.rawValue {
                texts.own("State of a domain on a device")
            } else {
                texts.own("Measurement event ")
                texts.outside(masked: event.name.isEmpty ? "without a name" : event.name)
            }
            endSummary()
            secrets.find(in: document.source.span)
            append(findings, in: document.source, secrets.found)
            append(event)
        case .object(let document, let findings):
            texts.own("JSON that is neither a link nor an event")
            endSummary()
            secrets.find(in: document.source.span)
            append(findings, in: document.source, secrets.found)
            beginField("raw")
            append(document.source.span)
        }
        end()
    }

    mutating func append(_ inspection: LinkInspection) {
        begin()
        let repaired = inspection.changedText
        if let reading = inspection.reading {
            secrets.begin(inspection, reading)
            let link = OutlineLink(reading, secrets)
            appendSummary(of: inspection, isRepaired: repaired != nil)
            append(inspection.findings, in: inspection.bytes, secrets.input)
            appendTree(of: inspection, reading, link)
        } else {
            appendSummary(of: inspection, isRepaired: repaired != nil)
            secrets.find(in: inspection.bytes.span)
            append(inspection.findings, in: inspection.bytes, secrets.found)
        }
        if let repaired {
            beginField("repaired", .ok)
            repaired.withBytes { append($0) }
        }
        beginField("raw")
        if inspection.reading == nil { append(inspection.bytes.span) } else { texts.outside(inspection.bytes.span, hiding: secrets.input) }
        end()
        secrets.end()
    }

    /// Returns the lines of the outline of a link, with its secrets masked.
    static func outline(of inspection: LinkInspection) -> [String] {
        guard let reading = inspection.reading else { return [] }
        var page = TextPage(showsSecrets: false, layout: .plain, capacity: 1 << 12)
        page.begin()
        page.secrets.begin(inspection, reading)
        page.appendTree(of: inspection, reading, OutlineLink(reading, page.secrets))
        page.end()
        return page.canvas.output.withSpan { $0.string.split(separator: "\n").map(String.init) }
    }

    private mutating func begin() {
        texts.output.removeAll()
        outline.removeAll()
        texts.masking = Masking(showsSecrets: secrets.areShown)
        secrets.begin()
    }

    private mutating func end() {
        outline.end(in: &texts)
        outline.paint(texts, on: &canvas)
    }

    // MARK: Parts of the outline

    /// Begins a node with a label of linkscope's own. Its text follows.
    mutating func beginField(_ label: StaticString, _ role: Role = .value, depth: Int = 0) {
        outline.begin(depth: depth, in: &texts)
        texts.output.append(label)
        outline.beginText(role, in: texts)
    }

    /// Appends a text with its secrets masked.
    mutating func append(_ text: Span<UInt8>) {
        secrets.find(in: text)
        texts.outside(text, hiding: secrets.found)
    }

    /// Appends the fields of an event. The summary has its name.
    private mutating func append(_ event: Event) {
        if let time = event.timestamp {
            beginField("time")
            texts.outside(masked: time)
        }
        if let url = event.url {
            beginField("link")
            texts.outside(masked: url)
        }
        for (index, argument) in event.arguments.enumerated() {
            if index == TextOutput.mostLines { return leaveOut(depth: 0) }
            outline.begin(depth: 0, in: &texts)
            texts.outside(masked: argument.name)
            outline.beginText(in: texts)
            texts.outside(texts.masking.value(of: argument, in: event))
        }
    }

    /// Appends a node that says that other nodes were left out.
    mutating func leaveOut(depth: Int) {
        outline.begin(depth: depth, in: &texts)
        outline.beginText(.dim, in: texts)
        texts.own("… (--json prints all of it)")
    }

    // MARK: Summary and findings

    /// Writes the sentence about a link.
    private mutating func appendSummary(of inspection: LinkInspection, isRepaired: Bool) {
        if !inspection.writeSentence(to: &self), isRepaired { own(". The repaired link is below") }
        endSummary()
    }

    /// Writes the texts as the summary.
    mutating func endSummary() {
        texts.output.withSpan { canvas.put($0, .title, .atSpaces) }
        canvas.put(own: ".", .title)
        canvas.endLine()
        canvas.endLine()
        texts.output.removeAll()
    }

    private mutating func append(_ findings: [Finding], in source: [UInt8], _ secrets: [Range<Int>]) {
        for (index, finding) in findings.enumerated() {
            // The details show each place. Without them, the same words are written once.
            let isSame: (Finding) -> Bool = { $0.code == finding.code && $0.message == finding.message }
            if !canvas.layout.isVerbose, findings[..<index].contains(where: isSame) { continue }
            if index > 0, canvas.layout.isVerbose { canvas.endLine() }
            let (label, role) = Self.label(of: finding.severity)
            canvas.put(own: label, role)
            // On a very narrow terminal, the message begins below the label.
            let isNarrow = canvas.layout.columns.map { $0 < 3 * Self.messageColumn } ?? false
            let indent = isNarrow ? Self.detailColumn : Self.messageColumn
            canvas.moveTo(Self.messageColumn, used: label.count, least: Self.messageColumn, indent: indent)
            append(messageOf: finding, indent: indent)
            let count = canvas.layout.isVerbose ? 1 : findings[index...].count(where: isSame)
            if count > 1 { canvas.put(own: " (\(count) places)", .text, indent: indent, .atSpaces) }
            if let repair = finding.repair {
                canvas.put(own: " Repair: ", .ok, indent: indent, .atSpaces)
                canvas.put(own: repair.summary, .ok, indent: indent, .atSpaces)
            }
            canvas.endLine()
            if canvas.layout.isVerbose { appendDetails(of: finding, in: source, secrets) }
        }
        if !findings.isEmpty { canvas.endLine() }
    }

    private static let messageColumn = 11
    private static let detailColumn = 4

    private static func label(of severity: Finding.Severity) -> (String, Role) {
        switch severity {
        case .error: ("✗ error", .error)
        case .warning: ("! warning", .warning)
        case .note: ("· note", .accent)
        }
    }

    private mutating func append(messageOf finding: Finding, indent: Int) {
        if let written = messages.find(finding.message) { return canvas.put(written.bytes.span, .text, indent: indent, .atSpaces) }
        let start = texts.output.count
        finding.message.withBytes { append($0) }
        messages.keep(finding.message, from: start, of: texts.output, isMasked: false)
        texts.output.withSpan { canvas.put($0, .text, indent: indent, .atSpaces) }
        texts.output.removeAll()
    }

    /// Appends the place, the code and the explanation of a finding.
    private mutating func appendDetails(of finding: Finding, in source: [UInt8], _ secrets: [Range<Int>]) {
        let indent = Self.detailColumn
        if let range = finding.range, !source.isEmpty {
            let excerpt = canvas.layout.columns.map { FindingExcerpt(columns: $0 - indent) } ?? FindingExcerpt()
            let columns = excerpt.append(source.span, at: range, secrets: secrets, to: &texts.output)
            canvas.spaces(indent)
            texts.output.withSpan { canvas.put($0, .value, indent: indent) }
            canvas.endLine(indent: indent)
            canvas.spaces(columns.lowerBound)
            texts.output.removeAll()
            texts.output.append(UInt8(ascii: "^"), count: columns.count)
            texts.output.withSpan { canvas.put($0, Self.label(of: finding.severity).1, indent: indent) }
            texts.output.removeAll()
            canvas.endLine()
        }
        canvas.spaces(indent)
        canvas.put(own: finding.code.rawValue, .title)
        canvas.put(own: ": ", .title)
        canvas.put(own: finding.code.explanation, .dim, indent: indent, .atSpaces)
        canvas.endLine()
    }

    mutating func own(_ text: String) { texts.own(text) }

    mutating func outside(_ text: Span<UInt8>) { append(text) }
}
