package import Screen

/// Parses the names of keys, as they are written in `config.yaml` and in the file for `--keys`.
package enum KeyName {
    private static let named: [String: Key] = [
        "enter": .enter, "esc": .escape, "escape": .escape, "tab": .tab, "shift-tab": .backTab, "up": .up, "down": .down, "left": .left,
        "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pgdn": .pageDown, "backspace": .backspace, "delete": .delete,
        "space": .space,
    ]

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
