import AppLinks
package import Associations

/// The report of `verify` on a site or a link, as a JSON object or as text.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither contains a character that a terminal would interpret.
package struct VerdictReport: Sendable {
    package let verdict: Verdict
    let isTraced: Bool
    let showsSecrets: Bool

    /// - Parameter isTraced: Whether to explain for every rule why it did not match. If false, only the nearest rule is explained.
    package init(_ verdict: Verdict, isTraced: Bool = false, showsSecrets: Bool = false) {
        self.verdict = verdict
        self.isTraced = isTraced
        self.showsSecrets = showsSecrets
    }

    /// The subject of the report: the link, or else the site.
    var subject: String { verdict.question.link?.absoluteString ?? verdict.files.site.description }

    /// Returns a line of progress that lists the files that have not arrived yet.
    package static func progress(_ site: WebSite, waitingFor kinds: [ServedFile.Kind]) -> String {
        let files = kinds.isEmpty ? [ServedFile.Kind.include] : kinds
        return "\(site.host): waiting for \(files.map(\.words).joined(separator: ", "))"
    }

    /// Returns the findings about a file's content. Returns an empty array if the file has no content.
    static func findings(of file: ServedFile) -> [AssociationFinding] {
        guard let content = file.content else { return [] }
        return file.kind.platform == .ios ? AASAFile(content).findings : AssetLinksFile(content).findings
    }
}
