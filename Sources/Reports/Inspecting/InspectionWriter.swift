package import AppLinks
import Bytes
import LinkLayers
package import Records

/// Writes the reports of `inspect`, one record after the other. The memory is reused from record to record.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither form contains a character that a terminal would interpret.
package struct InspectionWriter: ~Copyable {
    /// The forms of a report.
    package enum Form: Sendable {
        /// A JSON object on one line.
        case json
        /// Aligned lines, after an empty line.
        case text
    }

    private let form: Form
    /// The memory for the inspection of the next link.
    private var memory = InspectionMemory()
    private var json: JSONPage
    private var text: TextPage

    package init(_ form: Form, showsSecrets: Bool, capacity: Int = 1 << 10) {
        self.form = form
        json = JSONPage(showsSecrets: showsSecrets, capacity: form == .json ? capacity : 0)
        text = TextPage(showsSecrets: showsSecrets, capacity: form == .text ? capacity : 0)
    }

    /// Calls a closure with the written bytes.
    package func withOutput<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        switch form {
        case .json: json.output.withSpan(body)
        case .text: text.lines.output.withSpan(body)
        }
    }

    /// Discards the written bytes. Releases memory that a large record needed, but keeps up to `most` bytes.
    package mutating func removeAll(keeping most: Int) {
        switch form {
        case .json: Self.empty(&json.output, keeping: most)
        case .text: Self.empty(&text.lines.output, keeping: most)
        }
    }

    private static func empty(_ output: inout ByteWriter, keeping most: Int) {
        output.removeAll()
        output.shrink(to: most)
    }

    /// Appends the report on an unparsed line.
    ///
    /// - Returns: Whether the record has a finding that is an error.
    package mutating func append(_ line: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry) -> Bool {
        guard RecordContent.isOnlyLink(line) else {
            let content = RecordContent(line.array, isCut: isCut, entry: entry)
            append(content)
            return content.findings.contains { $0.severity == .error }
        }
        var inspection = LinkInspection.inspect(line, entry: entry, isCut: isCut, into: &memory)
        append(inspection)
        let hasError = inspection.severity == .error
        inspection.giveBack(&memory)
        return hasError
    }

    private mutating func append(_ inspection: LinkInspection) {
        switch form {
        case .json: json.append(inspection)
        case .text: text.append(inspection)
        }
    }

    /// Appends the report on a record.
    package mutating func append(_ content: RecordContent) {
        switch form {
        case .json: json.append(content)
        case .text: text.append(content)
        }
    }
}
