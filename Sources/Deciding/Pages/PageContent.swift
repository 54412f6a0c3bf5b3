package import AppLinks
import JSONDocument
import LinkLayers

/// The parts of a page that concern apps, in document order.
package struct PageContent: Sendable, Hashable {
    /// A `meta` element. A missing attribute is nil.
    package struct Meta: Sendable, Hashable {
        package var property: String?
        package var name: String?
        package var content: String?

        package init(property: String? = nil, name: String? = nil, content: String? = nil) {
            self.property = property
            self.name = name
            self.content = content
        }
    }

    package var metas: [Meta] = []
    /// The addresses in `<link rel="alternate">` elements.
    package var alternates: [String] = []
    /// The texts of `<script type="application/ld+json">` elements.
    package var linkedData: [String] = []
    /// The number of other scripts.
    package var scripts = 0
    /// The approximate number of bytes of visible text.
    package var textLength = 0

    package init() {}

    /// The `al:` tags. The tags are read only from the attribute `property`.
    package var tags: PageTags {
        var tags = PageTags([])
        for meta in metas {
            if let property = meta.property { tags.add(PageTags.Tag(property: property, content: meta.content)) }
        }
        return tags
    }

    /// Whether the page has scripts and is almost empty until they have run: it has less than 200 bytes of visible text.
    package var isBuiltByScript: Bool { scripts > 0 && textLength < 200 }

    /// The targets of all view actions in the page's linked data, at any depth.
    var viewActions: [OtherLink] {
        var links: [OtherLink] = []
        for text in linkedData {
            guard let root = JSONDocument(Self.withoutComment(text)).root else { continue }
            // A list of nodes to visit replaces recursion, because the page determines the depth.
            var rest = [root]
            while let node = rest.popLast(), links.count < OtherLink.limit {
                if node.kind == .object {
                    if Self.isViewAction(node["@type"]) { links += Self.targets(of: node["target"]) }
                    rest += node.members.map(\.value).filter(\.hasMembers).reversed()
                } else if node.kind == .array {
                    rest += node.elements.filter(\.hasMembers).reversed()
                }
            }
        }
        return links
    }

    /// Returns the data without an HTML comment around it. Some pages still use such a comment to hide the data from very old browsers.
    private static func withoutComment(_ text: String) -> String {
        let text = text.trimmingBlanks
        return text.hasPrefix("<!--") && text.hasSuffix("-->") ? String(text.dropFirst(4).dropLast(3)) : text
    }

    private static func isViewAction(_ type: JSONDocument.Node?) -> Bool {
        guard let type else { return false }
        let names = type.kind == .array ? type.elements.compactMap(\.stringValue) : [type.stringValue].compactMap { $0 }
        return names.contains { $0.split { $0 == "/" || $0 == ":" }.last == "ViewAction" }
    }

    /// Returns the targets of an action. A target is an address, or an entry point with one or more addresses. The node may be a list of
    /// targets.
    private static func targets(of node: JSONDocument.Node?) -> [OtherLink] {
        let urls = list(node).flatMap { target in
            target.kind == .string ? [target] : list(target["urlTemplate"] ?? target["url"])
        }
        return urls.lazy.compactMap(\.stringValue).prefix(OtherLink.limit).map { url in
            OtherLink(appURL: url, as: .jsonLD) ?? OtherLink(.jsonLD, url: url)
        }
    }

    /// Returns the elements of a list, or the node itself. JSON-LD allows a list wherever it allows a single value.
    private static func list(_ node: JSONDocument.Node?) -> [JSONDocument.Node] {
        guard let node else { return [] }
        return node.kind == .array ? Array(node.elements.prefix(OtherLink.limit)) : [node]
    }
}

extension JSONDocument.Node {
    fileprivate var hasMembers: Bool { kind == .object || kind == .array }
}

/// Everything that a page says about its link: an App Link for each kind of device, and all other declarations.
///
/// A resolution is an immutable object rather than a value. Futures copy their results, and each copy of a value would retain two dozen
/// references.
package final class PageResolution: Sendable {
    package let page: FetchedPage
    /// The encoding's name in the WHATWG Encoding standard. Nil if the page is not HTML.
    package let encoding: String?
    package let tags: PageTags
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// The result of running the page's scripts. Nil if the scripts were not run.
    package let scripts: Result<ScriptRun, ScriptProblem>?

    /// - Parameters:
    ///   - content: Nil if the page is not HTML.
    ///   - more: The caller's findings.
    package init(
        page: FetchedPage, content: PageContent?, encoding: String?, findings more: [PageFinding] = [],
        scripts: Result<ScriptRun, ScriptProblem>? = nil
    ) {
        self.page = page
        self.scripts = scripts
        self.encoding = encoding
        tags = content?.tags ?? PageTags([])
        otherLinks = content?.otherLinks(beside: tags) ?? []
        var findings = page.findings + more
        if let content {
            findings += content.findings(on: tags, advisesScripts: scripts == nil)
        } else {
            findings.add(
                "not-html", .warning,
                "The answer is \(page.contentType?.type ?? "of unknown type"), not HTML: it has no App Link tags and opens in a browser.")
        }
        self.findings = findings
    }

    private init(_ other: PageResolution, findings: [PageFinding]) {
        page = other.page
        encoding = other.encoding
        tags = other.tags
        otherLinks = other.otherLinks
        scripts = other.scripts
        self.findings = findings
    }

    /// Returns a copy of this resolution with one more finding.
    package func adding(_ finding: PageFinding) -> PageResolution { PageResolution(self, findings: findings + [finding]) }

    /// Returns the App Link for the requested link. The source of the App Link is the requested link, not the final URL after redirects.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        tags.appLink(for: page.requested, idiom: idiom)
    }
}
