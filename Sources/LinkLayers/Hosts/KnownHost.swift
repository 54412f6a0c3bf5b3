import Bytes
import Secrets

/// A host that an app claims although it belongs to a known service.
package struct KnownHost {
    private let service: Service?

    package init(_ host: String) {
        let link = Array("\(host.hasPrefix("*.") ? "a" + host.dropFirst() : host)/".utf8)
        let (name, path) = (0..<link.count - 1, link.count - 1..<link.count)
        service = [KnownServices.embedded, .apps].firstResult { $0.service(ofHost: name, path: path, in: link) { _ in false } }
    }

    /// What ended the service that the host belongs to; nil if it works.
    package var end: String? { service.flatMap { $0.state == .dead ? $0.facts : nil } }

    /// The hosts that instructions write in the place of the app's own.
    package static let placeholders: Set = ["example.com", "example.net", "example.org", "yourdomain.com", "your-domain.com"]

    /// An app that claims more hosts than this, each of another site, opens the links of others.
    private static let mostSites = 5

    /// Returns whether hosts are those of others, whose files do not name the app: of known services, or of many sites.
    package static func areOfOthers(_ hosts: [String]) -> Bool {
        let sites = Set(hosts.map { $0.split(separator: ".").suffix(2).joined(separator: ".") })
        return sites.count > mostSites || hosts.allSatisfy { KnownHost($0).service != nil }
    }
}
