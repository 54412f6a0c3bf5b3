import Secrets

extension Finding {
    /// Returns the beginning of a text from the link in quotes, for use in a message, without secrets.
    package static func shortened(_ text: String) -> String { "\"\(beginning(text))\"" }

    /// Returns the beginning of a text from the link, for use in a message, without secrets.
    static func beginning(_ text: String) -> String {
        let masked = Secrets.masked(text)
        // A character may have any number of scalars.
        return masked.unicodeScalars.count > 40 ? "\(String(masked.unicodeScalars.prefix(40)))…" : masked
    }
}
