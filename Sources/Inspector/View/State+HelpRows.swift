extension State {
    /// A row of the help: the title of a section, keys with what they do, or the rest of what they do.
    package struct HelpRow: Sendable, Equatable {
        package var keys: String
        package var text: String
        package var isTitle: Bool
    }

    /// No wider than this, however much room there is.
    static let helpColumns = 100
    static let helpKeyColumns = 13

    /// The help, section by section, made of the table of bindings; texts are broken at blanks.
    package static func helpRows(columns: Int) -> [HelpRow] {
        let width = max(min(columns, helpColumns) - helpKeyColumns, 12)
        return Binding.Section.allCases.flatMap { section in
            [HelpRow(keys: "", text: section.rawValue, isTitle: true)]
                + Binding.table.filter { $0.section == section }.flatMap { binding in
                    broken(binding.help, width: width).enumerated().map { index, text in
                        HelpRow(keys: index == 0 ? binding.keyText : "", text: text, isTitle: false)
                    }
                }
        }
    }

    private static func broken(_ text: String, width: Int) -> [String] {
        var rows = [""]
        for word in text.split(separator: " ") {
            let row = rows[rows.count - 1]
            if row.isEmpty {
                rows[rows.count - 1] = String(word)
            } else if row.count + 1 + word.count <= width {
                rows[rows.count - 1] = row + " " + word
            } else {
                rows.append(String(word))
            }
        }
        return rows
    }
}
