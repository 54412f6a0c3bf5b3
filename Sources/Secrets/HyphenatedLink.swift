import Bytes

/// A link whose escapes have hyphens instead of percent signs, as mail gateways write it (see ``HyphenCoding``), decoded.
///
///    ?u=https-3A__a.example_-3Fpassword-3Dabc&d=x    the link ends at the first byte that is no part of the coding
///       https  ://a.example/  ?password  =abc        its text
struct HyphenatedLink {
    let range: Range<Int>
    private(set) var text: [UInt8] = []
    /// The start of each code, and the end of the last code.
    private(set) var groups: [Int] = []

    /// Returns whether a link begins at a place: with `http-3A` or `https-3A`.
    @inline(__always)
    static func begins(_ bytes: ByteView, at place: Int) -> Bool {
        // Nearly every link stops here: its fifth or sixth letter is a colon, or the percent sign of an escape.
        guard bytes[place &+ 4] == UInt8(ascii: "-") || bytes[place &+ 5] == UInt8(ascii: "-") else { return false }
        return bytes.hasPrefix("http-3", at: place) || bytes.hasPrefix("https-3", at: place)
    }

    init(_ bytes: ByteView, at start: Int) {
        var place = start
        while ByteClass.isUnreserved(bytes[place]) {
            let (byte, length) = HyphenCoding.read(bytes[place], bytes[place + 1], bytes[place + 2])
            text.append(byte)
            groups.append(place)
            place += length
        }
        range = start..<place
        groups.append(place)
    }
}
