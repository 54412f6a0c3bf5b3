import Platform

/// A program that shows a terminal and runs a command in it.
package struct TerminalEmulator: Sendable, Hashable {
    /// The absolute path of the program, and the arguments that come before the command.
    package var program: String
    package var arguments: [String]

    /// Returns the terminal emulators that the user has, the preferred one first. Returns none if there is no screen to show them on.
    package static func all(_ environment: [String: String]) -> [TerminalEmulator] {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return [] }
        let path = SearchPath(environment)
        return commands(environment).compactMap { words in
            guard let name = words.first, let program = path.program(named: name) else { return nil }
            return TerminalEmulator(program: program, arguments: Array(words.dropFirst()))
        }
    }

    /// Each terminal emulator with the arguments that come before a command whose words are separate arguments. These are from the programs'
    /// manual pages, from memory for those that Debian does not have. Emulators that take the command as one text, which a shell splits
    /// again, are left out.
    private static let known = [
        ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["gnome-terminal", "--"], ["ptyxis", "--"], ["kgx", "--"], ["konsole", "-e"],
        ["xfce4-terminal", "-x"], ["mate-terminal", "-x"], ["kitty"], ["alacritty", "-e"], ["foot"], ["ghostty", "-e"],
        ["wezterm", "start", "--"], ["urxvt", "-e"], ["xterm", "-e"],
    ]

    private static func commands(_ environment: [String: String]) -> [[String]] {
        let words = (environment["TERMINAL"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.count {
        case 0: return known
        // Like `xdg-open`, this puts `-e` between a lone name and the command, unless the emulator is known to need something else.
        case 1:
            let name = words[0].split(separator: "/").last.map(String.init) ?? ""
            return [[words[0]] + (known.first { $0[0] == name }?.dropFirst() ?? ["-e"])] + known
        default: return [words] + known
        }
    }
}
