import Bytes

/// The bytes that a client has sent and that are not used yet.
package struct RequestBuffer: Sendable {
    /// The most bytes of a request line with its header fields.
    static let longestHead = 16 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes that were searched for the end of a head.
    private var searched = 0

    package init() {}

    package var count: Int { bytes.count }

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Returns and removes the head of the next request; nil if it is not complete.
    package mutating func nextHead() throws(Refusal) -> RequestHead? {
        dropLineEnds()
        // A TLS connection begins with this byte. It has no empty line, so waiting for the end of a head would be in vain.
        if bytes.first == 0x16 { throw Refusal(.badRequest, "The listener speaks HTTP, without TLS: use http://.") }
        guard let end = endOfHead() else {
            if bytes.count > Self.longestHead { throw Self.tooLong }
            return nil
        }
        guard end <= Self.longestHead else { throw Self.tooLong }
        let head = try RequestHead(bytes[..<(end - 4)])
        remove(end)
        return head
    }

    /// Returns and removes the body of a request; nil if it is not complete.
    package mutating func nextBody(_ count: Int) -> [UInt8]? {
        guard bytes.count >= count else { return nil }
        let body = Array(bytes[..<count])
        remove(count)
        return body
    }

    private static var tooLong: Refusal {
        Refusal(.fieldsTooLarge, "The request line and the header fields are longer than \(longestHead >> 10) KiB.")
    }

    /// Removes line ends before a request, which some clients send after a body.
    private mutating func dropLineEnds() {
        guard searched == 0, let first = bytes.first, ByteClass.isLineEnd(first) else { return }
        bytes.removeFirst(bytes.firstIndex { !ByteClass.isLineEnd($0) } ?? bytes.count)
    }

    private mutating func endOfHead() -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        var place = max(searched - 3, 0)
        while place + 4 <= bytes.count {
            if bytes[place] == 0x0D, bytes[place..<(place + 4)].elementsEqual(mark) { return place + 4 }
            place += 1
        }
        searched = bytes.count
        return nil
    }

    private mutating func remove(_ count: Int) {
        bytes.removeFirst(count)
        searched = 0
    }
}
