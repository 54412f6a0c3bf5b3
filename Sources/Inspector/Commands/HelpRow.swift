package import Panes
import Screen

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
        ("click", "go to a pane, select a row, open a tab, or press a key of the footer or the banner"),
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
            ("no app", "no app received the link; the details say why"),
            ("page", "a web page, which opens in an app or the browser when you press o"),
            ("ok app", "you opened the link, and an app opened"),
            ("ok web", "you opened the link, and the browser opened"),
            ("failed", "you opened the link, and nothing opened; the journey says why"),
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

/// A key and a word for what the key does, for the last row of the screen.
package struct Hint: Sendable, Equatable {
    /// The command of the key; nil for the keys of a window.
    package var command: Command?
    package var keys: String
    package var word: String

    /// Whether the hint is shown at any width: the commands and the help, and in a window the key that leaves it.
    var isEssential: Bool { command == nil ? keys == "Esc" : Binding.essentials.contains(command) }
}
