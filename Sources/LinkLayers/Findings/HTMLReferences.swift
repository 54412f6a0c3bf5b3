import AppLinks
import Bytes

/// Finds `&` and other characters that are written as HTML writes them with numbers: `&#38;`. The `#` begins the fragment.
///
/// Names that begin with `amp;` are found with the other parameters.
enum HTMLReferences {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let fragment = url.components.fragment, fragment.lowerBound > 1 else { return }
        let bytes = url.bytes
        let start = fragment.lowerBound - 2
        guard bytes[start] == UInt8(ascii: "&"), let first = CharacterReferences.reference(in: bytes, at: start) else { return }
        var changes: [Repair.Edit] = []
        var index = start
        while index < fragment.upperBound {
            guard bytes[index] == UInt8(ascii: "&"), let (meaning, length) = CharacterReferences.reference(in: bytes, at: index) else {
                index += 1
                continue
            }
            let isPlain = meaning.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
            changes.append(Repair.Edit(index..<index + length, isPlain ? meaning : PercentCoding.encoded(meaning)))
            index += length
        }
        let written = String(decoding: bytes[start..<start + first.length], as: UTF8.self)
        let meant = String(decoding: first.meaning, as: UTF8.self)
        let message =
            "This \(meant) is written as in HTML (\(written)): the # in it begins the fragment, so servers and most apps do not read what follows."
        let place = edits.place(start..<start + first.length)
        sink.found(Finding(.htmlEscape, message, range: place, repair: edits.repair("Write \(meant) instead of \(written).", changes)))
    }
}
