package import JSONDocument
package import Records
package import Screen
package import Secrets

/// A row of the detail pane: a heading, a label with its value, a finding, or a node of a tree.
///
/// Labels and values may come from outside the program. They are plain strings here, and are sanitized before they are drawn.
package struct DetailLine: Sendable {
    package enum Fold: Sendable { case open, closed }

    package enum Overflow: Sendable, Equatable {
        /// Truncates the value. Enter shows the whole value.
        case cut
        /// Breaks the value at spaces and shows all of it, for messages of the program.
        case words
        /// Breaks the value anywhere, into at most this number of rows. The last row is truncated.
        case rows(Int)
    }

    package var indent: Int
    package var label: String
    package var labelRole: Role
    package var value: String
    package var valueRole: Role
    /// Whether the row is open or closed; nil if the row cannot be folded. The set of folded paths has the `path` of each closed row.
    package var fold: Fold?
    /// How a value wider than the pane is shown.
    package var overflow = Overflow.cut
    /// Whether the row is a finding about its `place`. Copying the row copies the value at this place.
    package var isFinding = false
    /// Whether the row continues the value of the row above.
    package var isContinuation = false
    /// Whether the row shows only a part of its value, however wide the pane is.
    package var isCut = false
    /// The value, if it names commands. `value` names their keys in the rows of a tab.
    package private(set) var said: HintedText?
    /// The places of these keys in `value`.
    var keyPlaces: [HintedText.KeyPlace] = []
    /// The whole value, if the row shows only a part of the value.
    package var whole: String?
    /// What Enter shows, if the row shows more than the value at its path.
    package var opened: String?
    /// The text or JSON value to copy; nil to copy the value that the row shows.
    package var source: Source?
    /// The path of the value from the root, if it differs from `path`, which each row has for itself.
    package var rootPath: String?
    /// The path of the value, such as `al_applink_data.extras.n`. It is shown while the row is selected.
    package var path: String
    /// The bytes that the row stands for, in the link as it arrived. They are shown while the row is selected.
    package var place: Range<Int>?
    /// What the row shows instead of its label and value.
    package var styled: StyledText?
    /// The index of the event that the row stands for. The row looks like the row of the event in the stream.
    package var event: Int?
    /// The link to which Enter goes.
    package var link: RecordID?

    package init(
        _ label: String,
        _ value: String = "",
        indent: Int = 1,
        labelRole: Role = .key,
        valueRole: Role = .value,
        fold: Fold? = nil,
        path: String = ""
    ) {
        self.label = label
        self.value = value
        self.indent = indent
        self.labelRole = labelRole
        self.valueRole = valueRole
        self.fold = fold
        self.path = path
    }

    /// Creates a line whose value names commands.
    package init(_ label: String, said: HintedText, labelRole: Role = .key, valueRole: Role = .value) {
        self.init(label, labelRole: labelRole, valueRole: valueRole)
        overflow = .words
        say(said, [:])
    }

    /// Makes a text that names commands the value.
    mutating func say(_ text: HintedText, _ keys: [Command: String]) {
        let keyed = text.keyed(keys)
        (said, value, keyPlaces) = (text, keyed.text, keyed.places)
    }

    /// The link or event to which Enter goes.
    package var destination: Detail.Subject? { event.map(Detail.Subject.event) ?? link.map(Detail.Subject.link) }

    /// Returns a copy of the line in which a property has another value.
    package func with<Value>(_ property: WritableKeyPath<DetailLine, Value>, _ value: Value) -> DetailLine {
        var line = self
        line[keyPath: property] = value
        return line
    }

    func at(_ place: Range<Int>?) -> DetailLine { with(\.place, place) }
    package func overflowing(_ overflow: Overflow) -> DetailLine { with(\.overflow, overflow) }
    package func copying(_ text: SearchedText) -> DetailLine { with(\.source, .text(text)) }

    /// Returns a line that shows a whole message.
    static func message(_ label: String, _ text: String, _ role: Role = .text, label labelRole: Role = .key) -> DetailLine {
        DetailLine(label, text, labelRole: labelRole, valueRole: role).overflowing(.words)
    }

    /// Returns a line with the beginning of a URL, in at most two rows.
    static func url(_ label: String, _ url: String, _ mask: SecretMask, label labelRole: Role = .key) -> DetailLine {
        DetailLine(label, mask.beginning(of: url, columns: 400), labelRole: labelRole).overflowing(.rows(2))
    }

    static func redirect(to url: String, _ mask: SecretMask) -> DetailLine {
        DetailLine("", "-> \(mask.beginning(of: url, columns: 400))", valueRole: .accent).overflowing(.rows(2))
    }

    package static func heading(_ text: String, fold: Fold? = nil, path: String = "") -> DetailLine {
        DetailLine(text, indent: 0, labelRole: .title, fold: fold, path: path)
    }

    package static let lanePath = "journey"

    package static let blank = DetailLine("", indent: 0, labelRole: .text)

    /// The text that a row copies.
    package enum Source: Sendable {
        case text(SearchedText)
        /// An object or array, which is copied as it was written, with the secrets of its document. The text is made only when it is
        /// copied, because nested rows would repeat it.
        case container(JSONDocument.Node, among: [Range<Int>])

        package var text: SearchedText {
            switch self {
            case .text(let text): text
            case .container(let node, let secrets): SearchedText(node.written, secrets.parts(in: node.range))
            }
        }
    }
}
