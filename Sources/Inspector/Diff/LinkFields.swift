import AppLinks
import JSONDocument
import LinkLayers
import Secrets

/// A part of a link with a name, such as `host` or `data.extras.campaign`.
struct LinkField: Sendable, Equatable {
    /// The path of the field. If a link has several fields with this name, they are numbered: `query.a`, `query.a (2)`.
    var name: String
    /// The last part of the name, which tells whether the value is a secret.
    var key: String
    var value: String
    /// The secrets of the value that only the whole link shows.
    var secrets: [Range<Int>] = []
}

/// The fields of a link, in the order in which they are read.
struct LinkFields {
    /// The maximum number of fields that are compared.
    static let limit = 1_000

    private(set) var fields: [LinkField] = []
    private var counts: [String: Int] = [:]

    init(_ inspection: LinkInspection) {
        guard let link = inspection.link else {
            add("text", String(decoding: inspection.bytes, as: UTF8.self))
            return
        }
        add(link.inputURL)
        for entry in link.inputQueryParameters.entries where entry.name != "al_applink_data" {
            add("query.\(entry.name)", entry.value.text ?? "(no value)", key: entry.name)
        }
        if link.targetURL != link.inputURL { add("target", link.targetURL.text) }
        if let root = link.document?.root { add(root) }
        if let fragment = link.inputURL.fragment {
            add("fragment", fragment, secrets: Self.secrets(inFragment: fragment, of: link.inputURL))
        }
        if let sender = inspection.sourceApplication { add("sent by", sender) }
    }

    /// Returns the secrets of the fragment, which is the end of the link, as places in the fragment.
    private static func secrets(inFragment fragment: String, of url: LinkURL) -> [Range<Int>] {
        let link = Array(url.text.utf8)
        let start = link.count - fragment.utf8.count
        return Secrets.ranges(in: link).overlapping(start..<link.count).map { max($0.lowerBound - start, 0)..<$0.upperBound - start }
    }

    private mutating func add(_ url: LinkURL) {
        if let scheme = url.scheme { add("scheme", scheme) }
        if let user = url.userInfo { add("user", user, key: "password") }
        if let host = url.host { add("host", host) }
        if let port = url.port { add("port", String(port)) }
        if !url.path.isEmpty { add("path", url.path) }
    }

    /// Adds the values of the data of an App Link. An explicit stack is used, because a document may be nested deeply.
    private mutating func add(_ root: JSONDocument.Node) {
        var stack: [(path: String, key: String, node: JSONDocument.Node)] = [("data", "", root)]
        while let (path, key, node) = stack.popLast(), fields.count < Self.limit {
            var children: [(path: String, key: String, node: JSONDocument.Node)] = []
            switch node.kind {
            case .object:
                for member in node.members.prefix(Self.limit) {
                    let name = member.key.stringValue ?? member.key.text
                    children.append((JSONTreeLines.path(path, ".", name), name, member.value))
                }
            case .array:
                for (index, element) in node.elements.prefix(Self.limit).enumerated() {
                    children.append((JSONTreeLines.path(path, "[", "\(index)]"), key, element))
                }
            default: break
            }
            if children.isEmpty {
                add(path, node.stringValue ?? node.text, key: key)
            } else {
                stack += children.reversed()
            }
        }
    }

    private mutating func add(_ name: String, _ value: String, key: String? = nil, secrets: [Range<Int>] = []) {
        guard fields.count < Self.limit else { return }
        let count = counts[name, default: 0] + 1
        counts[name] = count
        fields.append(LinkField(name: count == 1 ? name : "\(name) (\(count))", key: key ?? name, value: value, secrets: secrets))
    }
}
