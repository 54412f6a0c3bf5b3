import Bytes
import CGumbo

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
        switch self {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"): true
        default: false
        }
    }
}
