import Inspector

/// Links used in the stories, besides the samples.
enum Links {
    static let plain = "shop://p/1"
    static let cafe = "cafe://menu?table=4"
    /// The page whose first app (Wheel) is not installed on the iPhone, and whose second app (Café) is.
    static let ridePage = "https://www.example.org/ride/7"
    static let shopPage = "https://shop.example.com/p/42"

    /// The value of `token` in the first sample. No screen may show it unless the user asks.
    static let secret = "EAAB-not-a-real-token-0123456789"

    static let brokenJSON = sample("Data truncated at an unescaped &")
    static let hidden = sample("Hidden characters")
    static let namelessReferer = sample("A referer without a name")

    /// Returns an App Link with this JSON as its data.
    static func appLink(_ json: String, to base: String = "news://article/1") -> String {
        base + "?al_applink_data=" + encoded(json)
    }

    /// Returns an App Link with a referer.
    static func from(_ name: String, _ url: String, to base: String = "news://article/1") -> String {
        appLink(
            #"{"target_url":"https://example.com/1","version":"1.0","referer_app_link":{"app_name":"\#(name)","url":"\#(url)"}}"#, to: base)
    }

    /// Returns the text with every byte that is not a letter or digit as `%XX`.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }

    private static func sample(_ title: String) -> String {
        Fixtures.samples.first { $0.title.hasPrefix(title) }?.link ?? "no sample is called \(title)"
    }
}
