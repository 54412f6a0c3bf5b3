import Bytes

/// The text of a `mimeapps.list`, which names the default handler of each type.
///
/// Editing keeps every other byte: comments, the order, duplicates, line ends, and lines that no program can read. A link with the scheme
/// `shop` has the type `x-scheme-handler/shop`.
package struct MimeAppsList: Sendable, Hashable {
    var lines: [MimeAppsLine] = []

    package init(_ bytes: [UInt8] = []) {
        var start = 0
        while start < bytes.count {
            let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            lines.append(MimeAppsLine(content: Array(bytes[start..<(newline ?? bytes.count)]), isTerminated: newline != nil))
            start = (newline ?? bytes.count) + 1
        }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            bytes += line.content
            if line.isTerminated { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }

    /// Returns the handlers that programs try for a type, the default first.
    ///
    /// If a file has several entries for a type, GLib uses the last one and `xdg-mime` the first. This method does as `xdg-mime`.
    package func defaults(of type: String) -> [String] {
        let key = Array(type.utf8)
        for entry in entries where entry.group == .defaults && entry.key.elementsEqual(key) {
            let handlers = HandlerList.handlers(in: entry.value)
            if !handlers.isEmpty { return handlers.map { String(decoding: $0, as: UTF8.self) } }
        }
        return []
    }

    /// Returns the types that name this handler as their default or as one of the next ones, each once, in order.
    package func types(of handler: String) -> [String] {
        let handler = Array(handler.utf8)
        var types: [String] = []
        var known: Set<String> = []
        for entry in entries where entry.group == .defaults && HandlerList.handlers(in: entry.value).contains(handler) {
            let type = String(decoding: entry.key, as: UTF8.self)
            if known.insert(type).inserted { types.append(type) }
        }
        return types
    }

    private struct Entry {
        var group: MimeAppsGroup
        var key: ArraySlice<UInt8>
        var value: ArraySlice<UInt8>
    }

    private var entries: [Entry] {
        var group = MimeAppsGroup.unknown
        var entries: [Entry] = []
        for line in lines {
            switch line.meaning {
            case .group(let next, _): group = next
            case .entry(let key, let value): entries.append(Entry(group: group, key: key, value: value))
            case .other: continue
            }
        }
        return entries
    }
}
