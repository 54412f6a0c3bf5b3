import AppLinks
import JSONDocument

extension JSONValue {
    /// The absolute string of a URL. URLs are compared in this form, because an expectation may use the original notation. Text that is not
    /// a URL is unchanged.
    var asAbsoluteURL: JSONValue {
        stringValue.flatMap { LinkURL($0) }.map { .string($0.absoluteString) } ?? self
    }

    /// Returns the object with absolute strings for the URLs under these keys.
    func withAbsoluteURLs(_ keys: Set<String>) -> JSONValue {
        guard var object = objectValue else { return self }
        for key in object.keys where keys.contains(key) { object[key] = object[key]?.asAbsoluteURL }
        return .object(object)
    }
}
