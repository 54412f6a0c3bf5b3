/// The groups of a `mimeapps.list`.
enum MimeAppsGroup: String, Sendable, Hashable {
    /// The handlers of a type, the default first.
    case defaults = "Default Applications"
    /// Handlers that a type has besides those whose desktop entries name it.
    case added = "Added Associations"
    /// Handlers that a type does not have, although their desktop entries name it.
    case removed = "Removed Associations"
    case unknown = ""

    init(name: ArraySlice<UInt8>) { self = Self(rawValue: String(decoding: name, as: UTF8.self)) ?? .unknown }
}
