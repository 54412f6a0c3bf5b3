import Bytes

/// A link in which asterisks stand for some bytes, as mail gateways write it (see ``AsteriskCoding``), decoded.
///
///    __https://a.example/*3Fpassword*3Dabc__;JSU!!x    the codes of the link
///      https://a.example/%3Fpassword%3Dabc             its text
enum AsteriskLink {
    private static let longestScheme = 32

    /// Returns the start of a link with asterisks whose scheme ends at `colon`. Returns nil if `__` does not come before the scheme.
    @inline(__always)
    static func start(_ bytes: ByteView, colon: Int) -> Int? {
        let start = bytes.skipBack(colon, atMost: longestScheme, while: ByteClass.isLetter)
        return bytes[start &- 1] == UInt8(ascii: "_") && bytes[start &- 2] == UInt8(ascii: "_") && start < colon ? start : nil
    }

    /// Decodes the link at `start`. Each group is a code. Returns nil if the link has no end.
    static func run(_ bytes: ByteView, at start: Int) -> PackedRun? {
        guard let coding = AsteriskCoding(bytes, at: start) else { return nil }
        var (text, groups): ([UInt8], [Int]) = ([], [])
        var code = -1
        // Base64 at the end of a link is readable only without the two underscores after it.
        _ = coding.decode(coding.link, in: bytes) { byte, place in
            text.append(byte)
            // The further bytes of a code are at its end, so that a secret that ends with any of them covers the code.
            groups.append(place.lowerBound == code ? place.upperBound : place.lowerBound)
            code = place.lowerBound
        }
        return PackedRun(coding.link, text, groups: groups + [coding.link.upperBound])
    }
}

/// A link whose escapes have hyphens instead of percent signs, as mail gateways write it (see ``HyphenCoding``), decoded.
///
///    ?u=https-3A__a.example_-3Fpassword-3Dabc&d=x    the link ends at the first byte outside the coding
///       https  ://a.example/  ?password  =abc        its text
enum HyphenatedLink {
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

    /// Decodes the link at `start`. Each group is a code.
    static func run(_ bytes: ByteView, at start: Int) -> PackedRun {
        var (text, groups): ([UInt8], [Int]) = ([], [])
        var place = start
        while ByteClass.isUnreserved(bytes[place]) {
            let (byte, length) = HyphenCoding.read(bytes[place], bytes[place + 1], bytes[place + 2])
            text.append(byte)
            groups.append(place)
            place += length
        }
        return PackedRun(start..<place, text, groups: groups + [place])
    }
}
