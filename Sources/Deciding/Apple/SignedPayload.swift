// RFC 5652 wraps the content in these structures:
//
//    ContentInfo   SEQUENCE { OID signedData, [0] { SignedData } }
//    SignedData    SEQUENCE { INTEGER version, SET digestAlgorithms, EncapsulatedContentInfo, … }
//    Encapsulated  SEQUENCE { OID data, [0] { OCTET STRING content } }
//
// The content may be split into pieces (a constructed OCTET STRING). Lengths may be indefinite, because streaming signers write indefinite
// lengths.

/// Extracts the content of CMS signed data in one pass. The signature is not verified.
enum SignedPayload {
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    /// Returns whether the bytes begin like DER. JSON never begins with these bytes.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] == 0x30 && bytes[1] >= 0x80
    }

    /// Returns the content, or nil if the bytes do not have this structure.
    static func payload(of bytes: [UInt8]) -> [UInt8]? {
        var walk = Walk(bytes: bytes, place: 0)
        guard walk.open(0x30), walk.content(of: 0x06).map({ $0.elementsEqual(signedData) }) == true, walk.open(0xA0), walk.open(0x30),
            walk.skip(0x02), walk.skip(0x31), walk.open(0x30), walk.skip(0x06), walk.open(0xA0)
        else { return nil }
        return walk.octets()
    }

    private struct Walk {
        let bytes: [UInt8]
        var place: Int
        /// The maximum nesting of constructed strings. Real files have at most two levels.
        private static let deepest = 8

        /// Reads a tag and the length of its content, and moves past both. The length is nil if it is indefinite. In that case, an end mark
        /// follows the content.
        private mutating func header() -> (tag: UInt8, length: Int?)? {
            guard place + 1 < bytes.count else { return nil }
            let tag = bytes[place]
            let first = bytes[place + 1]
            place += 2
            if first < 0x80 { return (tag, Int(first)) }
            if first == 0x80 { return (tag, nil) }
            let count = Int(first & 0x7F)
            guard count <= 4, place + count <= bytes.count else { return nil }
            var length = 0
            for _ in 0..<count {
                length = length << 8 | Int(bytes[place])
                place += 1
            }
            return (tag, length)
        }

        /// Reads the header of a container. Returns whether the container has the tag `tag`.
        mutating func open(_ tag: UInt8) -> Bool {
            header()?.tag == tag
        }

        /// Skips a value with a definite length. Returns whether the value has the tag `tag`.
        mutating func skip(_ tag: UInt8) -> Bool {
            content(of: tag) != nil
        }

        mutating func content(of tag: UInt8) -> ArraySlice<UInt8>? {
            guard let header = header(), header.tag == tag, let length = header.length, length <= bytes.count - place else { return nil }
            defer { place += length }
            return bytes[place..<place + length]
        }

        /// Reads an OCTET STRING, whole or in pieces. Returns nil if it is malformed, or if all pieces are empty.
        ///
        /// - Parameter depth: The number of strings around this one.
        mutating func octets(depth: Int = 0) -> [UInt8]? {
            guard let header = header() else { return nil }
            let end = header.length.map { place + $0 }
            if let end, end > bytes.count { return nil }
            if header.tag == 0x04, let end {
                defer { place = end }
                return Array(bytes[place..<end])
            }
            guard header.tag == 0x24, depth < Self.deepest else { return nil }
            var output: [UInt8] = []
            while place != end {
                if end == nil, bytes[place...].starts(with: [0, 0]) {
                    place += 2
                    break
                }
                guard let piece = octets(depth: depth + 1) else { return nil }
                output += piece
            }
            return depth == 0 && output.isEmpty ? nil : output
        }
    }
}
