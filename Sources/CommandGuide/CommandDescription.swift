import JSONDocument

/// A command with its arguments and its own commands, as the argument parser describes it (`--experimental-dump-help`).
package struct Command: Sendable {
    /// The words that are typed, such as `linkscope`, `history` and `search`.
    package let path: [String]
    package let abstract: String
    package let discussion: String
    /// Whether the help lists the command.
    package let isShown: Bool
    package let arguments: [CommandArgument]
    package let subcommands: [Command]

    package var name: String { path.last ?? "" }

    /// Reads the description of the root command. Returns nil if the text is not such a description.
    package init?(description text: String) {
        guard let root = JSONDocument(Array(text.utf8)).root?["command"] else { return nil }
        self.init(root, below: [])
    }

    private init?(_ node: JSONDocument.Node, below parents: [String]) {
        guard let name = node["commandName"]?.stringValue else { return nil }
        let path = parents + [name]
        self.path = path
        abstract = node["abstract"]?.stringValue ?? ""
        discussion = node["discussion"]?.stringValue ?? ""
        isShown = node["shouldDisplay"]?.boolValue ?? true
        arguments = node["arguments"]?.elements.compactMap { CommandArgument($0) } ?? []
        subcommands = node["subcommands"]?.elements.compactMap { Command($0, below: path) } ?? []
    }

    /// The shown commands of this command and of all its commands. Each command comes before its own commands.
    package var all: [Command] { [self] + subcommands.filter(\.isShown).flatMap(\.all) }

    /// Whether this command prints the help of other commands. The argument parser adds it to every tree of commands.
    package var isHelp: Bool { path.count == 2 && name == "help" }
}
