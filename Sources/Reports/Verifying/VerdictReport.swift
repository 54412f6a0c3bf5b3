import AppLinks
package import Associations
import LinkLayers

/// What `verify` says of a site or a link: as a JSON object on a line, or as text for people.
///
/// Both mask secrets unless told not to, and neither lets a character through that a terminal would obey.
package struct VerdictReport: Sendable {
    package let verdict: Verdict
    let isTraced: Bool
    let showsSecrets: Bool

    /// - Parameter isTraced: Whether to tell of every rule why it did not match, not only of the nearest.
    package init(_ verdict: Verdict, isTraced: Bool = false, showsSecrets: Bool = false) {
        self.verdict = verdict
        self.isTraced = isTraced
        self.showsSecrets = showsSecrets
    }

    /// What was asked: the link, or the site.
    var subject: String { verdict.question.link?.absoluteString ?? verdict.files.site.description }

    /// One line for the time of waiting: what is still to come.
    package static func progress(_ site: WebSite, waitingFor kinds: [ServedFile.Kind]) -> String {
        let files = kinds.isEmpty ? [ServedFile.Kind.include] : kinds
        return "\(site.host): waiting for \(files.map(\.words).joined(separator: ", "))"
    }

    /// What is wrong within a file, as far as it came.
    static func findings(of file: ServedFile) -> [AssociationFinding] {
        guard let content = file.content else { return [] }
        return file.kind.platform == .ios ? AASAFile(content).findings : AssetLinksFile(content).findings
    }
}
