import Bytes

/// Builds the absolute string of a URL whose text contains characters that must be encoded.
enum URLEncoder {
    /// Returns the absolute string. Returns nil only if the host has non-ASCII letters and no ASCII spelling.
    static func absoluteString(of text: String, _ split: URLSplitter.Split) -> String? {
        let components = split.components
        var output: [UInt8] = []
        var internationalHost: [UInt8]? = nil
        if split.hasInternationalHost, let host = components.host {
            guard let spelling = asciiHost(text.withBytes { copy($0, host) }) else { return nil }
            internationalHost = spelling
        }
        text.withBytes { bytes in
            output.reserveCapacity(bytes.count + bytes.count / 2)
            var done = 0
            func keep(to end: Int) {
                for index in done..<end { output.append(bytes[index]) }
                done = end
            }
            func encode(_ range: Range<Int>, _ allowed: ByteSet) {
                keep(to: range.lowerBound)
                append(bytes, range, allowed, to: &output)
                done = range.upperBound
            }
            if let userInfo = components.userInfo {
                let colon = userInfo.first { bytes[$0] == UInt8(ascii: ":") } ?? userInfo.upperBound
                encode(userInfo.lowerBound..<colon, .user)
                encode(colon..<userInfo.upperBound, .password)
            }
            if let host = components.host {
                if let internationalHost {
                    keep(to: host.lowerBound)
                    output += internationalHost
                    done = host.upperBound
                } else {
                    encode(host, .bracketedHost)
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
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the spelling of a host that name servers use, `xn--…`.
    private static func asciiHost(_ host: [UInt8]) -> [UInt8]? {
        IDNAHost.ascii(String(decoding: host, as: UTF8.self)).map { Array($0.utf8) }
    }

    private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, _ allowed: ByteSet, to output: inout [UInt8]) {
        for index in range {
            let byte = bytes[index]
            if URLSplitter.isInPlace(bytes, index, end: range.upperBound, allowed) {
                output.append(byte)
            } else {
                PercentCoding.appendEscape(byte, to: &output)
            }
        }
    }

    private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        range.map { bytes[$0] }
    }
}

/// The character classes of RFC 3986, section 2 and appendix A.
extension ByteSet {
    static let schemeTail = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
    /// The general delimiters except `:`.
    static let otherDelimiters = ByteSet("/?#[]@")
    static let unreserved = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    static let host = unreserved.union(ByteSet("!$&'()*+,;="))
    static let user = host
    static let password = host.union(ByteSet(":"))
    static let bracketedHost = host.union(ByteSet(":"))
    static let colonlessSegment = host.union(ByteSet("@"))
    static let path = host.union(ByteSet(":@/"))
    static let query = path.union(ByteSet("?"))
}
