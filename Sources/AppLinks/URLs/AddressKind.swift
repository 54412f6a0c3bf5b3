/// The kinds of addresses that no public page needs. A lookup of an untrusted link must not reach into the user's own network.
///
/// They are all blocks of IANA's registries of special-purpose addresses, also those that can be reached but have no pages, and what is not
/// assigned: <https://www.iana.org/assignments/iana-ipv4-special-registry> and
/// <https://www.iana.org/assignments/iana-ipv6-special-registry> (as updated on 2025-10-09).
package enum AddressKind: String, Sendable, Hashable, CaseIterable {
    case loopback
    case `private`
    case linkLocal = "link-local"
    case carrierGrade = "carrier-grade NAT"
    case multicast
    case unspecified
    case reserved

    /// The name of the kind with its article.
    package var words: String { self == .unspecified ? "an unspecified" : "a \(rawValue)" }

    /// Classifies an address of 4 or 16 bytes. Returns nil for a public address. An address of any other length counts as reserved.
    ///
    /// An IPv6 address that embeds an IPv4 address (mapped, NAT64 with the well-known prefix, 6to4, Teredo) is of the same kind as the embedded
    /// address. So is a compatible address, but it counts as reserved if the embedded address is public.
    package init?(_ bytes: [UInt8]) {
        let kind: AddressKind? =
            switch bytes.count {
            case 4: Self.ofVersion4(bytes)
            case 16: Self.ofVersion6(bytes)
            default: .reserved
            }
        guard let kind else { return nil }
        self = kind
    }

    private static func ofVersion4(_ bytes: [UInt8]) -> AddressKind? {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (127, _, _): .loopback
        case (10, _, _), (172, 16...31, _), (192, 168, _): .private
        case (169, 254, _): .linkLocal
        case (100, 64...127, _): .carrierGrade
        case (0, _, _): .unspecified
        case (224...239, _, _): .multicast
        // Protocol assignments, documentation, AS112, AMT, 6to4 relays, benchmarks, future use and broadcast.
        case (192, 0, 0), (192, 0, 2), (192, 31, 196), (192, 52, 193), (192, 88, 99), (192, 175, 48), (198, 18...19, _), (198, 51, 100),
            (203, 0, 113), (240..., _, _):
            .reserved
        default: nil
        }
    }

    private static func ofVersion6(_ bytes: [UInt8]) -> AddressKind? {
        let isZero: (Range<Int>) -> Bool = { range in range.allSatisfy { bytes[$0] == 0 } }
        if isZero(0..<16) { return .unspecified }
        if isZero(0..<15), bytes[15] == 1 { return .loopback }
        if isZero(0..<10), bytes[10] == 0xFF, bytes[11] == 0xFF { return ofVersion4(Array(bytes[12...])) }
        if isZero(0..<12) { return ofVersion4(Array(bytes[12...])) ?? .reserved }
        switch (bytes[0], bytes[1]) {
        case (0x00, 0x64) where bytes[2] == 0xFF && bytes[3] == 0x9B:
            // NAT64: an address with the well-known prefix embeds an IPv4 address. The local prefix belongs to the user's network.
            return isZero(4..<12) ? ofVersion4(Array(bytes[12...])) : .private
        case (0x20, 0x02): return ofVersion4(Array(bytes[2..<6]))
        case (0x20, 0x01) where bytes[2] == 0 && bytes[3] == 0: return ofVersion4(bytes[12...].map { ~$0 })
        // The other protocol assignments, documentation, and the direct delegation of AS112.
        case (0x20, 0x01) where bytes[2] <= 1 || bytes[2] == 0x0D && bytes[3] == 0xB8: return .reserved
        case (0x3F, 0xFF) where bytes[2] < 0x10: return .reserved
        case (0x26, 0x20) where bytes[2..<6].elementsEqual([0, 0x4F, 0x80, 0]): return .reserved
        case (0xFC...0xFD, _): return .private
        case (0xFE, 0x80...0xBF): return .linkLocal
        case (0xFE, 0xC0...0xFF): return .private
        case (0xFF, _): return .multicast
        // Only 2000::/3 has been assigned so far.
        case (0x20...0x3F, _): return nil
        default: return .reserved
        }
    }
}
