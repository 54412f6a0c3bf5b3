import AppLinks
import Bytes
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
