import AppLinks
import Pages

/// What to do after a response.
enum RedirectRule: Equatable {
    case stay
    case follow(LinkURL)
    case refuse(FetchProblem)

    /// Chooses the rule for a response from `url` by its status.
    ///
    ///     301 302 303 307 308   follow Location; its absence is an error
    ///     300                   follow Location if there is one
    ///     304 305 306, others   stay
    init(status: Int?, location: @autoclosure () -> String?, from url: LinkURL) {
        guard let status, [300, 301, 302, 303, 307, 308].contains(status) else {
            self = .stay
            return
        }
        guard let location = location(), !location.isEmpty else {
            self = status == 300 ? .stay : .refuse(.redirectWithoutLocation(status: status))
            return
        }
        guard let next = url.resolving(location) else {
            self = .refuse(.redirectToNoURL(location))
            return
        }
        guard next.isWeb else {
            self = .refuse(.redirectToScheme(next.absoluteString))
            return
        }
        self = next.host?.isEmpty == false ? .follow(next) : .refuse(.redirectToNoURL(location))
    }
}
