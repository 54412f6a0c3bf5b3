import Panes
import Screen

/// The help, made from the table of bindings.
struct HelpWindow: Overlay {
    let opener: Command? = .help
    let scrolls = true

    /// The index of the first row in view.
    var top = 0
    /// Only the rows with this word are in the help.
    var word = ""
    /// The line, while the word is typed.
    var field: TextLine?
    private let knownRows = Memo<HelpSource, [HelpRow]>()

    init(_ word: String = "") { self.word = word }

    var searchRow: State.SearchRow? { field == nil ? nil : .find }

    func rows(_ state: State) -> [HelpRow] {
        let source = HelpSource(
            columns: state.windowPlace.columns, word: word, keys: state.preferences.keys, glyphs: state.display.glyphs)
        return knownRows.value(for: source) { HelpRow.all(source) }
    }

    func matches(_ state: State) -> String? {
        let count = rows(state).count { !$0.keys.isEmpty }
        return count == 0 ? SearchMatches.none : count == 1 ? "1 command" : "\(count) commands"
    }

    func hints(_ state: State) -> [(keys: String, word: String)] {
        field == nil
            ? [("j/k", "scroll"), ("/", "find"), ("Esc", "close")] : [("Enter", "keep"), ("Up/Down", "scroll"), ("Esc", "clear")]
    }

    /// While the word is typed, the help shows the rows with it. Enter keeps them, and Esc shows all rows again.
    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        let scrolled = state.scrolled(top, count: rows(state).count, by: command)
        guard let line = field else {
            if command == .filter {
                (top, word, field) = (0, "", TextLine())
                return .stay()
            }
            guard let scrolled else { return .unused }
            top = scrolled
            return .stay()
        }
        switch key {
        case .enter: field = nil
        case .escape: self = HelpWindow()
        case .backspace where line.characters.isEmpty: self = HelpWindow()
        case .up, .down, .pageUp, .pageDown: top = scrolled ?? top
        default: return .unused
        }
        return .stay()
    }

    mutating func edited(_ state: inout State) -> [Effect] {
        (top, word) = (0, field?.text ?? "")
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let rows = rows(state)
        let area = canvas.window("Help", columns: HelpRow.mostColumns, rows: max(rows.count, 1))
        if rows.isEmpty { canvas.put("No command has this word.", in: area.row(0), style: .dim) }
        canvas.rows(rows, from: top, in: area) { row, canvas in
            if row.isTitle { return StyledText(canvas.own(row.text), Style(.title, .bold)) }
            let keys = canvas.own(row.keys).padded(to: HelpRow.keyColumns, glyphs: canvas.glyphs)
            return StyledText((keys, Style(.key, .bold)), (canvas.own(row.text), .text))
        }
    }
}

/// A row of the help: the title of a section, or keys with a description of what they do.
struct HelpRow: Sendable, Equatable {
    var keys: String
    var text: String
    var isTitle: Bool

    /// The maximum width of the help, in columns.
    static let mostColumns = 100
    static let keyColumns = 13

    /// The actions of the mouse. They belong to no command, so they are not in the table of bindings.
    private static let mouse = [
        ("wheel", "scroll the pane or the window under the pointer"),
        ("click", "go to a pane, select a row, open a tab, press a key of the footer or the banner, or change the device in the first row"),
        ("drag", "move the border between two panes"),
        ("double click", "select a row and press Enter"),
        ("Shift", "hold it to select text as usual in most terminals; linkscope --no-mouse leaves the mouse to the terminal"),
    ]

    /// Returns the signs and words of the rows with their meanings.
    private static func signs(_ glyphs: Glyphs) -> [(String, String)] {
        [
            ("E W", "before a link: it has an error or a warning"),
            (glyphs.marked.description, "before a link: you marked it (m)"),
            ("*", "after the name of an app: the device does not declare this app; linkscope assumes it"),
            ("= #12", "the same link as #12"),
            ("ok, error", "an app received the link; with \"error\", the link has an error"),
            ("NAME +1", "in a wide pane, until you open the link: the name of its worst error or warning, and how many more it has"),
            ("no app", "no app received the link; the details say why"),
            ("page", "a web page, which opens in an app or the browser when you press o"),
            ("ok app", "you opened the link, and an app opened"),
            ("ok web", "you opened the link, and the browser opened"),
            ("failed", "you opened the link, and nothing opened; the lane says why"),
            ("F V", "the page or the verdict was looked up: ~ still running, ? stopped, ! failed"),
        ]
    }

    /// Returns the help made from the table of bindings. Texts are broken at spaces.
    static func all(_ source: HelpSource) -> [HelpRow] {
        let width = max(min(source.columns, mostColumns) - keyColumns, 12)
        let commands = Binding.Section.allCases.flatMap { section in
            let bindings = Binding.table.filter { $0.section == section && (source.word.isEmpty || $0.mentions(source.word)) }
            return rows(section.rawValue, bindings.map { (source.keys.keyText(of: $0), $0.help) }, width: width)
        }
        let word = source.word.lowercased()
        func section(_ title: String, _ lines: [(keys: String, help: String)]) -> [HelpRow] {
            let found = lines.filter { word.isEmpty || "\(title) \($0.keys) \($0.help)".lowercased().contains(word) }
            return rows(title, found, width: width)
        }
        return commands + section("Signs and words of the rows", signs(source.glyphs)) + section("Mouse", mouse)
    }

    /// Returns the rows of a section; none if there is nothing in it.
    private static func rows(_ title: String, _ lines: [(keys: String, help: String)], width: Int) -> [HelpRow] {
        let title = lines.isEmpty ? [] : [HelpRow(keys: "", text: title, isTitle: true)]
        return title
            + lines.flatMap { line in
                SafeText(trusted: line.help).wrappedAtBlanks(width: width).enumerated().map { index, text in
                    HelpRow(keys: index == 0 ? line.keys : "", text: text.description, isTitle: false)
                }
            }
    }
}

/// What the rows of the help depend on.
struct HelpSource: Sendable, Equatable {
    let columns: Int
    /// Only the rows with this word are in the help.
    var word = ""
    var keys = KeyMap()
    var glyphs = Glyphs.utf8
}
