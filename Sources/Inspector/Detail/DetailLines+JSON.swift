import JSONDocument
import LinkLayers
import Screen

/// The rows of a JSON value as a tree, in the order it was written; what is folded is one row with its count.
///
/// Walks with a stack of its own: a document may be nested as deeply as its reader allows.
struct JSONTreeLines {
    /// No tree makes more rows than this; the last says how it goes on.
    static let limit = 20_000

    private struct Level {
        var members: JSONDocument.Node.Members.Iterator
        var elements: JSONDocument.Node.Elements.Iterator
        var isObject: Bool
        var index = 0
        var path: String
        var indent: Int

        init(_ node: JSONDocument.Node, path: String, indent: Int) {
            members = node.members.makeIterator()
            elements = node.elements.makeIterator()
            isObject = node.kind == .object
            self.path = path
            self.indent = indent
        }

        mutating func next() -> (label: String, path: String, node: JSONDocument.Node)? {
            if isObject {
                guard let member = members.next() else { return nil }
                let key = member.key.stringValue ?? member.key.text
                return (key, "\(path).\(key)", member.value)
            }
            guard let element = elements.next() else { return nil }
            defer { index += 1 }
            return ("\(index)", "\(path)[\(index)]", element)
        }
    }

    let folded: Set<String>
    let showsSecrets: Bool

    /// The rows below `node`, whose own path is `path`.
    func lines(below node: JSONDocument.Node, path: String, indent: Int) -> [DetailLine] {
        var lines: [DetailLine] = []
        var stack = [Level(node, path: path, indent: indent)]
        while var level = stack.popLast() {
            guard let (label, path, node) = level.next() else { continue }
            stack.append(level)
            if lines.count == Self.limit {
                lines.append(DetailLine("…", "more than \(Self.limit) rows: fold a part to see the rest", indent: indent, valueRole: .dim))
                return lines
            }
            let isFolded = folded.contains(path)
            lines.append(line(label, node, path: path, indent: level.indent, isFolded: isFolded))
            if node.count > 0, !isFolded, !isHidden(label) {
                stack.append(Level(node, path: path, indent: level.indent + 1))
            }
        }
        return lines
    }

    private func isHidden(_ label: String) -> Bool { !showsSecrets && Secrets.isSecret(name: label) }

    private func line(_ label: String, _ node: JSONDocument.Node, path: String, indent: Int, isFolded: Bool) -> DetailLine {
        var line = DetailLine(label, text(of: node, label: label), indent: indent, path: path)
        switch node.kind {
        case .object, .array:
            line.valueRole = .dim
            if node.count > 0, !isHidden(label) { line.fold = isFolded ? .closed : .open }
        case .string: line.valueRole = .value
        case .number, .bool: line.valueRole = .accent
        case .null: line.valueRole = .dim
        }
        return line
    }

    private func text(of node: JSONDocument.Node, label: String) -> String {
        switch node.kind {
        case .object: return isHidden(label) ? Secrets.bullets(for: node.text) : "{\(node.count)}"
        case .array: return isHidden(label) ? Secrets.bullets(for: node.text) : "[\(node.count)]"
        case .string:
            let text = node.stringValue ?? ""
            if isHidden(label) { return "\"\(Secrets.bullets(for: text))\"" }
            return "\"\(showsSecrets ? text : Secrets.masked(text))\""
        case .number: return isHidden(label) ? Secrets.bullets(for: node.text) : node.text
        case .bool: return node.text
        case .null: return node.isMissing ? "(no value)" : "null"
        }
    }
}
