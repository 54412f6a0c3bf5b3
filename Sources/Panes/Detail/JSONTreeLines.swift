import AppLinks
package import JSONDocument
package import LinkLayers
import Screen
import Secrets

/// The rows of a JSON value as a tree in the order in which it was written. A folded object or array is one row with the number of its
/// children.
package struct JSONTreeLines {
    /// The maximum number of rows of a tree. If there are more values, an additional last row tells the user.
    static let limit = 20_000

    let folded: Set<String>
    let mask: SecretMask
    /// The link that has the value as its App Link data; nil if it comes from elsewhere.
    let link: IncomingLink?
    /// The secrets of the document.
    let secrets: [Range<Int>]
    /// The link, or the document if it comes from elsewhere, which decides about names such as `code` in decoded strings, and its secrets
    /// that were found only in a decoded layer.
    private let carrier: (text: [UInt8], learned: [Range<Int>])

    /// Creates the rows of the App Link data of a link.
    package init(folded: Set<String>, mask: SecretMask, dataOf inspection: LinkInspection) {
        (self.folded, self.mask, link) = (folded, mask, inspection.link)
        (secrets, carrier) = (inspection.dataSecrets, (inspection.bytes, inspection.learned))
    }

    /// Creates the rows of a document.
    package init(folded: Set<String>, mask: SecretMask, of document: JSONDocument) {
        (self.folded, self.mask, link) = (folded, mask, nil)
        (secrets, carrier) = (Secrets.ranges(inRecord: document.source), (document.source, []))
    }

    /// Returns the rows below `root`, which has the path `path`.
    package func lines(below root: JSONDocument.Node, path: String, indent: Int) -> [DetailLine] {
        var judge = LinkSecrets()
        judge.begin(carrier.text, learned: carrier.learned)
        var lines: [DetailLine] = []
        var walk = Walk(below: root, path: path)
        while let step = walk.next(naming: { mask.text(judge.text(of: $0, among: secrets)) }) {
            if lines.count == Self.limit {
                lines.append(DetailLine("", "only \(Self.limit) rows shown: fold a part to see the rest", indent: indent, valueRole: .dim))
                break
            }
            let line = line(step, &judge, indent: indent)
            lines.append(line)
            if line.fold != .open { walk.skip() }
        }
        return lines
    }

    /// Visits everything in a container, as ``JSONDocument/Node/Walk`` does, with the path of each value.
    struct Walk {
        struct Step {
            let value: JSONDocument.Node
            /// The key of the value, or its position.
            let name: String
            let path: String
            let depth: Int
        }

        private var walk: JSONDocument.Node.Walk
        /// The paths of the containers around the last value, followed by its own path.
        private var paths: [String]

        init(below root: JSONDocument.Node, path: String) { (walk, paths) = (JSONDocument.Node.Walk(root), [path]) }

        /// - Parameter name: Returns a key as the paths have it.
        mutating func next(naming name: (JSONDocument.Node) -> String) -> Step? {
            guard let step = walk.next() else { return nil }
            let label = step.key.map(name) ?? "\(step.position)"
            paths.removeLast(paths.count - step.depth - 1)
            let path = JSONTreeLines.path(paths[step.depth], step.key == nil ? "[" : ".", step.key == nil ? "\(label)]" : label)
            paths.append(path)
            return Step(value: step.value, name: label, path: path, depth: step.depth)
        }

        /// Skips the contents of the value that `next(naming:)` returned last.
        mutating func skip() { walk.skip() }
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

    private func line(_ step: Walk.Step, _ judge: inout LinkSecrets, indent: Int) -> DetailLine {
        let node = step.value
        var line = DetailLine(step.name, indent: indent + step.depth, path: step.path)
        line.place = link?.place(of: node)
        switch node.kind {
        case .object, .array:
            line.source = .container(node, among: secrets)
            line.valueRole = .dim
            let isSecret = !mask.isOff && secrets.cover(node.range)
            line.value = isSecret ? mask.hiding : node.kind == .object ? "{\(node.count)}" : "[\(node.count)]"
            if node.count > 0, !isSecret { line.fold = folded.contains(step.path) ? .closed : .open }
        case .string, .number:
            let text = judge.text(of: node, among: secrets)
            line = line.copying(text)
            line.value = node.kind == .string ? "\"\(mask.text(text))\"" : mask.text(text)
            line.valueRole = node.kind == .string ? .value : .accent
        case .bool, .null:
            line = line.copying(SearchedText(node.text, []))
            line.value = node.isMissing ? "(no value)" : node.text
            line.valueRole = node.kind == .bool ? .accent : .dim
        }
        return line
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
