import JSONDocument

/// A command with its arguments and its own commands, as the argument parser describes it (`--experimental-dump-help`).
package struct CommandDescription: Sendable {
    /// The words that are typed, such as `linkscope`, `history` and `search`.
    package let path: [String]
    package let abstract: String
    package let discussion: String
    /// Whether the help lists the command.
    package let isShown: Bool
    package let arguments: [ArgumentDescription]
    package let subcommands: [CommandDescription]

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
        arguments = node["arguments"]?.elements.compactMap { ArgumentDescription($0) } ?? []
        let subcommands = node["subcommands"]?.elements.compactMap { CommandDescription($0, below: path) } ?? []
        // The argument parser adds its own `help`, also if the program has one.
        self.subcommands = subcommands.filter { command in
            !command.isHelp || subcommands.first(where: \.isHelp)?.discussion == command.discussion
        }
    }

    /// The shown commands of this command and of all its commands. Each command comes before its own commands.
    package var all: [CommandDescription] { [self] + subcommands.filter(\.isShown).flatMap(\.all) }

    /// Whether this command prints the help of other commands.
    package var isHelp: Bool { path.count == 2 && name == "help" }

    /// Whether the command has a manual page. The `help` that the argument parser adds to every tree of commands has none.
    var hasPage: Bool { !isHelp || !discussion.isEmpty }
}

/// A flag, an option or a positional argument of a command.
package struct ArgumentDescription: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case flag, option, positional
    }

    /// What a value can be.
    package enum Values: Sendable, Hashable {
        /// Any text.
        case text
        /// One of these words. A word such as `*.json` stands for the files with this ending.
        case words([String])
        /// A file with one of these endings. If the list is empty, any file.
        case files([String])
        case folders
        /// The program lists the values, because they change.
        case live
    }

    package let kind: Kind
    /// The names with their hyphens, the short ones first.
    package let names: [String]
    /// The name under which the argument parser finds the argument.
    package let preferredName: String?
    package let valueName: String
    package let abstract: String
    package let defaultValue: String?
    /// The words that are accepted as the value; empty if others are accepted too.
    package let allowed: [String]
    package let isShown: Bool
    package let isOptional: Bool
    package let isRepeating: Bool
    /// Whether the option takes all words up to the next option.
    package let takesManyWords: Bool
    package let values: Values

    init?(_ node: JSONDocument.Node) {
        guard let kind = node["kind"]?.stringValue.flatMap(Kind.init) else { return nil }
        self.kind = kind
        let names = node["names"]?.elements.compactMap(Self.name) ?? []
        self.names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
        preferredName = node["preferredName"].flatMap(Self.name)
        valueName = node["valueName"]?.stringValue ?? ""
        abstract = node["abstract"]?.stringValue ?? ""
        defaultValue = node["defaultValue"]?.stringValue
        allowed = node["allValues"]?.elements.compactMap(\.stringValue) ?? []
        isShown = node["shouldDisplay"]?.boolValue ?? true
        isOptional = node["isOptional"]?.boolValue ?? false
        isRepeating = node["isRepeating"]?.boolValue ?? false
        takesManyWords = node["parsingStrategy"]?.stringValue == "upToNextOption"
        values = Self.values(node["completionKind"])
    }

    private static func name(_ node: JSONDocument.Node) -> String? {
        node["name"]?.stringValue.map { (node["kind"]?.stringValue == "long" ? "--" : "-") + $0 }
    }

    private static func values(_ node: JSONDocument.Node?) -> Values {
        guard let node else { return .text }
        if let words = node["list"]?["values"] { return .words(words.elements.compactMap(\.stringValue)) }
        if let endings = node["file"]?["extensions"] { return .files(endings.elements.compactMap(\.stringValue)) }
        if node["directory"] != nil { return .folders }
        return node["custom"] == nil ? .text : .live
    }
}
