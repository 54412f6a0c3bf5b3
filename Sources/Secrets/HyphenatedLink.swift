import Bytes

/// A link whose escapes have hyphens instead of percent signs, as mail gateways write it (see ``HyphenCoding``), decoded.
///
///    ?u=https-3A__a.example_-3Fpassword-3Dabc&d=x    the link ends at the first byte outside the coding
///       https  ://a.example/  ?password  =abc        its text
struct HyphenatedLink {
    let range: Range<Int>
    private(set) var text: [UInt8] = []
    /// The start of each code, and the end of the last code.
    private(set) var groups: [Int] = []

    private static let longestScheme = 32

    /// Returns whether a link begins at a place: a scheme and `-3A`.
    @inline(__always)
    static func begins(_ bytes: ByteView, at place: Int) -> Bool {
        guard ByteClass.isLetter(bytes[place]) else { return false }
        var end = place &+ 1
        while ByteClass.isLetter(bytes[end]) || ByteClass.isDigit(bytes[end]), end &- place < longestScheme { end &+= 1 }
        return ByteClass.isSchemeTail(bytes[end]) && isScheme(bytes, place, end)
    }

    /// Returns whether the letters that begin at `start` are a scheme that ends at or after `place`. The scheme may have hyphens of its
    /// own: `itms-2Dapps-3A`.
    @inline(never)
    private static func isScheme(_ bytes: ByteView, _ start: Int, _ place: Int) -> Bool {
        var end = place
        while end - start < longestScheme {
            guard ByteClass.isSchemeTail(bytes[end]) else { return false }
            guard bytes[end] == UInt8(ascii: "-") else {
                end += 1
                continue
            }
            let (byte, length) = HyphenCoding.read(bytes[end], bytes[end + 1], bytes[end + 2])
            if byte == UInt8(ascii: ":") { return true }
            guard ByteClass.isSchemeTail(byte) else { return false }
            end += length
        }
        return false
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
