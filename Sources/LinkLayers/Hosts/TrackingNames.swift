import AppLinks

/// The parameters by which networks and services recognise a click or a campaign.
enum TrackingNames {
    private static let prefixes: [StaticString] = ["utm_", "af_", "adjust_", "adj_", "_branch_"]

    private static let names: [StaticString] = [
        "fbclid", "gclid", "dclid", "msclkid", "ttclid", "campaign_ids", "gbraid", "wbraid", "igshid", "twclid", "yclid", "mc_eid",
        "mc_cid",
    ]

    /// Whether the name at `range`, as it is written, is one of them.
    static func contains(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count >= 4 else { return false }
        switch Bytes.lowered(bytes[range.lowerBound]) {
        case UInt8(ascii: "u"), UInt8(ascii: "a"), UInt8(ascii: "_"):
            // A name of the prefix alone names nothing.
            return prefixes.contains { range.count > $0.utf8CodeUnitCount && Bytes.starts(bytes, at: range.lowerBound, with: $0) }
                && !isLink(bytes, range)
        case UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "t"), UInt8(ascii: "c"),
            UInt8(ascii: "w"), UInt8(ascii: "i"), UInt8(ascii: "y"):
            return names.contains { Bytes.says(bytes, range, $0) }
        default: return false
        }
    }

    /// These carry the link itself.
    private static let links: [StaticString] = [
        "af_dp", "af_web_dp", "adj_deep_link", "adjust_deeplink", "af_ios_url", "af_android_url", "adj_deeplink",
    ]

    private static func isLink(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        links.contains { Bytes.says(bytes, range, $0) }
    }
}
