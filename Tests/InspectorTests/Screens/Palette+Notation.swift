import Screen

@testable import CursesTerminal

extension Palette {
    /// A line for each role: the numbers of its colors among the 256 (`-` is the terminal's own), and its attributes.
    var notation: String {
        Role.allCases.map { role in
            let look = look(of: role)
            let colors = [look.foreground, look.background].map { $0 < 0 ? "-" : "\($0)" }
            let attributes = [
                look.attributes.contains(.bold) ? "bold" : nil, look.attributes.contains(.underline) ? "underline" : nil,
                look.attributes.contains(.reverse) ? "reverse" : nil, look.isDim ? "dim" : nil,
            ]
            let words = ["\(role)", "\(colors[0]) on \(colors[1])"] + attributes.compactMap(\.self)
            return words.joined(separator: "  ") + "\n"
        }.joined()
    }
}
