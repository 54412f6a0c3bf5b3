import AppLinks
package import Associations
import LinkLayers

/// The report of `verify` on a site or a link: as a JSON object or as text.
///
/// Both mask secrets unless told not to, and neither contains a character that a terminal would interpret.
package struct VerdictReport: Sendable {
    package let verdict: Verdict
    let isTraced: Bool
    let showsSecrets: Bool

    /// - Parameter isTraced: Whether to explain for every rule why it did not match, rather than only for the nearest one.
    package init(_ verdict: Verdict, isTraced: Bool = false, showsSecrets: Bool = false) {
        self.verdict = verdict
        self.isTraced = isTraced
        self.showsSecrets = showsSecrets
    }

    /// The subject of the question: the link, or the site.
    var subject: String { verdict.question.link?.absoluteString ?? verdict.files.site.description }

    /// Returns a line of progress that lists the files still to come.
    package static func progress(_ site: WebSite, waitingFor kinds: [ServedFile.Kind]) -> String {
        let files = kinds.isEmpty ? [ServedFile.Kind.include] : kinds
        return "\(site.host): waiting for \(files.map(\.words).joined(separator: ", "))"
    }

    /// Returns the problems of a file, as far as it could be read.
    static func findings(of file: ServedFile) -> [AssociationFinding] {
        guard let content = file.content else { return [] }
        return file.kind.platform == .ios ? AASAFile(content).findings : AssetLinksFile(content).findings
    }
}
