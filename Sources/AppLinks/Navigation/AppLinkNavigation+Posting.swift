public import Tasks

extension AppLinkNavigation {
    /// Tries the destinations in order with `opener`, then posts the event of this navigation to `center`.
    @discardableResult
    public func navigate(with opener: any AppOpening, posting center: MeasurementCenter) -> NavigationOutcome {
        let outcome = navigate { opener.open($0) ? .opened(by: nil) : .refused(by: nil) }
        center.post(outcome.event)
        return outcome
    }

    /// Resolves `url` and navigates to the destinations of the resulting link.
    ///
    /// If nothing could be opened, the future succeeds with the type `failure`. If the resolver fails or is canceled, the future fails or
    /// is canceled too, and nothing is opened or posted. The navigation runs on `executor`, which is the main thread by default.
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
