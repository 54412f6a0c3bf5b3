package import AppLinks
import Associations
import JSONDocument
import Pages

/// What a lookup found, in the words that are kept in the journal. The answer itself may have megabytes.
package struct LookupSummary: Sendable, Hashable {
    package var kind: Lookup.Kind
    /// The web link that was looked up.
    package var url: LinkURL
    /// The result in one sentence, without a period.
    package var result: String
    /// More details worth keeping: where the link led, and the findings or causes.
    package var details: [String]

    private static let mostDetails = 20

    init(_ outcome: LookupOutcome, of lookup: Lookup) {
        kind = lookup.kind
        url = lookup.url
        switch outcome {
        case .page(let page):
            let targets = PageTags.Idiom.allCases.compactMap { idiom in
                page.appLink(for: idiom).targets.first.map { "\(idiom.rawValue): \($0.words)" }
            }
            result = targets.isEmpty ? "the page names no app" : "the page names an app for " + targets.joined(separator: ", ")
            let path = page.final == page.url ? [] : ["the link led to \(page.final.text)"]
            details = path + page.findings.map { "\($0.message) [\($0.code)]" }
        case .verdict(let answer):
            result = answer.link.sentence
            details = answer.link.causes.map { "\($0.message) [\($0.code)]" }
        case .failed(let failure, _):
            result = "failed: \(failure.problem)"
            details = []
        case .stopped(let progress):
            result = "stopped without a result; server responses received: \(progress.hops.count + progress.files.count)"
            details = []
        }
        details = Array(details.prefix(Self.mostDetails))
    }

    // MARK: As JSON

    var json: JSONObject {
        [
            "kind": .string(kind.rawValue), "url": .string(url.text), "result": .string(result),
            "details": .array(details.map { .string($0) }),
        ]
    }

    /// Parses a summary; nil if the kind, the URL or the result is missing.
    init?(_ node: JSONDocument.Node) {
        guard let kind = node["kind"]?.stringValue.flatMap({ Lookup.Kind(rawValue: $0) }),
            let url = node["url"]?.stringValue.flatMap({ LinkURL($0) }), let result = node["result"]?.stringValue
        else { return nil }
        self.kind = kind
        self.url = url
        self.result = result
        details = node["details"]?.elements.prefix(Self.mostDetails).compactMap(\.stringValue) ?? []
    }
}

extension AppLinkTarget {
    fileprivate var words: String { [url?.text ?? packageName ?? appStoreID, appName].compactMap(\.self).joined(separator: " ") }
}
