import AppLinks
import Bytes
import LinkLayers

/// Recognizes made-up secrets in examples, such as `https://user:password@example.com`.
enum SecretExamples {
    /// The least length of a secret that has letters and digits, and of any other secret.
    private static let least = (mixed: 8, other: 20)
    /// The domains that no one can own (RFC 2606, RFC 6761), with the hosts below them.
    private static let domains = ["example.com", "example.net", "example.org", "example", "test", "invalid", "localhost"]

    /// Returns the secrets of a link that look real.
    static func others(_ inspection: borrowing LinkInspection) -> [Range<Int>] {
        if let host = inspection.reading?.components.host {
            let name = String(decoding: inspection.bytes[host], as: UTF8.self).lowercased()
            if domains.contains(where: { name == $0 || name.hasSuffix(".\($0)") }) { return [] }
        }
        return inspection.secrets.filter { isReal(inspection.bytes[$0]) }
    }

    private static func isReal(_ secret: ArraySlice<UInt8>) -> Bool {
        let isMixed = secret.contains(where: ByteClass.isDigit) && secret.contains(where: ByteClass.isLetter)
        return secret.count >= (isMixed ? least.mixed : least.other)
    }
}
