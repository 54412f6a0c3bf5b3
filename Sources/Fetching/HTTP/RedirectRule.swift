import AppLinks
import Pages

/// What an answer asks for next.
enum RedirectRule: Equatable {
    case stay
    case follow(LinkURL)
    case refuse(FetchProblem)

    /// What to do with an answer of `status` that came for `url`.
    ///
    ///     301 302 303 307 308   follow Location; without one it is a mistake
    ///     300                   follow Location where there is one
    ///     304 305 306 and all others: the answer itself
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
