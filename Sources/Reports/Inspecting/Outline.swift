import AppLinks
import Bytes
import LinkLayers
import Screen
import Secrets

/// The facts of a record as a tree. Each fact is one node, below the value that carries it.
///
///     label     text                      note
///     af_dp     shop://item/7             (functional: the link that opens the app by its scheme)
///       color   red
///
/// The texts of the nodes are in one buffer, in the order of the nodes: they are already safe to show, and their secrets are masked. The
/// nodes are kept until a record is complete, because the texts of siblings are aligned.
struct Outline {
    private struct Node {
        let depth: Int
        /// The index of its siblings' group.
        let group: Int
        let label: Int
        var text: Int
        var note: Int
        var role = Role.value
    }

    private var nodes: [Node] = []
    /// The columns of the longest label of each group of siblings.
    private var groups: [Int] = []
    /// The group of the last node at each depth.
    private var open: [Int] = []

    /// The maximum width of a column of labels. Values after longer labels are not aligned.
    private static let widestLabel = 20
    /// The columns that a value needs at least.
    private static let leastText = 16
    private static let deepestIndent = 20

    // MARK: Building

    mutating func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
    }

    /// Begins a node. The label follows.
    mutating func begin(depth: Int, in texts: inout TextOutput) {
        end(in: &texts)
        if depth < open.count {
            open.removeLast(open.count - depth - 1)
        } else {
            while open.count <= depth {
                open.append(groups.count)
                groups.append(0)
            }
        }
        let place = texts.output.count
        nodes.append(Node(depth: depth, group: open[depth], label: place, text: place, note: .max))
    }

    /// Ends the label of the last node. The text follows.
    mutating func beginText(_ role: Role = .value, in texts: borrowing TextOutput) {
        let last = nodes.count - 1
        let place = texts.output.count
        nodes[last].text = place
        nodes[last].role = role
        let columns = texts.output.withSpan(nodes[last].label..<place) { TextUnits.columns(of: $0, atMost: Self.widestLabel) }
        if columns <= Self.widestLabel { groups[nodes[last].group] = max(groups[nodes[last].group], columns) }
    }

    /// Ends the text of the last node. The note follows, and further notes are joined to the first.
    mutating func beginNote(in texts: inout TextOutput) {
        let last = nodes.count - 1
        if nodes[last].note == .max {
            nodes[last].note = texts.output.count
            texts.own("(")
        } else {
            texts.own(", ")
        }
    }

    mutating func end(in texts: inout TextOutput) {
        if let last = nodes.last, last.note != .max { texts.own(")") }
    }

    // MARK: Painting

    func paint(_ texts: borrowing TextOutput, on canvas: inout TextCanvas) {
        let columns = canvas.layout.columns
        let widest = columns.map { $0 / 3 } ?? Self.widestLabel
        let deepest = columns.map { $0 / 3 } ?? 2 * Self.deepestIndent
        for index in nodes.indices {
            let node = nodes[index]
            let end = index + 1 < nodes.count ? nodes[index + 1].label : texts.output.count
            let text = node.text..<min(node.note, end)
            let indent = min(2 * node.depth, deepest)
            let column = indent + min(groups[node.group], widest) + 2
            // On a narrow screen, values are indented just below their labels.
            let isNarrow = columns.map { $0 - column < Self.leastText } ?? false
            let hang = isNarrow ? indent + 2 : column
            canvas.spaces(indent)
            var used = indent
            if node.label < node.text {
                texts.output.withSpan(node.label..<node.text) { label in
                    canvas.put(label, node.depth == 0 ? .title : .key, indent: indent + 2)
                    used += label.count == 0 ? 0 : TextUnits.columns(of: label, atMost: Self.widestLabel)
                }
            }
            if !text.isEmpty {
                texts.output.withSpan(text) { text in
                    // After a label that is too long for its column, a value that does not fit begins on the next line.
                    let needed =
                        columns.map { columns in
                            let least = used + 2 > column ? columns - hang : Self.leastText
                            return min(TextUnits.columns(of: text, atMost: least), least)
                        } ?? 0
                    canvas.moveTo(column, used: used, least: needed, indent: hang)
                    canvas.put(text, node.role, indent: hang)
                }
            }
            if node.note < end {
                texts.output.withSpan(node.note..<end) { note in
                    if text.isEmpty {
                        canvas.moveTo(column, used: used, least: Self.leastText, indent: hang)
                    } else {
                        canvas.moveTo(0, used: 0, least: min(note.count, Self.leastText), indent: hang)
                    }
                    canvas.put(note, .dim, indent: hang, .atSpaces)
                }
            }
            canvas.endLine()
        }
    }
}

/// A link in the outline: the record's own link, or one in a layer.
struct OutlineLink {
    let text: [UInt8]
    let components: LinkURL.Components
    let query: LinkQuery
    /// The index of the layer that is the link. Nil for the record's own link.
    let layer: Int?
    /// The App Link data of the record's own link.
    let dataRange: Range<Int>?
    /// The secrets in the text; none if secrets are shown.
    let secrets: [Range<Int>]
    /// The secrets in the decoded query.
    let decodedSecrets: [Range<Int>]

    /// Creates the part for the record's own link.
    init(_ reading: AppLinkReading, _ secrets: borrowing PageSecrets) {
        (text, components, query, layer) = (reading.text, reading.components, reading.query, nil)
        dataRange = reading.dataRange
        (self.secrets, decodedSecrets) = (secrets.input, secrets.query)
    }

    /// Creates the part for a link or parameters in a layer. Returns nil if the text is neither.
    init?(_ text: [UInt8], layer: Int, isParameters: Bool, secrets: [Range<Int>]) {
        var query = LinkQuery()
        guard let split = query.read(text.span), split.components.scheme != nil || isParameters else { return nil }
        (self.text, components, self.query, self.layer, dataRange) = (text, split.components, query, layer, nil)
        self.secrets = secrets
        decodedSecrets = secrets.map { query.decoded.decoded($0) }
    }

    /// Returns a decoded value of a web link as the server reads it, with a space for each `+` that was meant as a space. Returns nil if
    /// the value has no such `+`.
    func words(in value: Range<Int>) -> [UInt8]? {
        guard text[value].contains(UInt8(ascii: "+")), let scheme = components.scheme, SchemeName.isWeb(text, scheme) else { return nil }
        let blanks = FormSpaces.inText(text, value)
        guard !blanks.isEmpty else { return nil }
        var written = text
        for place in blanks { written[place] = 0x20 }
        return PercentCoding.decoded(written.span, value)
    }

    /// Returns whether the fragment of a web link is the route of a page with scripts: `#/cart`, `#!/cart`.
    func isRoute(_ fragment: Range<Int>) -> Bool {
        guard let scheme = components.scheme, SchemeName.isWeb(text, scheme) else { return false }
        return text.has("/", at: fragment.lowerBound, before: fragment.upperBound)
            || text.has("!/", at: fragment.lowerBound, before: fragment.upperBound)
    }
}
