import ArgumentParser
import Checks
import CursesTerminal
import DeviceTools
import Foundation
import HTTPTransport
import Reports
import Secrets
import Store
import Web

/// `linkscope test`: tests the links of suites against what the suites expect of them.
struct TestCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test links against what a suite expects of them.",
        discussion: """
            A suite is a YAML file with links and what is expected of each. linkscope test opens the links on a simulated device, as linkscope \
            open does, and uses the association files and pages that the suite names. It reads only files that the suite names, and uses no \
            network unless you pass --online.

            At the top of a suite:
              device        iPhone (the default), iPad, Android, or a JSON file
              project       the folder of an app's project, in the folder of the
                            suite: the device has its apps with what they declare
              strictDevice  true: the device has only its own apps
              fixtures      aasa and assetlinks: files by host; pages: HTML files by
                            URL; all paths are relative to the suite, and the files
                            are in its folder or in one of --fixtures
              variables     values by name; {{name}} in a text stands for the value
              tags          tags of all links
              links         the list of links

            Each entry of links has link and at least one expectation. It may have name, tags, and from (the app in which the link is \
            tapped, or browser). The expectations:
              opens         app, browser, chooser or nothing
              app           the ID or name of the app that receives the link
              route         the route to which the code of the project's app leads
                            the link, such as /item/:id, or none
              target        the target URL of the link
              extras        all extras of the link; {} for none
              referer       name and url of the app to return to, or none
              findings      the codes of all findings; [] for none
              events        the names of all measurement events, in order
              trail         the app or browser that sends the link, if there is one;
                            the one that opens it; and, if there is a return banner,
                            the app that a tap on it leads to
              aasa          match, exclude or no_match; or an object with decision
                            and app
              assetlinks    linked or not_linked; or an object with decision, app and
                            fingerprint
              resolves      target, app and webURL of the page; each can be none

            With a project, the simulated device decides from the declarations and association files of the source tree which app opens a \
            web link. --project replaces the project of every suite.

            With --on, a real device opens the links one by one. linkscope compares the result with two expectations: opens and app. Name \
            an app by its ID (on Android, the package), or by its name on the suite's simulated device. adb uses an Android device or \
            emulator. simctl uses the running iOS Simulator, which reports only whether something opened the link. linkscope tests \
            findings, aasa, assetlinks and resolves in the same way as without --on. It does not check the other expectations, and it \
            ignores the key from. The last line lists what it did not check.

            --schema prints a JSON schema for suites. Editors use it to complete and check suites.

            With --json, each link is one object: suite, line, column, name, link, tags, passed, failures (expectation, line, column, \
            expected, got, why, decidedBy, rule), notChecked, masked. passed is null if no expectation of the link could be checked on the \
            device.

            Examples:
              linkscope test links.yaml
              linkscope test --filter 'tag:smoke -slow' suites/*.yaml
              linkscope test --junit report.xml --sarif report.sarif links.yaml
              linkscope test --watch links.yaml
              linkscope test --online links.yaml
              linkscope test --project . --variant debug links.yaml
              linkscope test --on adb links.yaml
              linkscope test --json links.yaml | jq 'select(.passed | not)'

            Exit codes: 0 all links passed, 1 a link failed, 2 wrong usage or a mistake in a suite, 3 a file cannot be read, written or (with --online) fetched, or the --on device cannot be reached.
            """
    )

    @Argument(help: ArgumentHelp("Suite files (YAML).", valueName: "SUITE"), completion: .file(extensions: ["yaml", "yml"]))
    var suites: [String] = []

    @Option(
        help: ArgumentHelp(
            "Test only links with these words in their name, link or tags; -WORD excludes, tag:NAME matches a complete tag.",
            valueName: "WORDS"))
    var filter: String?

    @OptionGroup var own: ProjectOptions

    @Option(
        help: ArgumentHelp("Let suites name files in this folder, besides those in their own. Can be repeated.", valueName: "DIR"),
        completion: .directory)
    var fixtures: [String] = []

    @Flag(help: "Fetch the pages and association files for which a suite has no file, like linkscope resolve and verify.")
    var online = false

    @OptionGroup var fetching: FetchOptions

    @Option(help: ArgumentHelp("Open the links on a real device.", valueName: "adb|simctl"))
    var on: LoggingTool?

    @Option(
        help: ArgumentHelp(
            "With --on: the device, by its serial number, UDID or name (default: the only connected one).", valueName: "NAME"),
        completion: .realDevice)
    var device: String?

    @Flag(help: "Stop after the first link that fails.")
    var failFast = false

    @Flag(help: "Test again whenever a suite or one of its files changes, until Ctrl-C.")
    var watch = false

    @Option(help: ArgumentHelp("Write the results to FILE as JUnit XML.", valueName: "FILE"), completion: .file())
    var junit: String?

    @Option(help: ArgumentHelp("Write the failures as SARIF.", valueName: "FILE"), completion: .file())
    var sarif: String?

    @Flag(help: "Print one JSON object per link.")
    var json = false

    @Flag(help: "Print annotations for GitHub Actions too (default: if GITHUB_ACTIONS is true).")
    var github = false

    @Flag(name: .shortAndLong, help: "Print the links that passed too.")
    var verbose = false

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    @Flag(help: "Print the JSON schema of suites, for editors.")
    var schema = false

    func check(in console: Console) throws(CommandFailure) {
        if schema {
            guard suites.isEmpty else { throw CommandFailure("--schema takes no suite", code: Exit.usage) }
            return
        }
        guard !suites.isEmpty else { throw CommandFailure("no suite: give a YAML file", code: Exit.usage) }
        if let filter, LinkChoice(filter).isEmpty { throw CommandFailure("--filter has no words", code: Exit.usage) }
        if json, verbose { throw CommandFailure("--json cannot be combined with --verbose: it prints all links", code: Exit.usage) }
        if !online { try fetching.checkUnused("needs --online") }
        if device != nil, on == nil {
            throw CommandFailure("--device needs --on; a suite names its simulated device itself", code: Exit.usage)
        }
        try own.check()
        if watch, on != nil { throw CommandFailure("--watch cannot be combined with --on", code: Exit.usage) }
        try fetching.check()
        if let junit, junit == sarif { throw CommandFailure("--junit and --sarif need different files", code: Exit.usage) }
    }

    @MainActor func execute(in console: Console) async throws {
        if schema { return console.bytes(ResourceFile("suite.schema.json")?.bytes ?? []) }
        let run = TestRun(
            console: console, choice: LinkChoice(filter ?? ""), stopsAtFailure: failFast, isJSON: json,
            isGitHub: github || console.environment["GITHUB_ACTIONS"] == "true", isVerbose: verbose, showsSecrets: showSecrets,
            layout: console.layout(.auto), progress: ProgressLine(console), junit: junit, sarif: sarif)
        let fetch = online ? fetch(console.environment, run.progress) : nil
        let project = try own.reading(in: console)
        if watch {
            var watch = SuiteWatch(paths: suites, run: run, fetch: fetch, project: project, folders: fixtures)
            try await watch.start()
        }
        var loader = SuiteLoader(suites, isOnline: online, project: project, folders: fixtures)
        await fetch?.fetch(for: &loader, run.choice)
        let session = on.map { DeviceSession($0.tool, device: device, in: console) }
        defer { session?.end() }
        try await run.run(loader, on: session)
    }

    @MainActor private func fetch(_ environment: [String: String], _ progress: ProgressLine) -> SuiteFetch {
        SuiteFetch(fetching.settings(environment), fetching.rules(asksForClaims: false), progress: progress)
    }
}
