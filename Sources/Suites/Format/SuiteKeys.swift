/// The names at the top of a suite.
package enum SuiteKey: String, Sendable, CaseIterable {
    case device, strictDevice, fixtures, variables, tags, links
}

/// The names under `fixtures`: files beside the suite.
package enum FixtureKey: String, Sendable, CaseIterable {
    /// apple-app-site-association files by host.
    case aasa
    /// assetlinks.json files by host.
    case assetlinks
    /// HTML files by URL.
    case pages
}

/// The names in a link that are not expectations.
package enum LinkKey: String, Sendable, CaseIterable {
    case link, name, tags, from
}

/// The names of what is expected of a link.
package enum ExpectationKey: String, Sendable, Hashable, CaseIterable {
    case opens, app, target, extras, referer, findings, events, trail, aasa, assetlinks, resolves
}

/// The names under `referer`.
package enum RefererKey: String, Sendable, CaseIterable {
    case name, url
}

/// The names under `resolves`.
package enum ResolutionKey: String, Sendable, CaseIterable {
    case target, app, webURL
}

/// The names under `aasa`.
package enum AppleDecisionKey: String, Sendable, CaseIterable {
    case decision, app
}

/// The names under `assetlinks`.
package enum AndroidDecisionKey: String, Sendable, CaseIterable {
    case decision, app, fingerprint
}
