import Bytes

/// A link as Android splits it (`android.net.Uri`), which differs from RFC 3986: nothing is refused, and the parts are compared decoded.
///
///     myapp://hello/world     the host is "hello", the path "/world"
///     myapp:///world          the host is empty, the path "/world"
///     myapp:/world            there is no host, the path is "/world"
///     myapp:world             there is neither a host nor a path
package struct AndroidURI: Sendable, Hashable {
    /// The text before the first `:`, with its letters as written; nil without a colon.
    package private(set) var scheme: String?
    /// Everything between the scheme and the fragment, decoded, with the query.
    package private(set) var schemeSpecificPart: String
    /// The host, decoded; nil if the link has no `//`.
    package private(set) var host: String?
    /// The port that the link writes. No scheme has a port of its own.
    package private(set) var port: Int?
    /// The path, decoded: empty for `https://a.example`, nil if no `/` follows the scheme.
    package private(set) var path: String?
    package private(set) var query: String?
    package private(set) var fragment: String?

    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let decoded = { (range: Range<Int>) in PercentCoding.decodedText(bytes.span, repairing: range) }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let start = colon.map { $0 + 1 } ?? 0
        if let colon { scheme = String(decoding: bytes[..<colon], as: UTF8.self) }
        let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        if hash < bytes.endIndex { fragment = decoded(hash + 1..<bytes.endIndex) }
        schemeSpecificPart = decoded(start..<hash)
        let question = bytes[start..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        if question < hash { query = decoded(question + 1..<hash) }

        var place = start
        if bytes[start..<hash].starts(with: "//".utf8) {
            let end = bytes[(start + 2)..<question].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } ?? question
            let authority = start + 2..<end
            let user = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
            let digits = bytes[user..<end].lastIndex { !ByteClass.isDigit($0) }
            if let digits, bytes[digits] == UInt8(ascii: ":") {
                host = decoded(user..<digits)
                port = Int(String(decoding: bytes[(digits + 1)..<end], as: UTF8.self))
            } else {
                host = decoded(user..<end)
            }
            place = end
        } else if colon != nil, start == bytes.endIndex || bytes[start] != UInt8(ascii: "/") {
            return
        }
        path = decoded(place..<max(place, question))
    }

    var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// Whether people take a scheme for that of the link: it has the same letters, or both are those of web pages.
    func isNear(_ other: String) -> Bool {
        if isWeb, other == "http" || other == "https" { return true }
        return scheme?.utf8.count == other.utf8.count && scheme?.lowercased() == other.lowercased()
    }

    /// Returns the value of a parameter of the query.
    func parameter(_ name: String) -> String? {
        query?.split(separator: "&").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
