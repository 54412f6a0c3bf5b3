package import JSONDocument
package import Screen

/// One row of the detail pane: a heading, a name with its value, a finding, or a node of a tree.
///
/// Labels and values come from outside as often as not: they are plain strings here and become cells through the sanitiser only.
package struct DetailLine: Sendable, Equatable {
    package enum Fold: Sendable { case open, closed }

    package enum Overflow: Sendable, Equatable {
        /// Cut; Enter shows all of it.
        case cut
        /// Sentences of the program: broken at blanks, shown whole.
        case words
        /// Broken anywhere, over so many rows at most; the last is cut.
        case rows(Int)
    }

    package var indent: Int
    package var label: String
    package var labelRole: Role
    package var value: String
    package var valueRole: Role
    /// Set for what can be folded; its `path` is then the key in the set of folded paths.
    package var fold: Fold?
    /// How a value that is wider than the pane is shown.
    package var overflow = Overflow.cut
    /// It says something of what its `place` is, and copying it copies that.
    package var isFinding = false
    /// A further row of the value above.
    package var isContinuation = false
    /// The whole value, where this row shows a part of it.
    package var whole: String?
    /// What the value is, where a row shows it masked, quoted or counted.
    package var source: Source?
    /// The path from the root on, when `path`, which is another in each row, tells it otherwise.
    package var rootPath: String?
    /// Where the value is found, e.g. `al_applink_data.extras.n`; shown when the row is selected.
    package var path: String
    /// The bytes of the link that it stands for; shown when the row is selected.
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

    package func at(_ place: LinkPlace?) -> DetailLine {
        var line = self
        line.place = place
        return line
    }

    package func overflowing(_ overflow: Overflow) -> DetailLine {
        var line = self
        line.overflow = overflow
        return line
    }

    package static func heading(_ text: String, fold: Fold? = nil, path: String = "") -> DetailLine {
        DetailLine(text, indent: 0, labelRole: .title, fold: fold, path: path)
    }

    /// Copying this row gives this text.
    package func copying(_ text: String) -> DetailLine {
        var line = self
        line.source = .text(text)
        return line
    }

    /// Copying this row gives this value: the text of a string, anything else as it was written.
    package func copying(_ node: JSONDocument.Node) -> DetailLine {
        var line = self
        line.source = .node(node)
        return line
    }

    /// The value stands there, from the root on.
    package func found(at path: String) -> DetailLine {
        var line = self
        line.rootPath = path
        return line
    }

    package static let blank = DetailLine("", indent: 0, labelRole: .text)
}

extension DetailLine {
    /// What copying a row gives.
    package enum Source: Sendable, Equatable {
        case text(String)
        case node(JSONDocument.Node)

        package static func == (left: Source, right: Source) -> Bool {
            switch (left, right) {
            case (.text(let left), .text(let right)): left == right
            case (.node(let left), .node(let right)): left.range == right.range && left.text == right.text
            default: false
            }
        }
    }
}
