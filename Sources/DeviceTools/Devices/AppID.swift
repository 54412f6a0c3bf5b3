internal import Bytes
import Secrets

/// The ID of an app: a package of Android or a bundle ID of Apple.
enum AppID {
    /// Returns whether a text can be an ID. `am` and `pm` would read other texts as a URL, a component or an option.
    static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, ByteClass.isLetter(first) || ByteClass.isDigit(first) else { return false }
        return text.utf8.allSatisfy { ByteClass.isLetter($0) || ByteClass.isDigit($0) || ".-_".utf8.contains($0) }
    }

    /// Returns what is wrong with a text as an ID; nil if nothing is.
    static func problem(_ text: String) -> DeviceTrouble? {
        isValid(text) ? nil : DeviceTrouble("\"\(Secrets.masked(text))\" is not the ID of an app, such as com.example.shop")
    }
}
