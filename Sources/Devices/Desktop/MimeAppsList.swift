import Bytes

/// The text of a `mimeapps.list`, which names the default handler of each type.
///
/// Editing keeps every other byte: comments, the order, duplicates, line ends, and lines that no program can read. A link with the scheme
/// `shop` has the type `x-scheme-handler/shop`.
package struct MimeAppsList: Sendable, Hashable {
    var lines: [MimeAppsLine] = []

    package init(_ bytes: [UInt8] = []) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines = parts.dropLast().map { MimeAppsLine(content: Array($0), isTerminated: true) }
        if let last = parts.last, !last.isEmpty { lines.append(MimeAppsLine(content: Array(last), isTerminated: false)) }
    }

    package var bytes: [UInt8] {
        lines.flatMap { $0.isTerminated ? $0.content + [UInt8(ascii: "\n")] : $0.content }
    }

    /// Returns the handlers that programs try for a type, the default first.
    ///
    /// If a file has several entries for a type, GLib uses the last one and `xdg-mime` the first. This method does as `xdg-mime`.
    package func defaults(of type: String) -> [String] {
        let key = Array(type.utf8)
        for entry in entries where entry.group == .defaults && entry.key.elementsEqual(key) {
            let handlers = MimeAppsHandlers.handlers(in: entry.value)
            if !handlers.isEmpty { return handlers.map { String(decoding: $0, as: UTF8.self) } }
        }
        return []
    }

    /// Returns the types that name this handler as their default or as one of the next ones, each once, in order.
    package func types(of handler: String) -> [String] {
        let handler = Array(handler.utf8)
        let naming = entries.filter { $0.group == .defaults && MimeAppsHandlers.handlers(in: $0.value).contains(handler) }
        return naming.map { String(decoding: $0.key, as: UTF8.self) }.unique
    }

    private var entries: [(group: MimeAppsGroup, key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        var group = MimeAppsGroup.unknown
        var entries: [(MimeAppsGroup, ArraySlice<UInt8>, ArraySlice<UInt8>)] = []
        for line in lines {
            switch line.meaning {
            case .group(let next, _): group = next
            case .entry(let key, let value): entries.append((group, key, value))
            case .other: continue
            }
        }
        return entries
    }
}

/// A line of a `mimeapps.list`, with every byte of the file that belongs to it.
struct MimeAppsLine: Sendable, Hashable {
    /// The bytes before the newline. The carriage return of a CRLF is one of them.
    var content: [UInt8]
    /// Whether a newline follows. It may be missing in the last line only.
    var isTerminated: Bool

    enum Meaning {
        /// The beginning of a group. It is exact if every program reads it.
        case group(MimeAppsGroup, isExact: Bool)
        /// A key and its value, without the white space around them.
        case entry(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
        /// A comment, an empty line, or a line that no program can read.
        case other
    }

    /// The meaning of the line.
    ///
    /// GLib skips white space before a group and around a key. `xdg-mime` does not, so it finds only what begins at the start of its line.
    var meaning: Meaning {
        let range = content.span.trimmed
        guard let first = content[range].first, first != UInt8(ascii: "#") else { return .other }
        if first == UInt8(ascii: "[") {
            let name = content[range].dropFirst().prefix { $0 != UInt8(ascii: "]") }
            guard name.endIndex < range.upperBound else { return .group(.unknown, isExact: false) }
            return .group(MimeAppsGroup(name: name), isExact: range.lowerBound == 0 && name.endIndex + 1 == range.upperBound)
        }
        guard let equals = content[range].firstIndex(of: UInt8(ascii: "=")) else { return .other }
        let (key, value) = (content.span.trimmed(range.lowerBound..<equals), content.span.trimmed(equals + 1..<range.upperBound))
        return .entry(key: content[key], value: content[value])
    }

    /// Whether the line has no text.
    var isEmpty: Bool { content.span.trimmed.isEmpty }

    /// The carriage return at the end of the line, if there is one.
    var carriageReturn: [UInt8] { content.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : [] }
}

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

/// The handlers in the value of an entry, `a.desktop;b.desktop;`.
enum MimeAppsHandlers {
    static func handlers(in value: ArraySlice<UInt8>) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ";")).compactMap { part in
            let handler = Array(part)
            let range = handler.span.trimmed
            return range.isEmpty ? nil : Array(handler[range])
        }
    }

    /// Returns an entry in the form that GLib and `xdg-mime` read.
    ///
    /// The semicolon at the end is more than style: in a file with CRLF line ends, `xdg-mime` would take the carriage return for a part of
    /// the last handler.
    static func entry(_ key: [UInt8], _ handlers: [[UInt8]]) -> [UInt8] {
        key + [UInt8(ascii: "=")] + value(handlers)
    }

    static func value(_ handlers: [[UInt8]]) -> [UInt8] { handlers.flatMap { $0 + [UInt8(ascii: ";")] } }
}

/// What registering has changed in a `mimeapps.list`, so that it can be undone exactly.
package struct ListChanges: Sendable, Hashable {
    /// A line that was changed or inserted.
    struct Line: Sendable, Hashable {
        var group: MimeAppsGroup
        /// The line before the change; nil if the line was inserted.
        var before: [UInt8]?
        var after: [UInt8]
    }

    /// How the group of the default handlers was added to a file that had none.
    enum AddedGroup: String, Sendable {
        case plain
        /// The group was added after an empty line.
        case separated
    }

    var group: AddedGroup?
    /// The changed lines of each type, in the order of the file.
    var lines: [String: [Line]] = [:]

    package init() {}
}
