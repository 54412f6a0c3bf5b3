import Bytes

/// The parameters by which ad networks and analytics services recognize a click or a campaign.
enum TrackingNames {
    private static let prefixes: [StaticString] = ["utm_", "af_", "adjust_", "adj_", "_branch_"]

    private static let names: [StaticString] = [
        "fbclid", "gclid", "dclid", "msclkid", "ttclid", "campaign_ids", "gbraid", "wbraid", "igshid", "twclid", "yclid", "mc_eid",
        "mc_cid",
    ]

    /// Returns whether the name at `range`, as written, is a tracking parameter.
    static func contains(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count >= 4 else { return false }
        switch ByteClass.lowered(bytes[range.lowerBound]) {
        case UInt8(ascii: "u"), UInt8(ascii: "a"), UInt8(ascii: "_"):
            // The prefix alone is not a name.
            return prefixes.contains {
                range.count > $0.utf8CodeUnitCount && bytes.hasLetters($0, at: range.lowerBound)
            }
                && !isLink(bytes, range)
        case UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "t"), UInt8(ascii: "c"),
            UInt8(ascii: "w"), UInt8(ascii: "i"), UInt8(ascii: "y"):
            return names.contain(bytes.span, range)
        default: return false
        }
    }

    /// Parameters that carry the link itself.
    private static let links: [StaticString] = [
        "af_dp", "af_web_dp", "adj_deep_link", "adjust_deeplink", "af_ios_url", "af_android_url", "adj_deeplink",
    ]

    private static func isLink(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        links.contain(bytes.span, range)
    }
}
