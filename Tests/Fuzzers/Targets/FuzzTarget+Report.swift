import AppLinks
import JSONDocument
import Reports

extension FuzzTarget {
    /// Reports have nothing that a terminal would interpret or hide, the JSON is valid, and a record before has no influence.
    static func reportProblem(_ bytes: [UInt8]) -> String? {
        // What comes before a line feed is the record before.
        guard let cut = bytes.firstIndex(of: 0x0A) else { return reportProblem(bytes, after: before) }
        return reportProblem(Array(bytes[(cut + 1)...]), after: Array(bytes[..<cut]))
    }

    private static func reportProblem(_ bytes: [UInt8], after before: [UInt8]) -> String? {
        for (form, showsSecrets) in [
            (InspectionWriter.Form.json, false), (.json, true), (.text(.plain), false), (.text(.plain), true),
            (.text(TextLayout(columns: 30)), false),
        ] {
            let report = report(on: bytes, form, showsSecrets: showsSecrets, after: nil)
            let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
            if let scalar = lines.lazy.flatMap(\.unicodeScalars).first(where: { !SafeScalars.contain($0) }) {
                return "U+\(String(scalar.value, radix: 16)) came through: \(report)"
            }
            switch form {
            case .json:
                guard lines.count == 2, lines.last == "" else { return "\(lines.count - 1) lines of JSON: \(report)" }
                if let finding = JSONDocument(report).findings.first { return "\(finding.message): \(report)" }
            case .text:
                guard lines.count > 3, lines.last == "" else { return "no lines: \(report)" }
            }
            let other = Self.report(on: bytes, form, showsSecrets: showsSecrets, after: before)
            if report != other { return "after another record, the report is another: \(report), \(other)" }
        }
        return nil
    }

    /// A link with secrets, layers, a referer and extras.
    private static let before = Array(
        ("shop://open?access_token=abc&al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fme%3Apw%40a.example%2F%3Fu%3Db%253A%252F%252Fc"
            + "%22%2C%22extras%22%3A%7B%22password%22%3A1%7D%2C%22referer_app_link%22%3A%7B%22url%22%3A%22b%3A%2F%2F%22%7D%7D").utf8)

    /// Returns the report on a record, by a writer that has written the report on another record before.
    private static func report(
        on bytes: [UInt8], _ form: InspectionWriter.Form, showsSecrets: Bool, after before: [UInt8]?
    ) -> String {
        var writer = InspectionWriter(form, showsSecrets: showsSecrets)
        if let before {
            _ = writer.append(before.span, isCut: false, entry: .inbound(sourceApplication: nil))
            writer.removeAll(keeping: 1 << 16)
        }
        _ = writer.append(bytes.span, isCut: false, entry: .inbound(sourceApplication: nil))
        return writer.withOutput { output in String(decoding: output.indices.map { output[$0] }, as: UTF8.self) }
    }
}
