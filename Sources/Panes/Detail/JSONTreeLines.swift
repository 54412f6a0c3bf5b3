package import AppLinks
package import JSONDocument
import LinkLayers
import Screen

/// The rows of a JSON value as a tree in the order in which it was written. A folded object or array is one row with the number of its
/// children.
package struct JSONTreeLines {
    /// The maximum number of rows of a tree. If there are more values, an additional last row tells the user.
    static let limit = 20_000

    let folded: Set<String>
    let mask: SecretMask
    /// The link that has the value as its App Link data; nil if it comes from elsewhere.
    let link: IncomingLink?

    package init(folded: Set<String>, mask: SecretMask, dataOf link: IncomingLink? = nil) {
        (self.folded, self.mask, self.link) = (folded, mask, link)
    }

    /// Returns the rows below `root`, which has the path `path`.
    package func lines(below root: JSONDocument.Node, path: String, indent: Int) -> [DetailLine] {
        var lines: [DetailLine] = []
        Self.walk(below: root, path: path, naming: mask.text) { node, key, position, path, depth in
            if lines.count == Self.limit {
                lines.append(DetailLine("", "only \(Self.limit) rows shown: fold a part to see the rest", indent: indent, valueRole: .dim))
                return nil
            }
            let isFolded = folded.contains(path)
            let label = key ?? "\(position)"
            lines.append(line(label, node, path: path, indent: indent + depth, isFolded: isFolded))
            return !isFolded && !mask.hides(name: label)
        }
        return lines
    }

    /// Visits everything in `root`, which has the path `path`, as ``JSONDocument/Node/walk(_:)`` does, with the path of each value.
    ///
    /// - Parameter name: Returns a key as the paths have it.
    static func walk(
        below root: JSONDocument.Node, path: String, naming name: (String) -> String = { $0 },
        _ visit: (_ node: JSONDocument.Node, _ key: String?, _ position: Int, _ path: String, _ depth: Int) -> Bool?
    ) {
        // The paths of the containers around the current value, and of the value before.
        var paths = [path]
        root.walk { node, key, position, depth in
            paths.removeLast(paths.count - depth - 1)
            paths.append(key.map { Self.path(paths[depth], ".", name($0)) } ?? Self.path(paths[depth], "[", "\(position)]"))
            return visit(node, key, position, paths[depth + 1], depth)
        }
    }

    /// Returns the path of a child. A long path is shortened and ends in a hash of the whole path. Otherwise a key of half a megabyte would
    /// be repeated in the path of each value below it.
    static func path(_ parent: String, _ sign: String, _ step: String) -> String {
        let whole = parent + sign + step
        guard whole.utf8.count > longestPath else { return whole }
        // FNV-1a. Unlike Swift's hash, it is the same in every run.
        let hash = whole.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return whole.beginning(longestPath - 24) + "~" + String(hash, radix: 16)
    }

    private static let longestPath = 200

    /// Returns whether a path may have been shortened. A shortened path does not lead to the value.
    package static func isShortened(_ path: String) -> Bool { path.utf8.count > longestPath - 24 && path.contains("~") }

    private func line(_ label: String, _ node: JSONDocument.Node, path: String, indent: Int, isFolded: Bool) -> DetailLine {
        var line = DetailLine(mask.text(label), text(of: node, label: label), indent: indent, path: path)
        line.source = .node(node)
        line.place = link?.place(of: node)
        switch node.kind {
        case .object, .array:
            line.valueRole = .dim
            if node.count > 0, !mask.hides(name: label) { line.fold = isFolded ? .closed : .open }
        case .string: line.valueRole = .value
        case .number, .bool: line.valueRole = .accent
        case .null: line.valueRole = .dim
        }
        return line
    }

    private func text(of node: JSONDocument.Node, label: String) -> String {
        switch node.kind {
        case .string: "\"\(mask.value(node.stringValue ?? "", name: label))\""
        case .bool: node.text
        case .null: node.isMissing ? "(no value)" : "null"
        case .object, .array:
            mask.hides(name: label) ? mask.whole(node.text) : node.kind == .object ? "{\(node.count)}" : "[\(node.count)]"
        case .number: mask.hides(node.text, name: label) ? mask.whole(node.text) : node.text
        }
    }
}

extension DetailLine {
    /// Creates the row of a finding: its severity and its message.
    init(_ finding: Finding, mask: SecretMask) {
        self.init(
            "! \(finding.severity.rawValue)",
            mask.words(finding.message),
            labelRole: finding.severity == .error ? .error : .warning,
            valueRole: .text,
            path: finding.code.rawValue
        )
        overflow = .words
        isFinding = true
        place = finding.range
    }
}
