import ArgumentParser
import CommandGuide
import Foundation
import Reports
import Secrets
import Store

/// `linkscope help`: the first steps, all commands and options, or the help of a command.
struct Help: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the first steps, all commands, or the help of a command.",
        discussion: """
            Without COMMAND, linkscope help shows the first steps in ten lines. linkscope help --all lists all commands, and all options of \
            the inspector, as linkscope --help does. linkscope help COMMAND is the same as linkscope COMMAND --help.

            Examples:
              linkscope help
              linkscope help --all
              linkscope help history search

            Exit codes: 0 success, 2 there is no such command.
            """
    )

    /// The commands that a newcomer needs. The help of the root command begins with them, too.
    static let firstSteps = """
          linkscope                    open the inspector; paste a link, or press s
          linkscope inspect 'LINK'     what a link is, where it leads, what is wrong
          linkscope resolve 'LINK'     its redirects, and the app that its page opens
          linkscope verify HOST        which app gets the links of a site, or why none
          linkscope open 'LINK'        open it on a simulated or real (--on adb) device
          linkscope test links.yaml    test links in CI (lint . reads your source code)
        """

    @Flag(help: "List all commands, and all options of the inspector.")
    var all = false

    @Argument(help: ArgumentHelp("The command whose help to show, such as open or history search.", valueName: "COMMAND"))
    var words: [String] = []

    func check(in console: Console) throws(CommandFailure) { _ = try Linkscope.topic(words) }

    @MainActor func execute(in console: Console) async throws {
        if let command = try Linkscope.topic(words) {
            console.line(Linkscope.helpMessage(for: command, columns: console.helpColumns))
        } else {
            console.line(all ? RootHelp.helpMessage(columns: console.helpColumns) : Self.beginning)
        }
    }

    private static let beginning = """
        linkscope takes links apart, opens them, and says why one did not open.

        \(firstSteps)

        Quote links: a shell cuts them at &. More: linkscope help COMMAND, help --all
        """
}

/// `linkscope manual`: writes the manual pages of all commands.
struct ManualCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual pages of all commands to a folder.",
        discussion: """
            Writes one file per command, such as linkscope.1 and linkscope-history-search.1. The pages have the text of the help. The same \
            version of linkscope always writes the same bytes.

            Example:
              linkscope manual ~/.local/share/man/man1

            Exit codes: 0 success, 2 wrong usage, 3 a file cannot be written.
            """
    )

    @Argument(help: ArgumentHelp("The folder. It is created if it does not exist.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @MainActor func execute(in console: Console) async throws {
        guard !folder.isEmpty else { throw CommandFailure.usage("the folder has no name") }
        guard let commands = ShellCompletion.commands else { throw CommandFailure("the commands cannot be described") }
        let edition = ManualPage.Edition(version: "linkscope \(ProgramVersion.number)", date: ProgramVersion.date)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { ": " + SystemError("mkdir", code: $0).reason } ?? ""
            throw CommandFailure("\(Secrets.masked(folder)): the folder cannot be created\(reason)", isMasked: true)
        }
        for page in ManualPage.all(of: commands, edition) {
            do throws(SystemError) {
                try NewFile(path: folder + "/" + page.file, replaces: true).finish(with: Array(page.text.utf8))
            } catch {
                throw CommandFailure("\(Secrets.masked(folder))/\(page.file): \(error.reason)", isMasked: true)
            }
        }
    }
}

/// Completions for Bash, zsh and fish: the scripts that are installed, and the answers that the scripts ask for.
enum ShellCompletion {
    /// The option that prints a script.
    private static let scriptOption = "--generate-completion-script"

    /// With this word first, the other words are those of a command line that a shell completes. It has three hyphens, so it cannot be an
    /// option.
    private static let request = "---complete"

    /// The commands with the options of the default command at the root, as in the help.
    static var commands: CommandDescription? { CommandDescription(description: RootHelp._dumpHelp()) }

    /// Carries out a request for a script or for an answer. Returns `false` if the arguments are no such request.
    static func answers(_ arguments: [String], in console: Console) throws(CommandFailure) -> Bool {
        guard let first = arguments.first else { return false }
        if first == request {
            guard let commands else { return true }
            let completion = CompletingShell.$environment.withValue(console.environment) {
                Completion(Array(arguments.dropFirst()), of: commands) { liveValues(of: $0, $1, arguments) }
            }
            console.bytes(completion.lines.flatMap { Array(($0 + "\n").utf8) })
            return true
        }
        guard first == scriptOption || first.hasPrefix(scriptOption + "=") else { return false }
        let name = first == scriptOption ? arguments.dropFirst().first : String(first.dropFirst(scriptOption.count + 1))
        console.bytes(try script(for: name, or: console.environment["SHELL"]))
        return true
    }

    /// Returns the script for a shell, or for the user's shell if no name is given.
    private static func script(for name: String?, or usersShell: String?) throws(CommandFailure) -> [UInt8] {
        let known = CompletionShell.allCases.map(\.rawValue).sorted()
        let usual = usersShell?.split(separator: "/").last.map(String.init)
        guard let shell = name ?? usual, known.contains(shell), let script = ResourceFile("completions/linkscope.\(shell)") else {
            throw .usage("\(scriptOption): use one of \(known.joined(separator: ", "))")
        }
        return script.bytes
    }

    /// Asks the argument parser for the values that an argument lists itself. Such a list may depend on the other words of the line.
    private static func liveValues(of command: CommandDescription, _ argument: String, _ words: [String]) -> String {
        do {
            _ = try RootHelp.parseAsRoot(["---completion"] + command.path.dropFirst() + ["--", argument, "0", "0"] + words)
            return ""
        } catch {
            return RootHelp.exitCode(for: error) == .success ? RootHelp.fullMessage(for: error) : ""
        }
    }
}
