import Bytes
import JSONDocument

/// The path of names to a value, while it is put together: `al_applink_data.items[0].url`.
struct LayerPath {
    private var bytes: [UInt8]

    init(_ path: String) {
        bytes = []
        bytes.reserveCapacity(64)
        bytes += path.utf8
    }

    /// Appends a name. Its length is limited, because names are untrusted.
    mutating func append(name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        if name.utf8.count > 60 { bytes += (name.prefix(40) + "…").utf8 } else { bytes += name.utf8 }
    }

    /// Appends the name of a member.
    mutating func append(name key: Int, in view: JSONView) {
        let record = view[key]
        guard !record.flags.contains(.needsDecoding), record.contentRange.count <= 60 else { return append(name: view.text(of: key)) }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        view.bytes.append(record.contentRange, to: &bytes)
    }

    mutating func append(position: Int) { bytes += "[\(position)]".utf8 }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
