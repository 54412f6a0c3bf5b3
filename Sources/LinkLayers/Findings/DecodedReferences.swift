import AppLinks
import Bytes

/// Finds the beginning of a parameter's name that was read as HTML. HTML reads some references also without a semicolon, so a link in the
/// text of a page or mail loses its `&` and the letters after it.
///
///    https://a.example/?a=1¶m=2      https://a.example/?a=1&param=2
///    https://a.example/?a=1§ion=4     https://a.example/?a=1&section=4
///    https://a.example/?q=4%20§        the sign itself: no name and = follow it
enum DecodedReferences {
    private struct Reference {
        var sign: StaticString
        var name: StaticString
        /// Whether `=` may follow at once. In `x=2×=4`, the sign is one of a formula.
        var mayBeWhole = true
    }

    private static let references = [
        Reference(sign: "¶", name: "para"), Reference(sign: "§", name: "sect"), Reference(sign: "©", name: "copy"),
        Reference(sign: "®", name: "reg"), Reference(sign: "¤", name: "curren"), Reference(sign: "¢", name: "cent"),
        Reference(sign: "£", name: "pound"), Reference(sign: "¥", name: "yen"), Reference(sign: "¬", name: "not", mayBeWhole: false),
        Reference(sign: "×", name: "times", mayBeWhole: false), Reference(sign: "°", name: "deg", mayBeWhole: false),
    ]

    /// Reports the signs, and returns their places.
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) -> [Range<Int>] {
        guard let query = url.components.query else { return [] }
        let bytes = url.bytes
        let changes = query.compactMap { $0 > query.lowerBound && bytes[$0] >= 0x80 ? edit(bytes, at: $0, before: query.upperBound) : nil }
        guard let first = changes.first else { return [] }
        let sign = String(decoding: bytes[first.range], as: UTF8.self)
        let meant = String(decoding: first.replacement, as: UTF8.self)
        let message = "This \(sign) was probably \(meant), the beginning of a parameter: a page or mail showed the link as HTML."
        let repair = edits.repair("Write \(meant) instead of \(sign).", changes)
        sink.found(Finding(.htmlEscape, message, range: edits.place(first.range), repair: repair))
        return changes.map(\.range)
    }

    private static func edit(_ bytes: [UInt8], at start: Int, before end: Int) -> Repair.Edit? {
        guard let reference = references.first(where: { bytes.has($0.sign, at: start, before: end) }) else { return nil }
        let behind = start + reference.sign.utf8CodeUnitCount
        let rest = bytes[behind..<end].prefix { ByteClass.isLetter($0) || ByteClass.isDigit($0) || $0 == UInt8(ascii: "_") }
        guard rest.endIndex < end, bytes[rest.endIndex] == UInt8(ascii: "="), reference.mayBeWhole || !rest.isEmpty else { return nil }
        return Repair.Edit(start..<behind, "&\(reference.name)".utf8)
    }
}
