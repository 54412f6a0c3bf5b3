package import Panes
package import Screen

/// The name and the keys of a command, with its word in the footer and its line in the help.
package struct Binding: Sendable {
    package enum Section: String, Sendable, CaseIterable {
        case links = "Links"
        case moving = "Moving"
        case program = "linkscope"
    }

    package var command: Command
    package var keys: [Key]
    /// The keys as the help shows them.
    package var keyText: String
    /// The word in the footer; nil if only the help shows the command.
    package var hint: String?
    package var help: String
    package var section: Section
    /// What may follow the command's name when it is typed.
    package var argument: CommandArgument
    /// What the command does in plain mode, where it is typed and there are no keys; nil if it needs the screen.
    package var plainHelp: String?

    /// The command as it is typed, such as `open [N] [from APP]`.
    package var synopsis: String { argument == .none ? command.name : "\(command.name) \(argument.synopsis)" }

    /// The command as it is typed in plain mode, where no window asks for a text that is left out.
    package var plainSynopsis: String {
        guard Self.asksInWindow.contains(command) else { return synopsis }
        var argument = argument
        argument.needsText = true
        return "\(command.name) \(argument.synopsis)"
    }

    /// The commands that open a window or a field if their text is left out.
    private static let asksInWindow: Set<Command> = [.recordSuite, .openOnDevice, .filter]

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

    /// The commands of the footer, in order. If there is not enough room, the last commands are left out, except for the essentials.
    package static let footer: [Command] = [
        .back, .nextMatch, .more, .open, .goBack, .dismissBanner, .declare, .resolve, .runScripts, .verify, .filter, .nextProblem,
        .openOnDevice, .whatIf, .diff, .mark, .sort, .repair, .write, .build, .copy, .recordSuite, .sample, .device, .nextTab, .nextPane,
        .zoom,
        .follow, .hold, .sources, .history, .quit, .palette, .help,
    ]

    package static func of(_ command: Command) -> Binding {
        // The table has a binding for every command, as a test checks.
        table.first { $0.command == command } ?? Binding(command, [], "", nil, "", .program)
    }

    /// Returns whether the name, the keys or the help of the command contain a word.
    package func mentions(_ word: String) -> Bool {
        let word = word.lowercased()
        return [command.name, keyText, help, plainHelp ?? ""].contains { $0.lowercased().contains(word) }
    }

    package static func command(for key: Key) -> Command? {
        byKey[key]
    }

    private static let byKey: [Key: Command] = Dictionary(
        table.flatMap { binding in binding.keys.map { ($0, binding.command) } },
        uniquingKeysWith: { first, _ in first }
    )

    init(
        _ command: Command, _ keys: [Key], _ keyText: String, _ hint: String?, _ help: String, _ section: Section,
        argument: CommandArgument = .none, plain: String? = nil
    ) {
        plainHelp = plain
        self.argument = argument
        self.command = command
        self.keys = keys
        self.keyText = keyText
        self.hint = hint
        self.help = help
        self.section = section
    }
}

/// The keys that the user has given to commands. Such a command no longer has its usual keys.
///
/// The keys apply to the panes. A window keeps its own keys, which it names in its last row.
package struct KeyMap: Sendable, Equatable {
    private var commands: [Key: Command] = [:]
    private var texts: [Command: String] = [:]
    private var freed: Set<Key> = []

    package init() {}

    /// Gives a key to a command. If the user has already given the key to another command, returns that command and changes nothing.
    ///
    /// - Parameter text: The key as the user wrote it.
    package mutating func bind(_ key: Key, _ text: String, to command: Command) -> Command? {
        if let other = commands[key], other != command { return other }
        commands[key] = command
        texts[command] = text
        freed.formUnion(Binding.of(command).keys)
        return nil
    }

    /// Returns whether a command has a key of the user, or at least one of its usual keys.
    package func hasKey(_ command: Command) -> Bool {
        texts[command] != nil || Binding.of(command).keys.contains { self.command(for: $0) == command }
    }

    /// Returns the command of a key.
    package func command(for key: Key) -> Command? {
        if let command = commands[key] { return command }
        return freed.contains(key) ? nil : Binding.command(for: key)
    }

    /// Returns the keys of a command as the help shows them: without the keys that other commands have taken. A command that has no key
    /// left is shown as it is typed.
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
