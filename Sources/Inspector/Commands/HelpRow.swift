import Screen

/// A row of the help: the title of a section, or keys with a description of what they do.
package struct HelpRow: Sendable, Equatable {
    package var keys: String
    package var text: String
    package var isTitle: Bool

    /// The maximum width of the help, in columns.
    static let mostColumns = 100
    static let keyColumns = 13

    /// Returns the help made from the table of bindings. Texts are broken at spaces.
    ///
    /// - Parameter word: Only the commands with this word are returned.
    package static func all(columns: Int, word: String = "", keys: KeyMap = KeyMap()) -> [HelpRow] {
        let width = max(min(columns, mostColumns) - keyColumns, 12)
        return Binding.Section.allCases.flatMap { section in
            let bindings = Binding.table.filter { $0.section == section && (word.isEmpty || $0.mentions(word)) }
            let title = bindings.isEmpty ? [] : [HelpRow(keys: "", text: section.rawValue, isTitle: true)]
            return title
                + bindings.flatMap { binding in
                    SafeText(trusted: binding.help).wrappedAtBlanks(width: width).enumerated().map { index, text in
                        HelpRow(keys: index == 0 ? keys.keyText(of: binding) : "", text: text.description, isTitle: false)
                    }
                }
        }
    }
}

/// A key and a word for what the key does, for the last row of the screen.
package struct Hint: Sendable, Equatable {
    /// The command of the key; nil for the keys of a window.
    package var command: Command?
    package var keys: String
    package var word: String
}
