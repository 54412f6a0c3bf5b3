import LinkLayers
import Secrets

/// Decides which findings about links in a source tree are reported.
///
/// A tree has many links that open no app: documentation, namespaces, servers, examples. For those, only certain problems are reported.
struct FindingPolicy {
    var kind: LinkKind
    /// Whether the link belongs to a service whose links open apps.
    var service: Bool

    /// Returns the severity with which a finding is reported; nil if it is not reported.
    func severity(of finding: Finding) -> Finding.Severity? {
        switch finding.code {
        // A template of a link has placeholders, and a list of examples has links without end.
        case .placeholder, .cut, .probablyCut, .shortenedInLog, .moreFindings: return nil
        // Anyone who can read the source can use the secret.
        case .secret: return .warning
        default: break
        }
        switch kind {
        case .other: return nil
        case .app: return finding.severity
        case .web:
            if service { return finding.code == .insecureHTTP ? .note : finding.severity }
            return Self.certain.contains(finding.code) ? finding.severity : nil
        }
    }

    /// The findings about any web link.
    private static let certain: Set<FindingCode> = [
        .deadService, .endingService, .misleadingHost, .lookAlikeHost, .badPunycode, .storeWithoutApp, .hiddenCharacters,
    ]
}

extension LinkInspection {
    /// Whether the link belongs to a service whose links open apps, such as Branch, or to a store.
    var opensApps: Bool {
        (service.map { $0.kind == .store || $0.kind == .attribution } ?? false)
            || layers.contains { $0.outer == nil && $0.service?.kind == .attribution }
            || parameters.contains { $0.layer == nil && $0.owner.kind == .attribution }
    }
}
