public import Tasks

extension AppLinkNavigation {
    /// Tries the destinations in order with `opener`, and then posts the one event of this navigation to `center`.
    @discardableResult
    public func navigate(with opener: any AppOpening, posting center: MeasurementCenter) -> NavigationOutcome {
        let outcome = navigate { opener.open($0) ? .opened(by: nil) : .refused(by: nil) }
        center.post(outcome.event)
        return outcome
    }

    /// Resolves `url` and navigates along the link that is found.
    ///
    /// That nothing could be opened is a success with the type `failure`. When the resolver fails or is cancelled, so is the future, and
    /// nothing is opened or posted. The navigation itself runs on `executor`, the main thread unless another is given.
    public static func navigate(
        to url: LinkURL,
        resolver: any AppLinkResolving,
        opener: any AppOpening,
        posting center: MeasurementCenter,
        on executor: FutureExecutor = .main
    ) -> Future<NavigationOutcome> {
        resolver.appLink(for: url).continueOnSuccessWith(executor) { appLink in
            AppLinkNavigation(appLink: appLink).navigate(with: opener, posting: center)
        }
    }
}
