package import AppLinks
import Bytes

/// A property of a link that keeps it from opening in an app on any device, whatever the association files say.
package enum LinkObstacle: Sendable, Hashable {
    case notURL
    /// The link has a scheme other than https. The value is empty if the link has no scheme.
    case scheme(String)
    case noHost
    /// The link has a byte that no URL has, such as a space. The offset is its place in the link.
    case strayByte(UInt8, offset: Int)

    /// Returns nil if the association files decide about the link.
    package init?(_ link: LinkURL?) {
        guard let link else {
            self = .notURL
            return
        }
        let scheme = link.scheme?.lowercased() ?? ""
        if scheme != "https" {
            self = .scheme(scheme)
        } else if link.host?.isEmpty ?? true {
            self = .noHost
        } else if let place = link.text.withBytes(Self.strayByte) {
            self = .strayByte(link.text.withBytes { $0[place] }, offset: place)
        } else {
            return nil
        }
    }

    /// Returns the place of the first byte that every URL parser escapes or rejects in each part of a URL: a space, a control character, a
    /// quotation mark or an angle bracket. Readers of links do not agree on other bytes.
    static func strayByte(in link: Span<UInt8>) -> Int? {
        for place in link.indices {
            switch link[place] {
            case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): return place
            default: break
            }
        }
        return nil
    }

    /// The obstacle in words, without a final period.
    package var words: String {
        switch self {
        case .notURL: "the link is not a URL"
        case .scheme(""): "the link has no scheme, and association files decide only for https links"
        case .scheme(let scheme): "the link's scheme is \(scheme.prefix(80)), and association files decide only for https links"
        case .noHost: "the link has no host"
        case .strayByte(let byte, let place):
            "the link is not a URL: it contains \(Self.name(of: byte)) (byte \(place + 1)), which must be written as \(String(decoding: PercentCoding.encoded([byte]), as: UTF8.self))"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20: "a space"
        case 0x21...0x7E: "the character \(Character(Unicode.Scalar(byte)))"
        default: "a control character"
        }
    }

    /// The scheme that is not https. Nil if the scheme is not the obstacle.
    package var scheme: String? {
        if case .scheme(let scheme) = self { scheme } else { nil }
    }
}
