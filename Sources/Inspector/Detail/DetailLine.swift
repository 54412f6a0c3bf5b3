package import JSONDocument
package import Screen

/// A row of the detail pane: a heading, a label with its value, a finding, or a node of a tree.
///
/// Labels and values may come from outside. They are plain strings here and become cells only through the sanitizer.
package struct DetailLine: Sendable {
    package enum Fold: Sendable { case open, closed }

    package enum Overflow: Sendable, Equatable {
        /// Cuts the value; Enter shows all of it.
        case cut
        /// Breaks the value at spaces and shows it whole, for messages of the program.
        case words
        /// Breaks the value anywhere, over at most this many rows; the last is cut.
        case rows(Int)
    }

    package var indent: Int
    package var label: String
    package var labelRole: Role
    package var value: String
    package var valueRole: Role
    /// Set if the row can be folded; its `path` is then the key in the set of folded paths.
    package var fold: Fold?
    /// How a value wider than the pane is shown.
    package var overflow = Overflow.cut
    /// Whether the row is a finding about its `place`. Copying it copies the value at that place.
    package var isFinding = false
    /// Whether the row continues the value above.
    package var isContinuation = false
    /// The whole value, if the row shows only a part.
    package var whole: String?
    /// The value itself, if the row shows it masked, quoted or counted.
    package var source: Source?
    /// The path from the root, if it differs from `path`, which is unique among the rows.
    package var rootPath: String?
    /// The path of the value, e.g. `al_applink_data.extras.n`; shown when the row is selected.
    package var path: String
    /// The bytes of the link that the row stands for; shown when the row is selected.
    package var place: LinkPlace?

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

    /// Returns the line with another value of a property.
    func with<Value>(_ property: WritableKeyPath<DetailLine, Value>, _ value: Value) -> DetailLine {
        var line = self
        line[keyPath: property] = value
        return line
    }

    func at(_ place: LinkPlace?) -> DetailLine { with(\.place, place) }
    func overflowing(_ overflow: Overflow) -> DetailLine { with(\.overflow, overflow) }
    /// Returns the line with the text that copying it gives.
    func copying(_ text: String) -> DetailLine { with(\.source, .text(text)) }

    package static func heading(_ text: String, fold: Fold? = nil, path: String = "") -> DetailLine {
        DetailLine(text, indent: 0, labelRole: .title, fold: fold, path: path)
    }

    package static let blank = DetailLine("", indent: 0, labelRole: .text)
}

extension DetailLine {
    /// What copying a row gives.
    package enum Source: Sendable {
        case text(String)
        /// A JSON value: the text of a string, anything else as it was written.
        case node(JSONDocument.Node)
    }

    /// Whether copying the row gives more than an empty text.
    var hasSource: Bool {
        switch source {
        case .text(let text): !text.isEmpty
        case .node: true
        case nil: false
        }
    }
}
