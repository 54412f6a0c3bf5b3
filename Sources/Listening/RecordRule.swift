import Bytes
import JSONDocument

/// Decides whether a posted value is a record: a link, or an object with a link or with the name of an event.
///
/// An inspector shows everything that it gets, because users want to see malformed links. The listener refuses a value that cannot be meant as
/// a link or an event, because otherwise the mistake of the program that posts would stay unnoticed.
enum RecordRule {
    private static let nameKeys = ["event", "event_name"]
    private static let linkKeys = ["url", "link"]
    private static let link = "a link with its scheme, such as shop://item/7"

    /// Returns a sentence about what an object lacks; nil if it is a record.
    ///
    /// - Parameter number: The number of the record in its post.
    static func problem(in object: JSONDocument.Node, number: Int) -> String? {
        var isEvent = false
        for key in nameKeys {
            guard let name = object[key] else { continue }
            guard let text = name.stringValue else { return wrong(key, is: name.kind.withArticle, must: "the name of the event", number) }
            if isBlank(text.utf8) { return wrong(key, is: "empty", must: "the name of the event", number) }
            isEvent = true
        }
        if isEvent { return nil }
        if let (key, text) = object.firstText(of: linkKeys) {
            return isLink(text.utf8) ? nil : "In record \(number), \"\(key)\" must be \(link)."
        }
        for key in linkKeys {
            guard let kind = object[key]?.kind else { continue }
            return wrong(key, is: kind == .string ? "empty" : kind.withArticle, must: link, number)
        }
        return "Record \(number) needs a link (\"url\" or \"link\") or the name of an event (\"event\" or \"event_name\")."
    }

    /// Returns a sentence about what is wrong with a link; nil if it is a record.
    static func problem(inLink text: some Collection<UInt8>, number: Int) -> String? {
        isLink(text) ? nil : "Record \(number) must be \(link)."
    }

    /// Whether a text is empty or has only white space. An inspector ignores such a text, so it is not a record.
    static func isBlank(_ text: some Collection<UInt8>) -> Bool {
        withoutMark(text).allSatisfy(ByteClass.isJSONSpace)
    }

    /// Returns the text without a byte order mark at its beginning.
    static func withoutMark<Text: Collection<UInt8>>(_ text: Text) -> Text.SubSequence {
        text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The longest scheme that is looked for. Real ones are short.
    private static let longestScheme = 64

    /// Whether a text begins with a scheme and goes on after it. Schemes that contain `_` or begin with a digit count too. They are not
    /// valid, but inspectors report that mistake. The colon may be percent-encoded, as in a link that was encoded as a whole.
    private static func isLink(_ text: some Collection<UInt8>) -> Bool {
        let start = withoutMark(text).drop(while: ByteClass.isJSONSpace)
        let scheme = start.prefix(longestScheme).prefix { ByteClass.isSchemeTail($0) || $0 == UInt8(ascii: "_") }
        guard !scheme.isEmpty else { return false }
        let rest = start.dropFirst(scheme.count)
        let isEncoded = rest.prefix(3).map(ByteClass.lowered).elementsEqual("%3a".utf8)
        guard isEncoded || rest.first == UInt8(ascii: ":"), let next = rest.dropFirst(isEncoded ? 3 : 1).first else { return false }
        return !ByteClass.isBlank(next)
    }

    private static func wrong(_ key: String, is found: String, must expected: String, _ number: Int) -> String {
        "In record \(number), \"\(key)\" is \(found), but must be \(expected)."
    }
}
