extension AppLinkNavigation {
    /// Returns the event of a navigation. Bolts' README and its source use different keys, so the event contains both.
    ///
    /// The event's `version` is always the protocol version of this library, even if the caller's data gives another version.
    func event(type: NavigationType, opened: LinkURL?, error: NavigationError?) -> MeasurementEvent {
        var arguments = MeasurementEvent.Arguments()
        arguments.add("outputURL", opened?.absoluteString)
        arguments.add("outputURLScheme", opened?.scheme)
        let host = appLink.sourceURL?.host.flatMap { $0.isEmpty ? nil : $0 }
        arguments.add("sourceURL", appLink.sourceURL?.absoluteString)
        arguments.add("sourceScheme", appLink.sourceURL?.scheme)
        arguments.add("sourceHost", host)
        arguments.add("sourceURLHost", host)
        arguments.add("version", AppLinkKeys.currentVersion)
        arguments.add("error", error?.description)
        arguments.add("success", type == .failure ? "0" : "1")
        arguments.add("type", Self.word(for: type))
        return MeasurementEvent(name: appLink.isBackToReferrer ? .navigateBack : .navigateOut, arguments: arguments)
    }

    private static func word(for type: NavigationType) -> String {
        switch type {
        case .app: "app"
        case .browser: "web"
        case .failure: "fail"
        }
    }
}
