import CGumbo
import Pages

/// Reads what a page says about apps, with the HTML parser that browsers agree on: tags anywhere in the document count, those inside comments,
/// scripts, templates and `noscript` do not.
enum DocumentReader {
    /// A page of 2 MiB with a tag every 25 bytes takes 60 MiB and 0.3 s; hostile ones any amount of both.
    struct Limits {
        var memory = 256 << 20
        var seconds = 2.0
    }

    /// - Throws: `pageTooComplex` where the parser would not be done in time, or only with too much memory.
    static func read(_ utf8: [UInt8], limits: Limits = Limits()) throws(FetchProblem) -> PageContent {
        let collector = Collector()
        let page = prepared(utf8)
        let answer = unsafe page.withUnsafeBytes { bytes in
            // An empty page has no bytes to point to, and is one all the same.
            guard let start = bytes.baseAddress else { return cg_done }
            let page = unsafe start.assumingMemoryBound(to: CChar.self)
            return withExtendedLifetime(collector) {
                unsafe cg_visit(page, bytes.count, cg_limits(memory: limits.memory, seconds: limits.seconds), collector.visitor)
            }
        }
        guard answer == cg_done else { throw .pageTooComplex }
        return collector.content
    }

    /// A page as gumbo has to see it to read it as browsers do.
    private static func prepared(_ utf8: [UInt8]) -> [UInt8] {
        let page = NoscriptText.blanked(utf8) ?? utf8
        guard page.contains(0) else { return page }
        // Between attributes, gumbo passes over zero bytes, which begin a name of their own.
        var whole: [UInt8] = []
        whole.reserveCapacity(page.count + page.count / 16)
        for byte in page { if byte == 0 { whole.append(contentsOf: "\u{FFFD}".utf8) } else { whole.append(byte) } }
        return whole
    }

    private final class Collector {
        var content = PageContent()

        var visitor: cg_visitor {
            unsafe cg_visitor(
                context: Unmanaged.passUnretained(self).toOpaque(),
                element: { context, tag, element in unsafe Collector.at(context).enter(tag, element) },
                text: { context, _, count in unsafe Collector.at(context).content.textLength += count }
            )
        }

        /// The reader above keeps the collector while the page is visited.
        private static func at(_ context: UnsafeMutableRawPointer) -> Collector {
            unsafe Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
        }

        /// Answers whether to go inside.
        private func enter(_ tag: cg_tag, _ element: OpaquePointer) -> Bool {
            let value: (String) -> String? = { name in unsafe cg_attribute(element, name).map { unsafe String(cString: $0) } }
            switch tag {
            case cg_meta:
                content.metas.append(.init(property: value("property"), name: value("name"), content: value("content")))
                return false
            case cg_link:
                content.addLink(rel: value("rel"), href: value("href"))
                return false
            case cg_script:
                content.addScript(type: value("type"), text: unsafe cg_text(element).map { unsafe String(cString: $0) })
                return false
            case cg_style, cg_noscript, cg_template: return false
            default: return true
            }
        }
    }
}

extension PageContent {
    mutating func addLink(rel: String?, href: String?) {
        let words = (rel ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        if words.contains("alternate"), let href { alternates.append(href) }
    }

    mutating func addScript(type: String?, text: String?) {
        if !Self.isLinkedData(type: type) { scripts += 1 } else if let text { linkedData.append(text) }
    }

    static func isLinkedData(type: String?) -> Bool { ContentType(type ?? "")?.type == "application/ld+json" }
}
