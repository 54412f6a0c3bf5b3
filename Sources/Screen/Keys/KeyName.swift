/// The names of keys, as they are written in `config.yaml`, in the file for `--keys`, and on the screen.
package enum KeyName {
    private static let names: [Key: String] = [
        .enter: "Enter", .escape: "Esc", .tab: "Tab", .backTab: "Shift-Tab", .up: "Up", .down: "Down", .left: "Left", .right: "Right",
        .home: "Home", .end: "End", .pageUp: "PgUp", .pageDown: "PgDn", .backspace: "Backspace", .delete: "Delete", .insert: "Insert",
        .space: "Space",
    ]

    private static let named = Dictionary(
        names.filter { $0.key != .insert }.map { ($1.lowercased(), $0) } + [("escape", Key.escape)], uniquingKeysWith: { $1 })

    /// Returns the name of a key, such as `o`, `Space`, `Ctrl-D` or `F5`; nil for anything else that happens at the terminal.
    package static func text(of key: Key) -> String? {
        if let name = names[key] { return name }
        switch key {
        case .character(let scalar, []): return String(scalar)
        case .character(let scalar, .control): return "Ctrl-\(String(scalar).uppercased())"
        case .character(let scalar, .alt): return "Alt-\(scalar)"
        case .named(.function(let number), []): return "F\(number)"
        case .character, .named: return "This key"
        case .text, .pasteBegun, .paste, .pasteRefused, .mouse, .focus, .unknown: return nil
        }
    }

    /// Returns the key with a name, such as `o`, `Space`, `Ctrl-D` or `F5`; nil if no key has this name.
    package static func key(_ text: String) -> Key? {
        if let key = named[text.lowercased()] { return key }
        let scalars = Array(text.unicodeScalars)
        if scalars.count == 1 { return .character(scalars[0], []) }
        if scalars.count == 6, text.lowercased().hasPrefix("ctrl-") {
            return .control(Unicode.Scalar(text.lowercased().unicodeScalars.last ?? "c"))
        }
        if scalars.first == "F", let number = Int(text.dropFirst()), 1...12 ~= number { return .function(number) }
        return nil
    }
}
