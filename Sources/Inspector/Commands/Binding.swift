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
    package var argument: Argument

    /// What a typed command takes after its name.
    package enum Argument: Sendable, Hashable {
        case none
        /// The number of a link, such as `41`.
        case link(isRequired: Bool)
        /// A text, with a word that describes the text in the help.
        case text(String, isRequired: Bool)
        /// The name of a file. With `!` after the command's name, an existing file is replaced.
        case file
    }

    /// The commands that the footer shows at any width.
    package static let essentials: [Command?] = [.palette, .help]

    /// The commands of the footer, in order. If there is not enough room, the last commands are left out, except for the essentials.
    package static let footer: [Command] = [
        .back, .nextMatch, .more, .open, .goBack, .dismissBanner, .resolve, .runScripts, .verify, .filter, .whatIf, .diff, .mark, .repair,
        .write, .build, .copy,
        .sample,
        .device,
        .nextTab, .nextPane, .zoom,
        .follow, .hold, .quit, .palette, .help,
    ]

    package static func of(_ command: Command) -> Binding {
        // The table has a binding for every command, as a test checks.
        table.first { $0.command == command } ?? Binding(command, [], "", nil, "", .program)
    }

    /// Returns whether the name, the keys or the help of the command contain a word.
    func mentions(_ word: String) -> Bool {
        let word = word.lowercased()
        return [command.name, keyText, help].contains { $0.lowercased().contains(word) }
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
        argument: Argument = .none
    ) {
        self.argument = argument
        self.command = command
        self.keys = keys
        self.keyText = keyText
        self.hint = hint
        self.help = help
        self.section = section
    }
}
