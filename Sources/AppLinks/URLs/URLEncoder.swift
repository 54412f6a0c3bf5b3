import Bytes

/// Builds the absolute string of a URL whose text contains characters that must be encoded.
enum URLEncoder {
    /// Returns the absolute string. Returns nil only if the host has non-ASCII letters and no ASCII spelling.
    static func absoluteString(of text: String, _ split: URLSplitter.Split) -> String? {
        text.withBytes { bytes in
            let components = split.components
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count + bytes.count / 2)
            var done = 0
            func keep(to end: Int) {
                for index in done..<end { output.append(bytes[index]) }
                done = end
            }
            func encode(_ range: Range<Int>, _ allowed: ByteSet) {
                keep(to: range.lowerBound)
                for index in range {
                    let byte = bytes[index]
                    if URLSplitter.isInPlace(bytes, index, end: range.upperBound, allowed) {
                        output.append(byte)
                    } else {
                        PercentCoding.appendEscape(byte, to: &output)
                    }
                }
                done = range.upperBound
            }
            if let userInfo = components.userInfo {
                let colon = userInfo.first { bytes[$0] == UInt8(ascii: ":") } ?? userInfo.upperBound
                encode(userInfo.lowerBound..<colon, .host)
                encode(colon..<userInfo.upperBound, .hostOrColon)
            }
            if let host = components.host {
                if split.hasInternationalHost {
                    guard let spelling = IDNAHost.ascii(bytes.extracting(host).string) else { return nil }
                    keep(to: host.lowerBound)
                    output += spelling.utf8
                    done = host.upperBound
                } else {
                    encode(host, .hostOrColon)
                }
            }
            if components.scheme == nil, components.authority == nil {
                // A colon in the first segment is encoded too. Otherwise a reader could mistake the colon for the end of a scheme.
                let segment = components.path.prefix { bytes[$0] != UInt8(ascii: "/") }
                encode(segment, .colonlessSegment)
                encode(segment.upperBound..<components.path.upperBound, .path)
            } else {
                encode(components.path, .path)
            }
            if let query = components.query { encode(query, .query) }
            if let fragment = components.fragment { encode(fragment, .query) }
            keep(to: bytes.count)
            return String(decoding: output, as: UTF8.self)
        }
    }
}

/// The character classes of RFC 3986, section 2 and appendix A.
extension ByteSet {
    /// The general delimiters except `:`.
    static let otherDelimiters = ByteSet("/?#[]@")
    static let unreserved = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    static let host = unreserved.union(ByteSet("!$&'()*+,;="))
    /// The characters of a password, and of an address in brackets.
    static let hostOrColon = host.union(ByteSet(":"))
    static let colonlessSegment = host.union(ByteSet("@"))
    static let path = host.union(ByteSet(":@/"))
    static let query = path.union(ByteSet("?"))
}
