import AppLinks
import Bytes
import CGumbo
import Deciding
import HTTPTransport

/// Reads what a page says about apps. It uses gumbo, which parses HTML as browsers do. Tags count anywhere in the document, except inside
/// comments, scripts, templates and `noscript`.
enum DocumentReader {
    /// The limits are for hostile pages, which would take any amount of memory and time. A page of 2 MiB with a tag every 25 bytes takes 60
    /// MiB and 0.3 s.
    ///
    /// - Throws: `pageTooComplex` if the parser reaches one of the limits.
    static func read(_ utf8: [UInt8], memory: Int = 256 << 20, seconds: Double = 2) throws(FetchProblem) -> PageContent {
        let respelled = NoscriptTags.respelled(utf8)
        let collector = Collector(isRespelled: respelled != nil)
        let page = replacingZeroBytes(respelled ?? utf8)
        let answer = unsafe page.withUnsafeBytes { bytes in
            // An empty array may have no address.
            guard let start = bytes.baseAddress else { return cg_done }
            let page = unsafe start.assumingMemoryBound(to: CChar.self)
            return withExtendedLifetime(collector) {
                unsafe cg_visit(page, bytes.count, cg_limits(memory: memory, seconds: seconds), collector.visitor)
            }
        }
        guard answer == cg_done else { throw .pageTooComplex }
        return collector.content
    }

    /// Returns the page with U+FFFD for each zero byte, as the HTML standard requires. Gumbo instead skips a zero byte between attributes,
    /// although by the standard it begins an attribute name.
    private static func replacingZeroBytes(_ page: [UInt8]) -> [UInt8] {
        guard page.contains(0) else { return page }
        var whole: [UInt8] = []
        whole.reserveCapacity(page.count + page.count / 16)
        for byte in page { if byte == 0 { whole.append(contentsOf: "\u{FFFD}".utf8) } else { whole.append(byte) } }
        return whole
    }

    /// Gathers the content of a page while gumbo's tree is visited.
    private final class Collector {
        var content = PageContent()
        private let isRespelled: Bool

        init(isRespelled: Bool) {
            self.isRespelled = isRespelled
        }

        var visitor: cg_visitor {
            unsafe cg_visitor(
                context: Unmanaged.passUnretained(self).toOpaque(),
                element: { context, tag, element in unsafe Collector.at(context).enter(tag, element) },
                text: { context, _, count in unsafe Collector.at(context).content.textLength += count }
            )
        }

        /// `read` keeps the collector alive while the page is visited.
        private static func at(_ context: UnsafeMutableRawPointer) -> Collector {
            unsafe Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
        }

        /// Reads an element. Returns whether to visit the nodes inside the element.
        private func enter(_ tag: cg_tag, _ element: OpaquePointer) -> Bool {
            let value: (String) -> String? = { [self] name in unsafe string(cg_attribute(element, name)) }
            switch tag {
            case cg_meta:
                content.metas.append(.init(property: value("property"), name: value("name"), content: value("content")))
                return false
            case cg_link:
                let words = (value("rel") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
                if words.contains("alternate"), let address = value("href") { content.alternates.append(address) }
                return false
            case cg_script:
                if ContentType(value("type") ?? "")?.type != "application/ld+json" {
                    content.scripts += 1
                } else if let text = unsafe string(cg_text(element)) {
                    content.linkedData.append(text)
                }
                return false
            case cg_style, cg_noscript, cg_template: return false
            default: return true
            }
        }

        private func string(_ text: UnsafePointer<CChar>?) -> String? {
            guard let text = unsafe text else { return nil }
            let string = unsafe String(cString: text)
            return isRespelled ? NoscriptTags.restored(string) : string
        }
    }
}

/// The tags of `noscript`, respelled so that gumbo reads the element as a browser with scripts does: as text, up to its end tag.
///
///     <head><noscript><img src=x><meta property="al:ios:url" content="…"></noscript>
///
/// Read as markup, the image would end the head, and the `meta` after it would count. ``CG_NOSCRIPT`` is the spelling that gumbo needs.
/// This spelling is as long as the name `noscript`, so the page keeps its size.
///
/// The tags are respelled everywhere in the page. In attribute values and scripts that contain such tags, the original name is restored
/// afterwards, in lowercase. One difference remains: `</noscript>` and `</noframes>` end each other's elements.
enum NoscriptTags {
    private static let name = "noscript"

    /// Returns the page with its tags respelled, or nil if it has none.
    static func respelled(_ page: [UInt8]) -> [UInt8]? {
        page.replacingTags(name, by: CG_NOSCRIPT) { $0 | 0x20 == $1 }
    }

    /// Returns the original text for a text of a respelled page.
    static func restored(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        let bytes = Array(text.utf8)
        return bytes.replacingTags(CG_NOSCRIPT, by: name, where: ==).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}

extension [UInt8] {
    /// Returns the bytes with the name `other` in each tag `<name` and `</name`, or nil if there is no such tag. Both names must have the
    /// same length.
    ///
    /// - Parameter isSame: Whether a byte of the page matches a byte of `name`.
    fileprivate func replacingTags(_ name: String, by other: String, where isSame: (UInt8, UInt8) -> Bool) -> [UInt8]? {
        let (name, other) = (Array(name.utf8), Array(other.utf8))
        var copy: [UInt8]?
        var next = span.place(of: UInt8(ascii: "<"), from: 0, end: count)
        while next < count {
            var start = next + 1
            if start < count, self[start] == UInt8(ascii: "/") { start += 1 }
            let end = start + name.count
            if end <= count, end == count || self[end].endsTagName, self[start..<end].elementsEqual(name, by: isSame) {
                copy = copy ?? self
                copy?.replaceSubrange(start..<end, with: other)
            }
            next = span.place(of: UInt8(ascii: "<"), from: next + 1, end: count)
        }
        return copy
    }
}

extension UInt8 {
    /// Whether the name of a tag ends before this byte: at a space character, `/` or `>`.
    var endsTagName: Bool {
        ByteClass.isHTMLSpace(self) || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
    }
}
