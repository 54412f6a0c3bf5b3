package import AppLinks
package import Deciding
package import JSONDocument
package import LinkLayers
import Secrets

/// A suite: links with what is expected of them.
///
///     device: iPhone
///     links:
///       - link: shop://item/7
///         opens: app
///         app: Shop
package struct Suite: Sendable {
    /// The device that opens the links.
    package enum Device: Sendable, Hashable {
        /// A built-in device, such as `iPhone`.
        case named(String)
        /// A JSON file beside the suite.
        case file(String)

        /// The built-in devices.
        package static let names = ["iPhone", "iPad", "Android"]
    }

    /// A file beside the suite.
    package struct Fixture<Key: Sendable & Hashable>: Sendable, Hashable {
        /// The host or URL that the file belongs to.
        package var key: Key
        package var path: String
        /// The place of the path in the suite.
        package var place: YAMLPlace
    }

    package struct Link: Sendable {
        package var link: String
        package var name: String?
        /// The tags of the link and of the suite.
        package var tags: [String] = []
        /// The app in front that opens the link, by ID or name, or `browser`; nil for a link that arrives by itself.
        package var from: String?
        package var fromPlace: YAMLPlace?
        package var expectations: [Expectation] = []
        /// The place of the link in the suite.
        package var place: YAMLPlace

        /// The name, or the link if it has none.
        package var title: String { name ?? link }
    }

    package var device = Device.named("iPhone")
    /// The place of the device in the suite; nil if the suite names none.
    package var devicePlace: YAMLPlace?
    /// The folder of the project whose apps are on the device, beside the suite; nil if there is none.
    package var project: String?
    package var projectPlace: YAMLPlace?
    /// Whether the device has only its own apps. Otherwise, a built-in device assumes an app for a scheme that none of its apps claims, as
    /// `linkscope open` does.
    package var isStrict = false
    package var aasa: [Fixture<String>] = []
    package var assetLinks: [Fixture<String>] = []
    package var pages: [Fixture<LinkURL>] = []
    package var links: [Link] = []

    package init() {}
}

/// The names at the top of a suite.
package enum SuiteKey: String, Sendable, CaseIterable {
    case device, project, strictDevice, fixtures, variables, tags, links
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
    case opens, app, route, target, extras, referer, findings, events, trail, aasa, assetlinks, resolves

    /// Whether the page of a web link decides about the expectation.
    var needsPage: Bool { ![.findings, .aasa, .assetlinks].contains(self) }
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

/// Chooses links of suites by words, as `--filter` gives them.
///
///     item -slow        links with "item" in their name, link or tags, but not "slow"
///     tag:smoke         links with exactly this tag
package struct LinkChoice: Sendable {
    private let words: [(text: String, isTag: Bool, isExcluded: Bool)]

    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { part in
            let isExcluded = part.count > 1 && part.hasPrefix("-")
            let word = (isExcluded ? part.dropFirst() : part).lowercased()
            let isTag = word.hasPrefix("tag:")
            return (isTag ? String(word.dropFirst(4)) : word, isTag, isExcluded)
        }
    }

    /// Whether all links are chosen.
    package var isEmpty: Bool { words.isEmpty }

    /// Returns whether a link has all words, and none of those after a hyphen. The case of letters does not matter.
    package func includes(_ link: Suite.Link) -> Bool {
        words.allSatisfy { text, isTag, isExcluded in
            let texts = isTag ? link.tags : [link.link] + [link.name].compactMap(\.self) + link.tags
            let isFound = texts.contains { isTag ? $0.lowercased() == text : $0.lowercased().contains(text) }
            return isFound != isExcluded
        }
    }
}

/// What a suite expects of a link, and where it is written.
package struct Expectation: Sendable {
    /// Where a link ends on the simulated device.
    package enum Opening: String, Sendable, CaseIterable {
        case app, browser, chooser, nothing
    }

    /// The word with which a suite says that no text is expected.
    static let none = "none"

    /// A text of several that are compared together, such as the name and the URL of a referer.
    package struct Part: Sendable, Hashable {
        package var name: String
        /// The text, or `none`.
        package var text: String
    }

    /// Whether assetlinks.json gives a link to an app.
    package enum AndroidOutcome: String, Sendable, CaseIterable {
        case linked
        case notLinked = "not_linked"
    }

    /// The decision of an association file.
    package struct FileDecision<Outcome: RawRepresentable<String> & Sendable>: Sendable {
        package var outcome: Outcome
        /// The ID of the app; nil for any app of the file.
        package var app: String?
        /// The SHA-256 fingerprint of the certificate of an Android app; nil for any certificate.
        package var fingerprint: String?

        fileprivate var words: QuotingText { app.map { "\(outcome.rawValue) for \($0)" } ?? "\(outcome.rawValue)" }
    }

    package enum Content: Sendable {
        case opens(Opening)
        /// The ID or the name of the app that opens the link.
        case app(String)
        /// The pattern of the route to which the user's own app leads the link, or `none`.
        case route(String)
        case target(String)
        /// All extras of the link.
        case extras(JSONValue)
        /// The name and the URL of the app that the link names as its referer; nil if it must name none at all. A part that is missing may
        /// be anything.
        case referer([Part]?)
        /// The codes of all findings.
        case findings([FindingCode])
        /// All events, in order.
        case events([MeasurementEvent.Name])
        /// The apps that come to the front, by ID or name.
        case trail([String])
        case aasa(FileDecision<AASADecision.Outcome>)
        case assetlinks(FileDecision<AndroidOutcome>)
        /// What the page of the link says about its first target for the device, and the URL for the browser. A part that is missing may be
        /// anything.
        case resolves([Part])
    }

    package var key: ExpectationKey
    package var content: Content
    /// The place of the value in the suite.
    package var place: YAMLPlace

    // MARK: How a failure tells what was expected

    var words: QuotingText {
        switch content {
        case .opens(let opening): "\(opening.rawValue)"
        case .app(let text), .route(let text), .target(let text): "\(text)"
        case .extras(let value): "\(Self.text(value))"
        case .referer(nil): "\(Self.none)"
        case .referer(let parts?), .resolves(let parts): Self.list(parts.map { ($0.name, $0.text) })
        case .findings(let codes): Self.list(codes.map(\.rawValue))
        case .events(let names): Self.list(names.map(\.rawValue))
        case .trail(let stops): Self.list(stops)
        case .aasa(let decision): decision.words
        case .assetlinks(let decision): decision.words
        }
    }

    static func list(_ words: [String]) -> QuotingText {
        "[\(QuotingText(joining: words.map(QuotingText.init(quoting:)), separator: ", "))]"
    }

    static func list(_ members: [(name: String, value: String)]) -> QuotingText {
        "{\(QuotingText(joining: members.map { "\($0.name): \($0.value)" }, separator: ", "))}"
    }

    static func text(_ value: JSONValue) -> String { (try? value.serialized()) ?? "a value that JSON cannot express" }

    /// Returns whether one of the actual texts is the expected one or, if no text is expected, whether there are none.
    static func isMet(_ text: String, by values: [String]) -> Bool { text == none ? values.isEmpty : values.contains(text) }
}

extension LinkURL {
    /// The URL without its fragment, which servers do not see.
    var withoutFragment: LinkURL {
        guard let range = components.fragment else { return self }
        return LinkURL(String(decoding: text.utf8.prefix(range.lowerBound - 1), as: UTF8.self)) ?? self
    }
}
