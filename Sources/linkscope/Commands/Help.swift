import ArgumentParser
import CommandGuide
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
