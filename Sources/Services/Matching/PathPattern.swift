import Bytes

/// The beginning of a path.
///
///    /url      /url and everything below it, but not /urls
///    /web/*    everything that begins with /web/
struct PathPattern: Sendable, Hashable {
    let text: String
    private let bytes: [UInt8]
    private let isOpen: Bool
    /// The number of segments that the pattern covers.
    let segments: Int

    init(_ text: String) {
        self.text = text
        isOpen = text.hasSuffix("*")
        bytes = Array((isOpen ? text.dropLast() : text[...]).utf8)
        segments = text.utf8.count { $0 == UInt8(ascii: "/") }
    }

    func matches(_ text: [UInt8], _ path: Range<Int>) -> Bool {
        guard path.count >= bytes.count,
            text[path.prefix(bytes.count)].elementsEqual(bytes, by: { ByteClass.lowered($0) == ByteClass.lowered($1) })
        else { return false }
        if isOpen { return path.count > bytes.count }
        return path.count == bytes.count || text[path.lowerBound + bytes.count] == UInt8(ascii: "/")
    }
}
