package import AppLinks
package import Deciding
package import JSONDocument
package import LinkLayers
import Secrets

/// What a suite expects of a link, and where it is written.
package struct Expectation: Sendable {
    /// Where a link ends on the simulated device.
    package enum Opening: String, Sendable, CaseIterable {
        case app, browser, chooser, nothing
    }

    /// The word in a suite in place of a text where no text is expected.
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
}

// How a failure tells what was expected.
extension Expectation {
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

    /// Returns whether one of the actual texts is the expected one or, where none is expected, there is none.
    static func isMet(_ text: String, by values: [String]) -> Bool { text == none ? values.isEmpty : values.contains(text) }
}

extension Expectation.FileDecision {
    fileprivate var words: QuotingText { app.map { "\(outcome.rawValue) for \($0)" } ?? "\(outcome.rawValue)" }
}

extension LinkURL {
    /// The URL without its fragment, which servers do not see.
    var withoutFragment: LinkURL {
        guard let range = components.fragment else { return self }
        return LinkURL(String(decoding: text.utf8.prefix(range.lowerBound - 1), as: UTF8.self)) ?? self
    }
}
