/// A text from outside with the places of its secrets, so that whatever shows or copies the text masks the same bytes.
package struct SearchedText: Sendable, Equatable {
    package private(set) var text: String
    package private(set) var secrets: [Range<Int>]

    package init(_ text: String, _ secrets: [Range<Int>]) { (self.text, self.secrets) = (text, secrets) }

    /// Creates a text from bytes. Bytes that are not UTF-8 become U+FFFD, which takes more bytes.
    package init(_ bytes: ArraySlice<UInt8>, _ secrets: [Range<Int>]) {
        self.init(String(decoding: bytes, as: UTF8.self), secrets)
        guard !secrets.isEmpty, text.utf8.count != bytes.count else { return }
        (text, self.secrets) = ("", [])
        var rest = bytes
        for secret in secrets {
            let place = bytes.startIndex + secret.lowerBound
            text += String(decoding: rest[..<place], as: UTF8.self)
            let start = text.utf8.count
            text += String(decoding: rest[place..<bytes.startIndex + secret.upperBound], as: UTF8.self)
            self.secrets.append(start..<text.utf8.count)
            rest = rest[(bytes.startIndex + secret.upperBound)...]
        }
        text += String(decoding: rest, as: UTF8.self)
    }

    /// Returns the text with each secret replaced by a mask.
    package func masked(_ mask: String = Secrets.mask) -> String {
        secrets.isEmpty ? text : String(decoding: Secrets.masked(Array(text.utf8), secrets, mask: mask), as: UTF8.self)
    }
}
