import Bytes
import Secrets

extension LinkReading {
    /// The places of the secrets in the link, in order and without overlaps: tokens, passwords, keys and codes, at any depth of encoding.
    public var secrets: [Range<Int>] {
        // The inspection of a text that is not a URL does not keep them.
        inspection.reading == nil ? Secrets.ranges(in: inspection.bytes) : inspection.secrets
    }

    /// The link with each character of a secret replaced by `•`, for logs and bug reports. Bytes that are not UTF-8 become U+FFFD. Control
    /// characters stay as they are, so escape them before you show the text on a terminal.
    public var masked: String { String(decoding: Secrets.masked(inspection.bytes, secrets), as: UTF8.self) }
}
