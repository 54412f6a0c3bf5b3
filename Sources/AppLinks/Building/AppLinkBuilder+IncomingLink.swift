internal import JSONDocument

extension AppLinkBuilder {
    /// Splits an App Link into the properties of a builder, so that a changed link can be built. Returns nil if `link` is not an App Link.
    ///
    /// If the link has no target, the target is the link's own URL. Fields that a reader would ignore, such as extras that are not an
    /// object or a referer without a name, stay in ``data``. If such a field has the wrong type, ``url()`` reports it.
    public init?(_ link: IncomingLink) {
        guard let whole = link.appLinkData?.objectValue, let carrier = link.inputURL.replacingData(with: nil) else { return nil }
        // If the target equals the input URL, it also carries the data, which must be replaced.
        self.init(target: link.targetURL == link.inputURL ? carrier : link.targetURL, app: carrier, data: whole)
        if app == target { app = nil }
        data[AppLinkKeys.targetURL] = nil
        data[AppLinkKeys.version] = nil
        if let agent = link.userAgent {
            userAgent = agent
            data[AppLinkKeys.userAgent] = nil
        }
        if let given = link.extras?.objectValue {
            extras = given
            data[AppLinkKeys.extras] = nil
        }
        extractReferer(link)
    }

    private mutating func extractReferer(_ link: IncomingLink) {
        guard let back = link.referer?.targets.first, let url = back.url, let name = back.appName else { return }
        guard !name.isEmpty, url.scheme?.isEmpty == false, var members = data[AppLinkKeys.referer]?.objectValue else { return }
        referer = Referer(appName: name, url: url)
        members[AppLinkKeys.refererURL] = nil
        members[AppLinkKeys.refererAppName] = nil
        if let package = members[AppLinkKeys.refererPackage]?.stringValue {
            referer?.androidPackage = package
            members[AppLinkKeys.refererPackage] = nil
        }
        data[AppLinkKeys.referer] = members.isEmpty ? nil : .object(members)
    }
}
