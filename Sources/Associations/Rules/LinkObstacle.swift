package import AppLinks

/// A property of a link that keeps it from opening in an app on any device, whatever the association files say.
package enum LinkObstacle: Sendable, Hashable {
    /// The text is not a URL.
    case notURL
    /// The link has another scheme than https. Empty if it has none.
    case scheme(String)
    case noHost

    /// Returns nil if the association files decide about the link.
    package init?(_ link: LinkURL?) {
        guard let link else {
            self = .notURL
            return
        }
        let scheme = link.scheme?.lowercased() ?? ""
        if scheme != "https" {
            self = .scheme(scheme)
        } else if link.host?.isEmpty ?? true {
            self = .noHost
        } else {
            return nil
        }
    }

    /// The obstacle in words, without a final period.
    package var words: String {
        switch self {
        case .notURL: "the link is not a URL"
        case .scheme(""): "the link has no scheme, and devices use association files only for https links"
        case .scheme(let scheme): "the link's scheme is \(scheme.prefix(80)), and devices use association files only for https links"
        case .noHost: "the link has no host"
        }
    }

    /// The scheme that is not https. Nil if the scheme is not the obstacle.
    package var scheme: String? {
        if case .scheme(let scheme) = self { scheme } else { nil }
    }
}
