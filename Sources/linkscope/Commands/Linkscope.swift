import ArgumentParser

/// `linkscope`, the root of all commands. Without a command it starts the inspector.
struct Linkscope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linkscope",
        abstract: "See every layer of a link, go where it goes and back again, and learn why it did not open.",
        discussion: """
            Without a command this is the inspector (its options: linkscope inspector --help).

            Examples:
              linkscope                        an empty inspector: paste a link
              linkscope 'shop://item/7?x=1'    deliver a link
              linkscope links.txt              a file with one a line
              adb logcat | linkscope -         a pipe; keys come from the terminal
              linkscope --continue             the last session again
            """,
        version: "linkscope 0.1.0",
        subcommands: [
            InspectorMain.self, Inspect.self, Build.self, Resolve.self, Verify.self, Match.self, Send.self, Events.self,
        ],
        defaultSubcommand: InspectorMain.self
    )
}

/// The inspector as a command.
struct InspectorMain: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        commandName: "inspector",
        abstract: "The inspector, a screen to keep open.",
        discussion: """
            Links that are given are delivered to a simulated device, and more can be pasted, written or sent from another terminal (linkscope \
            send). Where there is no terminal it prints as linkscope inspect does. The keys: press ? inside.

            Example:
              linkscope --device iPad 'shop://item/7?x=1' links.txt
            """
    )

    @OptionGroup var options: InspectorOptions

    @Argument(help: ArgumentHelp("Links, files with one link or JSON object a line, or - for standard input.", valueName: "LINK|FILE|-"))
    var inputs: [String] = []

    func validate() throws {
        guard inputs.count(where: { $0 == "-" }) <= 1 else { throw ValidationError("Standard input (-) can be read once only.") }
        if options.keys != nil && options.frame == nil { throw ValidationError("--keys is for --frame: without it, press them.") }
        if options.continuesLast && options.frame != nil {
            throw ValidationError("--frame draws what is given; it cannot --continue a session.")
        }
        if options.continuesLast && !inputs.isEmpty {
            throw ValidationError("--continue reopens a session as it was: deliver links to it afterwards.")
        }
    }

    @MainActor func execute() async throws {
        try await InspectorCommand(options: options, inputs: inputs).run()
    }
}
