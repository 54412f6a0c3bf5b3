/// Collects the bytes of a paste up to its end marker, `ESC [ 201 ~`, and up to the size limit.
struct PasteBuffer: Hashable, Sendable {
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end marker that have been matched.
    private var matched = 0
    /// The number of bytes of the paste so far, without the end marker. Bytes that were dropped count too.
    private(set) var count = 0

    /// Adds a byte. Returns true if the byte completes the end marker.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == PasteBuffer.end[matched] {
            matched += 1
            return matched == PasteBuffer.end.count
        }
        // The end marker contains only one ESC, which is its first byte. So the bytes matched so far cannot begin another match.
        for seen in PasteBuffer.end.prefix(matched) { keep(seen) }
        matched = byte == PasteBuffer.end[0] ? 1 : 0
        if matched == 0 { keep(byte) }
        return false
    }

    var key: Key {
        count > KeyDecoder.pasteLimit ? .pasteRefused(.tooLong(bytes: count)) : .paste(bytes)
    }

    private mutating func keep(_ byte: UInt8) {
        count += 1
        if count <= KeyDecoder.pasteLimit {
            bytes.append(byte)
        } else if !bytes.isEmpty {
            bytes = []
        }
    }
}
