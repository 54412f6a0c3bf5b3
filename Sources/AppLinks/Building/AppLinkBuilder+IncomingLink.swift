internal import JSONDocument

extension AppLinkBuilder {
    /// Takes an App Link apart, so that a changed one can be made of it. Nil if `link` is none.
    ///
    /// A link that names no target gets its own URL for one. What a reader would not take as what it is meant to be (a referer without a
    /// name, extras that are no object) stays in ``data``, where ``url()`` finds it.
    public init?(_ link: IncomingLink) {
        guard let whole = link.appLinkData?.objectValue, let carrier = link.inputURL.replacingData(with: nil) else { return nil }
        // A target that equals the input is the input, which carries the data that is to be replaced.
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
        takeReferer(link)
    }

    private mutating func takeReferer(_ link: IncomingLink) {
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
