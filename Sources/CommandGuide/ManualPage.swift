import Bytes

/// The manual page of a command, in roff with the macros of man(7), made from the same description as the command's help.
package struct ManualPage {
    /// What the pages tell about the program: its name with its version, and the day of the version.
    package typealias Edition = (version: String, date: String)

    private let command: CommandDescription
    private let root: CommandDescription
    private let edition: Edition

    /// Returns the pages of all commands that the help lists.
    package static func all(of root: CommandDescription, _ edition: Edition) -> [ManualPage] {
        root.all.filter(\.hasPage).map { ManualPage(command: $0, root: root, edition: edition) }
    }

    /// The name of the page's file, such as `linkscope-history-search.1`.
    package var file: String { Self.title(command) + ".1" }

    private static func title(_ command: CommandDescription) -> String { command.path.joined(separator: "-") }

    // MARK: The text

    package var text: String { lines.joined(separator: "\n") + "\n" }

    private var lines: [String] {
        let discussion = Discussion(command.discussion)
        let mentions = Mentions(command)
        var lines = [
            ".\\\" Made from the text of the help.",
            // Words that are not hyphenated can be searched and copied. Without hyphenation, the right margin cannot be even.
            ".nr HY 0",
            ".TH \(RoffText.escaped(Self.title(command).uppercased())) 1 \(edition.date) "
                + "\"\(RoffText.escaped(edition.version))\" \"\(RoffText.escaped(root.name)) manual\"",
            ".ad l",
        ]
        lines += section("NAME", name)
        lines += section("SYNOPSIS", synopsis)
        lines += section("DESCRIPTION", description(discussion))
        lines += section("COMMANDS", commands)
        lines += section("ARGUMENTS", terms(command.arguments.filter { $0.kind == .positional }))
        lines += section("OPTIONS", terms(command.arguments.filter { $0.kind != .positional }))
        lines += section("ENVIRONMENT", mentions.variables.flatMap { Self.term($0) })
        lines += section("FILES", mentions.files.flatMap { Self.term($0) })
        lines += section("EXIT STATUS", discussion.exitCodes.flatMap { Self.term($0) })
        lines += section("EXAMPLES", Self.verbatim(discussion.examples))
        lines += section("SEE ALSO", related(to: discussion))
        return lines
    }

    private func section(_ title: String, _ content: [String]) -> [String] {
        content.isEmpty ? [] : [".SH \(title.contains(" ") ? "\"\(title)\"" : title)"] + content
    }

    /// The name and what the command does, in the form that whatis(1) lists: without the period, and beginning in lowercase.
    private var name: [String] {
        let sentence = command.abstract
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        let isWord = text.dropFirst().first?.isLowercase == true
        return RoffText.filled("\(Self.title(command)) - \(isWord ? text.prefix(1).lowercased() + text.dropFirst() : String(text))")
    }

    private var synopsis: [String] {
        let words = bold(command.path.joined(separator: " "))
        var lines: [String] = []
        let takesValues = command.arguments.contains { $0.kind == .positional }
        if takesValues || command.subcommands.isEmpty {
            var line = [words, "[\(italic("OPTION"))]..."]
            for argument in command.arguments where argument.kind == .positional && argument.isShown {
                let value = italic(argument.valueName) + (argument.isRepeating ? " ..." : "")
                line.append(argument.isOptional ? "[\(value)]" : value)
            }
            lines.append(line.joined(separator: " "))
        }
        if !command.subcommands.isEmpty {
            if !lines.isEmpty { lines.append(".br") }
            lines.append("\(words) \(italic("COMMAND")) [\(italic("ARGUMENT"))]...")
        }
        return lines
    }

    private func description(_ discussion: Discussion) -> [String] {
        var lines = RoffText.filled(command.abstract)
        for part in discussion.parts {
            switch part {
            case .paragraph(let text): lines += [".PP"] + RoffText.filled(text)
            case .lines(let texts): lines += [".PP"] + Self.verbatim(texts)
            case .terms(let terms): lines += [".RS"] + terms.flatMap { Self.term($0) } + [".RE"]
            }
        }
        return lines
    }

    private var commands: [String] {
        command.subcommands.filter { $0.isShown && $0.hasPage }.flatMap { command in
            [".TP", Self.reference(command)] + RoffText.filled(command.abstract)
        }
    }

    private func terms(_ arguments: [ArgumentDescription]) -> [String] {
        arguments.filter(\.isShown).flatMap { argument in
            [".TP", tag(argument)] + RoffText.filled(Self.text(of: argument))
        }
    }

    private func tag(_ argument: ArgumentDescription) -> String {
        guard argument.kind != .positional else { return RoffText.safeStart(italic(argument.valueName)) }
        let names = argument.names.map(bold).joined(separator: ", ")
        return argument.kind == .flag ? names : names + " " + italic(argument.valueName)
    }

    /// Returns the text of an argument, followed by the values and the default in the form of the help.
    private static func text(of argument: ArgumentDescription) -> String {
        var notes = argument.allowed.isEmpty ? [] : ["values: " + argument.allowed.joined(separator: ", ")]
        if let value = argument.defaultValue { notes.append("default: " + value) }
        return argument.abstract + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    /// Returns the pages that a reader of this page may want: the root, its own commands, and the commands that the text mentions.
    private func related(to discussion: Discussion) -> [String] {
        let texts = discussion.parts.map { part in
            switch part {
            case .paragraph(let text): text
            case .lines(let lines): lines.joined(separator: " ")
            case .terms(let terms): terms.map(\.text).joined(separator: " ")
            }
        }
        let words = (texts + command.arguments.map(\.abstract)).joined(separator: " ").split { !$0.isLetter }
        let text = " \(words.joined(separator: " ")) "
        let others = root.all.filter { other in
            guard other.path != command.path, other.hasPage else { return false }
            if other.path.count == 1 || other.path == command.path.dropLast() { return true }
            return other.path.starts(with: command.path) && other.path.count == command.path.count + 1
                || text.contains(" \(other.path.joined(separator: " ")) ")
        }
        return others.enumerated().map { Self.reference($1) + ($0 + 1 < others.count ? "," : "") }
    }

    // MARK: Pieces

    private static func reference(_ command: CommandDescription) -> String { ".BR \(RoffText.escaped(title(command))) (1)" }

    private static func term(_ term: Discussion.Term) -> [String] {
        [".TP", ".B \"\(RoffText.escaped(term.word))\""] + RoffText.filled(term.text)
    }

    /// Returns lines that keep their form.
    private static func verbatim(_ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [".RS", ".EX"] + lines.map { $0.isEmpty ? "\\&" : RoffText.line($0) } + [".EE", ".RE"]
    }

    private func bold(_ text: String) -> String { "\\fB\(RoffText.escaped(text))\\fR" }
    private func italic(_ text: String) -> String { "\\fI\(RoffText.escaped(text))\\fR" }
}

/// Writes text so that roff shows exactly its characters.
///
/// The result is ASCII. Other characters become `\[uXXXX]`, which groff and mandoc both read in every locale.
enum RoffText {
    /// Returns text with its characters escaped, for the middle of a line.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            // A plain hyphen may become U+2010, which cannot be pasted as an option. The others become typographic characters.
            case "-": result += "\\-"
            case "\\": result += "\\e"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case " "..."}": result.unicodeScalars.append(scalar)
            default: result += scalar.value < 0x20 || scalar.value == 0x7F ? " " : "\\[u\(hexadecimal(scalar.value, digits: 4))]"
            }
        }
        return result
    }

    /// Returns a line of text. A period at its beginning does not make it a request.
    static func line(_ text: some StringProtocol) -> String { safeStart(escaped(text)) }

    /// Returns a line that roff reads as text, even if the line begins with a period.
    static func safeStart(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

    /// Returns lines of filled text: each sentence begins a line, and no line is longer than `width` unless one word is.
    static func filled(_ text: some StringProtocol, width: Int = 78) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let escaped = escaped(word)
            if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > width {
                lines.append(safeStart(line))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + escaped
            if word.hasSuffix("."), !word.hasSuffix("..") {
                lines.append(safeStart(line))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(safeStart(line)) }
        return lines
    }
}
