import Bytes
import JSONDocument

/// The path of names to a value, while it is put together: `al_applink_data.items[0].url`.
struct LayerPath {
    private var bytes: [UInt8] = []
    /// The first paths that were put together. They are kept because the same paths occur in many links.
    private var known: [String] = []
    private static let mostKnown = 8

    /// Begins a path that continues another one.
    mutating func begin(_ path: String) {
        bytes.removeAll(keepingCapacity: true)
        path.withBytes { bytes.append($0) }
    }

    /// Appends a name. Its length is limited, because names are untrusted.
    mutating func append(name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        let isLong = name.utf8.count > Self.longest
        let shown = isLong ? String(name.unicodeScalars.prefix(40)) + "…" : name
        shown.withBytes { bytes.append($0) }
    }

    private static let longest = 60

    /// Appends the way to a value of a document. Only the first 16 steps are included.
    mutating func append(_ containers: [JSONWalk.Container], in view: JSONView) {
        for container in containers.prefix(16) {
            if container.isObject { append(name: container.key, in: view) } else { bytes += "[\(container.position)]".utf8 }
        }
    }

    /// Appends the name of a member.
    private mutating func append(name key: Int, in view: JSONView) {
        let record = view[key]
        guard !record.flags.contains(.needsDecoding), record.contentRange.count <= Self.longest else {
            return append(name: view.text(of: key))
        }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        view.bytes.append(record.contentRange, to: &bytes)
    }

    /// The path that was put together.
    var text: String {
        mutating get {
            for path in known where path.withBytes({ $0.isEqual(to: bytes.span) }) { return path }
            let text = bytes.span.string
            if known.count < Self.mostKnown, bytes.count <= Self.longest { known.append(text) }
            return text
        }
    }
}
