import AppLinks
import JSONDocument
import Records
import Reports
import Testing

/// The reports on one record.
struct InspectionReport {
    let content: RecordContent
    let showsSecrets: Bool

    /// Returns the JSON object without the line end.
    func json() -> String { String(written(.json).dropLast()) }

    /// Returns the text for people.
    func text(_ layout: TextLayout = .plain) -> String { written(.text(layout)) }

    private func written(_ form: InspectionWriter.Form) -> String {
        var writer = InspectionWriter(form, showsSecrets: showsSecrets)
        writer.append(content)
        return writer.withOutput { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}

/// Returns the reports on one line of input.
func report(
    _ input: String,
    entry: IncomingLink.Entry = .inbound(sourceApplication: nil),
    showsSecrets: Bool = false
) -> InspectionReport {
    report(Array(input.utf8), entry: entry, showsSecrets: showsSecrets)
}

func report(
    _ input: [UInt8],
    entry: IncomingLink.Entry = .inbound(sourceApplication: nil),
    showsSecrets: Bool = false
) -> InspectionReport {
    InspectionReport(content: RecordContent(input, entry: entry), showsSecrets: showsSecrets)
}

extension InspectionReport {
    /// Parses the JSON. The test fails unless it is one line of valid JSON that any terminal can show.
    func parsed(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let json = json()
        expectSafe(json, sourceLocation: sourceLocation)
        #expect(!json.contains("\n"), sourceLocation: sourceLocation)
        let document = JSONDocument(json)
        #expect(document.isValid, "\(document.findings)", sourceLocation: sourceLocation)
        return JSONValue(try #require(document.root, sourceLocation: sourceLocation))
    }

    /// The text above the carets for each finding that has a place, except for the note that other apps can receive a secret.
    var marked: [String] { marked(columns: nil) }

    func marked(columns: Int?) -> [String] {
        var lines = text(TextLayout(columns: columns, isVerbose: true)).split(separator: "\n", omittingEmptySubsequences: false)
        if let note = lines.firstIndex(where: { $0.hasPrefix("    claimable-scheme:") }) { lines.removeSubrange(note - 2..<note) }
        return lines.indices.dropFirst().filter { lines[$0].contains("^") && lines[$0].allSatisfy { $0 == " " || $0 == "^" } }.map {
            index in
            let above = Array(lines[index - 1])
            return String(zip(above, lines[index]).filter { $0.1 == "^" }.map(\.0))
        }
    }
}

/// Checks that the text contains nothing that a terminal would interpret, and nothing that a reader would not see.
func expectSafe(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let unsafe = text.unicodeScalars.filter { scalar in
        if scalar == "\n" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
    #expect(unsafe.isEmpty, "\(unsafe.map { String($0.value, radix: 16) })", sourceLocation: sourceLocation)
}

/// Returns the text as a JSON string in quotes.
func quoted(_ text: String) -> String {
    var output: [UInt8] = []
    do {
        try JSONValue.string(text).serialize(into: &output)
    } catch {
        Issue.record(error)
    }
    return String(decoding: output, as: UTF8.self)
}
