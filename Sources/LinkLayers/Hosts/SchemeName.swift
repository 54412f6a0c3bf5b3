import AppLinks

/// Facts about schemes that decide which programs can open a link.
enum SchemeName {
    /// Schemes that belong to the system or to the web, so that apps cannot claim them.
    private static let owned: [StaticString] = [
        "http", "https", "mailto", "tel", "sms", "smsto", "mms", "geo", "maps", "facetime", "facetime-audio", "intent", "android-app",
        "market", "itms", "itmss", "itms-apps", "itms-appss", "data", "javascript", "vbscript", "file", "content", "about", "blob", "ftp",
        "ws", "wss",
    ]

    static func isWeb(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        Bytes.equals(bytes, range, "https") || Bytes.equals(bytes, range, "http")
    }

    /// Returns whether an app can claim links of this scheme.
    static func isClaimable(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        !range.isEmpty && !owned.contains { Bytes.equals(bytes, range, $0) }
    }

    /// Schemes whose URLs are links although they have no `//`.
    private static let opaque: [StaticString] = [
        "mailto", "tel", "sms", "smsto", "geo", "intent", "android-app", "market", "facetime", "javascript", "vbscript", "data", "blob",
    ]

    /// The dangers of links that do not address anything on the network.
    enum Danger {
        /// The URL is a program, as with `javascript:`.
        case program
        /// The URL contains the page itself, as with `data:`.
        case content
        /// The URL names something on the device that opens it.
        case device
    }

    static func danger(_ bytes: [UInt8], _ range: Range<Int>) -> Danger? {
        // The first letter rules out nearly every scheme.
        guard let first = range.first.map({ bytes[$0] | 0x20 }), range.count >= 4, range.count <= 10 else { return nil }
        switch first {
        case UInt8(ascii: "j"): return Bytes.equals(bytes, range, "javascript") ? .program : nil
        case UInt8(ascii: "v"): return Bytes.equals(bytes, range, "vbscript") ? .program : nil
        case UInt8(ascii: "d"): return Bytes.equals(bytes, range, "data") ? .content : nil
        case UInt8(ascii: "b"): return Bytes.equals(bytes, range, "blob") ? .content : nil
        case UInt8(ascii: "f"): return Bytes.equals(bytes, range, "file") || Bytes.equals(bytes, range, "filesystem") ? .device : nil
        case UInt8(ascii: "c"): return Bytes.equals(bytes, range, "content") ? .device : nil
        default: return nil
        }
    }

    /// Returns where the scheme ends if the text is a link: `scheme://…`, or a known scheme without `//`. Returns nil for other text.
    static func end(in bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, Bytes.isLetter(first) else { return nil }
        var end = 1
        while end < bytes.count, isSchemeByte(bytes[end]) { end += 1 }
        guard end >= 2, end < bytes.count - 1, bytes[end] == UInt8(ascii: ":") else { return nil }
        if end + 3 < bytes.count, bytes[end + 1] == UInt8(ascii: "/"), bytes[end + 2] == UInt8(ascii: "/") { return end }
        if opaque.contains(where: { Bytes.equals(bytes, 0..<end, $0) }) { return end }
        return bytes[end + 1] == UInt8(ascii: "/") && Bytes.equals(bytes, 0..<end, "file") ? end : nil
    }

    @inline(__always)
    static func isSchemeByte(_ byte: UInt8) -> Bool {
        if Bytes.isLetter(byte) || Bytes.isDigit(byte) { return true }
        return byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
