package import Screen

/// The keys of a command, with its word in the footer and its line in the help.
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

    /// The commands of the footer, in order. If there is not enough room, the last commands are left out, except for the help.
    package static let footer: [Command] = [
        .more, .open, .goBack, .dismissBanner, .resolve, .verify, .repair, .write, .build, .copy, .sample, .device, .nextPane, .zoom,
        .follow,
        .hold, .help,
        .quit,
    ]

    package static func of(_ command: Command) -> Binding {
        // The table has a binding for every command, as a test checks.
        table.first { $0.command == command } ?? Binding(command, [], "", nil, "", .program)
    }

    package static func command(for key: Key) -> Command? {
        byKey[key]
    }

    private static let byKey: [Key: Command] = Dictionary(
        table.flatMap { binding in binding.keys.map { ($0, binding.command) } },
        uniquingKeysWith: { first, _ in first }
    )

    init(_ command: Command, _ keys: [Key], _ keyText: String, _ hint: String?, _ help: String, _ section: Section) {
        self.command = command
        self.keys = keys
        self.keyText = keyText
        self.hint = hint
        self.help = help
        self.section = section
    }
}
