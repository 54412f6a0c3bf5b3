package import AppLinks
import Bytes
import LinkLayers
package import Records
import Screen

/// Writes the reports of `inspect`, one record after the other. The memory is reused from record to record.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither form contains a character that a terminal would interpret.
package struct InspectionWriter: ~Copyable {
    /// The forms of a report.
    package enum Form: Sendable {
        /// A JSON object on one line.
        case json
        /// Text for people, which is several lines.
        case text(TextLayout)
    }

    private let form: Form
    /// The memory for the inspection of the next link.
    private var memory = InspectionMemory()
    private var json: JSONPage
    private var text: TextPage
    /// Where each report begins in the text for people.
    private var starts: [Int] = []

    package init(_ form: Form, showsSecrets: Bool, capacity: Int = 1 << 10) {
        self.form = form
        switch form {
        case .json:
            json = JSONPage(showsSecrets: showsSecrets, capacity: capacity)
            text = TextPage(showsSecrets: showsSecrets, layout: .plain, capacity: 0)
        case .text(let layout):
            json = JSONPage(showsSecrets: showsSecrets, capacity: 0)
            text = TextPage(showsSecrets: showsSecrets, layout: layout, capacity: capacity)
        }
    }

    /// The number of reports in the text for people.
    package var count: Int { starts.count }

    /// Calls a closure with the written bytes. In text for people, an empty line separates the reports, and each has its number above it.
    ///
    /// - Parameter first: The number of the first report.
    package func withOutput<Answer>(numberedFrom first: Int, _ body: (Span<UInt8>) -> Answer) -> Answer {
        guard case .text(let layout) = form else { return withOutput(body) }
        // A copy, because the compiler takes seconds to check a closure that captures this whole structure.
        let starts = starts
        return text.canvas.output.withSpan { written in
            var canvas = TextCanvas(layout, capacity: written.count + 16 * starts.count)
            for (index, start) in starts.enumerated() {
                if first + index > 1 { canvas.endLine() }
                canvas.put(own: "#\(first + index)", .accent)
                canvas.endLine()
                canvas.output.append(written.extracting(start..<(index + 1 < starts.count ? starts[index + 1] : written.count)))
            }
            return canvas.output.withSpan(body)
        }
    }

    /// Calls a closure with the written bytes.
    package func withOutput<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        switch form {
        case .json: json.json.bytes.withSpan(body)
        case .text: text.canvas.output.withSpan(body)
        }
    }

    /// Discards the written bytes. Releases memory that a large record needed, but keeps up to `most` bytes.
    package mutating func removeAll(keeping most: Int) {
        switch form {
        case .json: Self.empty(&json.json.bytes, keeping: most)
        case .text:
            Self.empty(&text.canvas.output, keeping: most)
            starts.removeAll(keepingCapacity: true)
            text.texts.output.shrink(to: most)
        }
    }

    private static func empty(_ output: inout ByteWriter, keeping most: Int) {
        output.removeAll()
        output.shrink(to: most)
    }

    /// Appends the report on an unparsed line.
    ///
    /// - Parameter shellCut: The note that says where a shell cut the link off; nil if none did.
    /// - Returns: Whether the record has a finding that is an error.
    package mutating func append(_ line: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry, shellCut: String? = nil) -> Bool {
        guard !RecordKind.isObject(line) else {
            let content = RecordContent(line.array, isCut: isCut, entry: entry)
            append(content)
            return content.findings.contains { $0.severity == .error }
        }
        var inspection = LinkInspection.inspect(line, entry: entry, isCut: isCut, into: &memory)
        if let shellCut { inspection.add(shellCut: shellCut) }
        append(inspection)
        let hasError = inspection.severity == .error
        inspection.giveBack(&memory)
        return hasError
    }

    private mutating func append(_ inspection: LinkInspection) {
        switch form {
        case .json: json.append(inspection)
        case .text:
            starts.append(text.canvas.output.count)
            text.append(inspection)
        }
    }

    /// Appends the report on a record.
    ///
    /// - Parameter session: What happened to the record's link in a session. Only the report as JSON has it.
    package mutating func append(_ content: RecordContent, in session: LinkSession? = nil) {
        switch form {
        case .json: json.append(content, in: session)
        case .text:
            starts.append(text.canvas.output.count)
            text.append(content)
        }
    }
}

/// A cache of the JSON of the first finding messages and layer paths, because many links have the same texts.
struct WrittenTexts {
    private var entries: [(text: String, bytes: [UInt8], isMasked: Bool)] = []

    /// The maximum number of texts. Most links need only a few.
    private static let most = 16
    private static let longest = 300

    /// Returns the bytes written for a text, and whether a part of them was masked. Returns nil if they were not kept.
    func find(_ text: String) -> (bytes: [UInt8], isMasked: Bool)? {
        // Only the entry that is found is copied.
        for index in entries.indices where entries[index].text.hasBytes(of: text) {
            return (entries[index].bytes, entries[index].isMasked)
        }
        return nil
    }

    /// Keeps a text whose JSON is the end of the output, from `start`.
    mutating func keep(_ text: String, from start: Int, of output: borrowing ByteWriter, isMasked: Bool) {
        guard entries.count < Self.most, output.count - start <= Self.longest else { return }
        let bytes = output.withSpan(start..<output.count) { $0.array }
        entries.append((text, bytes, isMasked))
    }
}

extension LinkInspection {
    /// The app that sent the link, from its record or from the way in which it arrived.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard reading != nil, case .inbound(let application) = entry else { return nil }
        return application
    }

    /// The link with all repairs and no other change, so that a `#Intent;` behind a fragment stays as Android reads it. Nil if the text is
    /// not a URL even when repaired.
    var repairedText: String? {
        guard hasRepairs || reading != nil else { return nil }
        let repaired = repaired
        return LinkURL(utf8: repaired).map { _ in String(decoding: repaired, as: UTF8.self) }
    }

    /// The link with all repairs. Nil if no repair changes it, as when a repaired start would lead to a service that has shut down.
    var changedText: String? {
        guard hasRepairs, let repairedText, !repairedText.utf8.elementsEqual(bytes) else { return nil }
        return repairedText
    }
}
