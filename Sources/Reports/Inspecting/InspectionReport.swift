import JSONDocument
package import LinkLayers
package import Records

/// What `inspect` says of one record: as a JSON object on a line, as text for people, or in one line of plain text.
///
/// All three mask secrets unless told not to, and none lets a character through that a terminal would obey.
package struct InspectionReport: Sendable {
    package let content: RecordContent
    package let showsSecrets: Bool

    package init(_ content: RecordContent, showsSecrets: Bool = false) {
        self.content = content
        self.showsSecrets = showsSecrets
    }

    /// The worst of what was found; nil when nothing was.
    package var worstSeverity: Finding.Severity? { content.findings.map(\.severity).max() }

    /// Whether the answer is "no": something keeps the record from working.
    package var hasErrors: Bool { worstSeverity == .error }

    /// The bytes that the ranges of the findings count in.
    var source: [UInt8] {
        switch content {
        case .link(let inspection): inspection.bytes
        case .event(_, let document, _), .object(let document, _): document.source
        }
    }
}
