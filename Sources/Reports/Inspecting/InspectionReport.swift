import JSONDocument
package import LinkLayers
package import Records

/// The report of `inspect` on one record: a JSON object, a text of several lines, or a single line of text.
///
/// All three forms mask secrets, unless the caller asks to show them. None of the forms contains a character that a terminal would
/// interpret.
package struct InspectionReport: Sendable {
    package let content: RecordContent
    package let showsSecrets: Bool

    package init(_ content: RecordContent, showsSecrets: Bool = false) {
        self.content = content
        self.showsSecrets = showsSecrets
    }

    /// The severity of the worst finding. Nil if there are no findings.
    package var worstSeverity: Finding.Severity? { content.findings.map(\.severity).max() }

    /// Whether a finding is an error. In that case, the exit code is 1.
    package var hasErrors: Bool { worstSeverity == .error }

    /// The bytes that the ranges of the findings refer to.
    var source: [UInt8] {
        switch content {
        case .link(let inspection): inspection.bytes
        case .event(_, let document, _), .object(let document, _): document.source
        }
    }
}
