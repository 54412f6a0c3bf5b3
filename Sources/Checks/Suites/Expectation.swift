package import AppLinks
package import Deciding
package import JSONDocument
package import LinkLayers

/// What a suite expects of a link, and where it is written.
package struct Expectation: Sendable {
    /// Where a link ends on the simulated device.
    package enum Opening: String, Sendable, CaseIterable {
        case app, browser, nothing
    }

    /// The text that is expected, or `none` if no text is expected.
    package enum Text: Sendable, Hashable {
        case none
        case text(String)

        /// The word in a suite that expects no text.
        static let noWord = "none"
    }

    /// The app that a link names as its referer. A member that is nil may have any value.
    package struct Referer: Sendable, Hashable {
        package var name: Text?
        package var url: Text?
    }

    /// The decision of an apple-app-site-association file.
    package struct AppleDecision: Sendable, Hashable {
        package var outcome: AASADecision.Outcome
        /// The ID of the app; nil for any app of the file.
        package var app: String?
    }

    /// Whether assetlinks.json gives a link to an app.
    package enum AndroidOutcome: String, Sendable, CaseIterable {
        case linked
        case notLinked = "not_linked"
    }

    package struct AndroidDecision: Sendable, Hashable {
        package var outcome: AndroidOutcome
        /// The package of the app; nil for any app of the file.
        package var app: String?
        /// The SHA-256 fingerprint of the app's certificate; nil for any certificate.
        package var fingerprint: String?
    }

    /// What the page of a link says. A member that is nil may have any value.
    package struct Resolution: Sendable, Hashable {
        /// The URL of the first target for the device.
        package var target: Text?
        /// The name or the package of the first target's app.
        package var app: Text?
        /// The URL for the browser.
        package var webURL: Text?
    }

    package enum Content: Sendable {
        case opens(Opening)
        /// The ID or the name of the app that opens the link.
        case app(String)
        case target(String)
        /// All extras of the link.
        case extras(JSONValue)
        /// Nil if the link names no referer at all.
        case referer(Referer?)
        /// The codes of all findings.
        case findings([FindingCode])
        /// All events, in order.
        case events([MeasurementEvent.Name])
        /// The apps that come to the front, by ID or name.
        case trail([String])
        case aasa(AppleDecision)
        case assetlinks(AndroidDecision)
        case resolves(Resolution)
    }

    package var content: Content
    /// The place of the value in the suite.
    package var place: YAMLPlace

    package var key: ExpectationKey {
        switch content {
        case .opens: .opens
        case .app: .app
        case .target: .target
        case .extras: .extras
        case .referer: .referer
        case .findings: .findings
        case .events: .events
        case .trail: .trail
        case .aasa: .aasa
        case .assetlinks: .assetlinks
        case .resolves: .resolves
        }
    }
}

extension LinkURL {
    /// The URL without its fragment, which servers do not see.
    var withoutFragment: LinkURL {
        guard let range = components.fragment else { return self }
        return LinkURL(String(decoding: text.utf8.prefix(range.lowerBound - 1), as: UTF8.self)) ?? self
    }
}
