import ArgumentParser
import Reports

/// `linkscope`, the root of all commands. It starts the inspector if no command is given.
struct Linkscope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linkscope",
        abstract: "See every layer of a link, open it on a simulated device, and learn why it did not open.",
        usage: """
            linkscope [<options>] [LINK|FILE|- ...]
            linkscope <subcommand>
            """,
        discussion: """
            The first steps:
            \(Help.firstSteps)

            Without a command, linkscope opens the inspector, which takes the options below. If standard output is not a terminal, linkscope \
            prints the given links as linkscope inspect does.

            Examples:
              linkscope                        open an empty inspector, then paste a link
              linkscope 'shop://item/7?x=1'    open the inspector with a link
              linkscope links.txt              open a file with one link per line
              adb logcat | linkscope -         read a pipe; keys come from the terminal
              linkscope --continue             continue the last session
              linkscope --replay checkout      watch a session again, with its pauses

            Exit codes: 0 success; 1 the answer is no (for example, a link has an error); 2 wrong usage; 3 the command could not be \
            carried out (network, file, device).
            """,
        version: "linkscope \(ProgramVersion.number)",
        subcommands: [
            InspectorMain.self, Inspect.self, Build.self, Resolve.self, Verify.self, Open.self, Match.self, TestCommand.self, Lint.self,
            ProjectCommand.self, Send.self,
            Events.self, HistoryCommand.self, Report.self, Listen.self, Register.self, Unregister.self, Arrive.self,
            ManualCommand.self, Help.self,
        ],
        defaultSubcommand: InspectorMain.self
    )
}

/// The help of the root command. It adds the inspector's arguments and options to the list of commands, because without a command they all
/// go to the inspector.
struct RootHelp: ParsableCommand {
    static let configuration = Linkscope.configuration

    @OptionGroup var inspector: InspectorMain
}

/// The command that starts the inspector.
struct InspectorMain: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        commandName: "inspector",
        abstract: "Open the inspector, a full-screen view of links and events.",
        discussion: """
            The links you give are delivered to a simulated device. You can add more while the inspector is open: paste them, press i to type \
            one, or use linkscope send in another terminal. New lines in a file appear as the file grows. Press ? for all keys.

            With --plain there is no screen: each change is a sentence on standard output, and commands such as open 3, return and help are \
            lines on standard input. This suits screen readers and scripts. With --plain, \
            linkscope saves no session, and linkscope send reaches it only on a terminal.

            If standard output is not a terminal, linkscope prints the given links as linkscope inspect does.

            Examples:
              linkscope --device iPad 'shop://item/7?x=1' links.txt
              printf '%s\\n' 'shop://item/7?x=1' open | linkscope --plain

            Exit codes: 0 success; 1 (only without a screen) a link has an error or, with --plain, nothing opened after open or return; 2 \
            wrong usage, such as no link and no terminal or, with --plain, an unknown command; 3 an input or a session cannot be read.
            """
    )

    @OptionGroup var options: InspectorOptions

    @Argument(
        help: ArgumentHelp("Links, files with one link or JSON object per line, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    func check(in console: Console) throws(CommandFailure) {
        for input in inputs { try Linkscope.checkWord(input) }
        try checkInputs(canBeEmpty: true)
        try options.check()
        if options.replay != nil && !inputs.isEmpty {
            throw CommandFailure("--replay cannot be combined with links: send them once the replay is open", code: Exit.usage)
        }
        if options.keys != nil && options.frame == nil { throw CommandFailure("--keys needs --frame", code: Exit.usage) }
        if options.svg != nil && options.frame == nil { throw CommandFailure("--svg needs --frame", code: Exit.usage) }
        if options.plain && options.frame != nil {
            throw CommandFailure("--frame cannot be combined with --plain", code: Exit.usage)
        }
        if options.continuesLast && options.frame != nil {
            throw CommandFailure("--frame cannot be combined with --continue", code: Exit.usage)
        }
        if options.continuesLast && !inputs.isEmpty {
            throw CommandFailure("--continue cannot be combined with links: send them once the session is open", code: Exit.usage)
        }
    }

    @MainActor func execute(in console: Console) async throws {
        try await InspectorCommand(console: console, options: options, inputs: inputs).run()
    }
}
