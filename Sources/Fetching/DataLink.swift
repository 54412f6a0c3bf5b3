import AppLinks
import Pages

/// A link that contains its page: `data:text/html,<p>Hello`.
enum DataLink {
    static func page(of url: LinkURL, limit: Int) throws(FetchProblem) -> FetchedPage {
        // The text after "data:", without the fragment and otherwise unchanged.
        let text = url.text.dropFirst("data:".utf8.count).prefix { $0 != "#" }
        guard let comma = text.firstIndex(of: ",") else { throw .badDataLink("there is no comma before the page") }
        var type = text[..<comma].trimmingBlanks
        let isBase64 = type.lowercased().hasSuffix("base64") && type.dropLast(6).trimmingBlanks.hasSuffix(";")
        if isBase64 { type = String(type.dropLast(6).trimmingBlanks.dropLast()) }
        if type.hasPrefix(";") { type = "text/plain" + type }
        if type.isEmpty { type = "text/plain;charset=US-ASCII" }
        let source = String(text[text.index(after: comma)...])
        let bytes = source.withBytes { PercentCoding.decoded($0, 0..<$0.count) }
        guard bytes.count <= limit else { throw .pageTooLarge(limit: limit) }
        guard isBase64 else { return page(url, type, bytes) }
        guard let decoded = Base64.decoded(bytes) else { throw .badDataLink("the text after the comma is not base64") }
        return page(url, type, decoded)
    }

    private static func page(_ url: LinkURL, _ type: String, _ bytes: [UInt8]) -> FetchedPage {
        FetchedPage(requested: url, url: url, fields: [.init("Content-Type", type)], body: bytes)
    }
}

/// The lenient base64 of `data:` links: space characters are skipped, and padding is optional.
enum Base64 {
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        if digits.count.isMultiple(of: 4) {
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
