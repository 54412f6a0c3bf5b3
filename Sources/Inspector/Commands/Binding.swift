package import Panes
package import Screen

/// The row of a command: its other names, its keys, what the footer and the help say about it, what may follow it when it is typed, when it is
/// useful, and what it does. The keys, the mouse, the footer, the palette, the help and plain mode read it.
package struct Binding: Sendable {
    package enum Section: String, Sendable, CaseIterable {
        case links = "Links"
        case moving = "Moving"
        case program = "linkscope"
    }

    /// Performs the command. `TypedCommand` has what was typed after the name, and the number is the time in milliseconds since 1970.
    typealias Action = @Sendable (inout State, TypedCommand, Int64) throws(TypedCommand.Mistake) -> [Effect]

    package let command: Command
    /// Other names under which the command is typed: older ones, those of the program's commands, and the words on the screen.
    var otherNames: [String] = []
    package var keys: [Key] = []
    /// The keys as the help shows them, if it shows more than the first one.
    var shownKeys: String?
    /// The word in the footer; nil if only the help shows the command.
    package var hint: String?
    package let help: String
    package var section = Section.links
    /// What may follow the command's name when it is typed.
    package var argument = CommandArgument.none
    /// What the command does in plain mode, where it is typed and there are no keys; nil if it needs the screen.
    package var plainHelp: String?
    /// Whether the command opens a window or a field if its text is left out.
    package var asksForText = false
    /// Whether the command changes the device, or asks how. Such commands are refused while the user looks at the past.
    var changesDevice = false
    /// Whether the command opens a window in which Enter performs it.
    var opensQuestion = false
    /// Whether the footer shows the command now.
    var isUseful: @Sendable (State) -> Bool = { _ in true }
    /// The word in the footer if it is not always `hint`.
    var word: (@Sendable (State) -> String)?
    let does: Action

    /// The keys as the help shows them; the command as it is typed, if it has no key.
    package var keyText: String { shownKeys ?? keys.first.flatMap(KeyName.text) ?? ":\(command.name)" }

    /// The command as it is typed, such as `open [N] [from APP]`.
    package var synopsis: String { argument == .none ? command.name : "\(command.name) \(argument.synopsis)" }

    /// The command as it is typed in plain mode, where no window asks for a text that is left out.
    package var plainSynopsis: String {
        guard asksForText else { return synopsis }
        var argument = argument
        argument.needsText = true
        return "\(command.name) \(argument.synopsis)"
    }

    /// What to type, for a command that lacks its text.
    var advice: String {
        argument.namesFile ? "Type the name of the file, such as :\(command.name) links.csv." : "Type the name after it: :\(synopsis)"
    }

    /// Returns the argument after a space, or `...` in place of texts for which there is no room.
    func brief(columns: Int) -> String {
        if argument == .none { return "" }
        let whole = " " + argument.synopsis
        guard whole.count > columns else { return whole }
        var numbers = argument
        numbers.text = .none
        return numbers == .none ? " ..." : " \(numbers.synopsis) ..."
    }

    /// The commands that the footer shows at any width.
    package static let essentials: [Command?] = [.palette, .help]

    /// The commands of the footer, in order, after those that are urgent for the
    /// selection. If there is not enough room, the last commands are left out, except for the essentials.
    package static let footer: [Command] = [
        .more, .open, .goBack, .dismissBanner, .declare, .resolve, .runScripts, .verify, .filter, .nextProblem,
        .openOnDevice, .whatIf, .diff, .mark, .sort, .repair, .write, .build, .copy, .recordSuite, .sample, .device, .nextTab, .nextPane,
        .allEvents, .zoom, .follow, .hold, .sources, .history, .quit, .palette, .help,
    ]

    private static let byCommand = Dictionary(uniqueKeysWithValues: table.map { ($0.command, $0) })

    package static func of(_ command: Command) -> Binding {
        guard let row = byCommand[command] else { preconditionFailure("the table has no row for \(command.name)") }
        return row
    }

    /// Returns whether the name, the keys or the help of the command contain a word.
    package func mentions(_ word: String) -> Bool {
        let word = word.lowercased()
        return [command.name, keyText, help, plainHelp ?? ""].contains { $0.lowercased().contains(word) }
    }

    package static func command(for key: Key) -> Command? { byKey[key] }

    private static let byKey: [Key: Command] = Dictionary(
        table.flatMap { binding in binding.keys.map { ($0, binding.command) } }, uniquingKeysWith: { first, _ in first })
}

extension Command {
    /// The name under which the command is typed, such as `next-pane`.
    package var name: String { rawValue }

    /// Returns the command with this name. The case of letters does not matter.
    package static func named(_ name: String) -> Command? { byName[name.lowercased()] }

    private static let byName = Dictionary(
        Binding.table.flatMap { binding in ([binding.command.name] + binding.otherNames).map { ($0, binding.command) } },
        uniquingKeysWith: { first, _ in first })

    /// Returns the commands that can be typed at a place, in the order of the help.
    package static func all(in place: TypedCommand.Place) -> [Command] { place == .plain ? inPlainMode : allCases }

    private static let inPlainMode = Binding.table.filter { $0.plainHelp != nil }.map(\.command)

    /// Returns the commands that a typed word can stand for: one if it is a name, a key of the screen, or the beginning of a single name.
    package static func candidates(for word: String, in place: TypedCommand.Place) -> [Command] {
        guard !word.isEmpty else { return [] }
        let all = all(in: place)
        if let exact = byKey[word] ?? named(word), all.contains(exact) { return [exact] }
        let word = word.lowercased()
        return all.filter { $0.name.hasPrefix(word) }
    }

    /// The commands by their keys as they can be typed: `o`, `?`, `Space`.
    private static let byKey = Dictionary(
        Binding.table.flatMap { binding in ([binding.keyText] + binding.keys.compactMap(typed)).map { ($0, binding.command) } },
        uniquingKeysWith: { first, _ in first })

    private static func typed(_ key: Key) -> String? {
        if case .character(let scalar, []) = key { String(scalar) } else { nil }
    }
}

extension KeyMap {
    /// Gives a key to a command. If the user has already given the key to another command, returns that command and changes nothing.
    ///
    /// - Parameter text: The key as the user wrote it.
    package mutating func bind(_ key: Key, _ text: String, to command: Command) -> Command? {
        if let other = commands[key], other != command { return other }
        commands[key] = command
        texts[command] = text
        return nil
    }

    /// Returns whether a command has a key of the user, or at least one of its usual keys.
    package func hasKey(_ command: Command) -> Bool {
        texts[command] != nil || Binding.of(command).keys.contains { self.command(for: $0) == command }
    }

    /// The keys by which texts name commands, each with one key.
    package var names: [Command: String] {
        let named = Binding.table.compactMap { binding -> (Command, String)? in
            hasKey(binding.command) ? (binding.command, String(keyText(of: binding).prefix { $0 != " " })) : nil
        }
        var names = Dictionary(named) { $1 }
        // The key that pauses also resumes, and the key that goes back stops what is running.
        for (command, other) in [(Command.resume, Command.hold), (.stop, .back)] where names[command] == nil {
            names[command] = names[other]
        }
        return names
    }

    package func command(for key: Key) -> Command? {
        if let command = commands[key] { return command }
        let isFreed = texts.keys.contains { Binding.of($0).keys.contains(key) }
        return isFreed ? nil : Binding.command(for: key)
    }

    /// Returns the keys of a command as the help shows them: those that no other command has taken, or else the command as it is typed.
    package func keyText(of binding: Binding) -> String {
        if let text = texts[binding.command] { return text }
        guard binding.keys.contains(where: { command(for: $0) != binding.command }) else { return binding.keyText }
        let left = binding.keyText.split(separator: " ").filter { word in
            KeyName.key(String(word)).map { command(for: $0) == binding.command } ?? false
        }
        return left.isEmpty ? ":\(binding.command.name)" : left.joined(separator: " ")
    }
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
