import ArgumentParser
import Checks
import CursesTerminal
import DeviceTools
import Devices
import Dispatch
import Foundation
import Reports
import Secrets
import Synchronization
import Tasks

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

    @OptionGroup var mask: MaskingOptions

    @Flag(help: "Print the JSON schema of suites, for editors.")
    var schema = false

    func check(in console: Console) throws(CommandFailure) {
        if schema {
            guard suites.isEmpty else { throw .usage("--schema takes no suite") }
            return
        }
        guard !suites.isEmpty else { throw .usage("no suite: give a YAML file") }
        if let filter, LinkChoice(filter).isEmpty { throw .usage("--filter has no words") }
        if json, verbose { throw .usage("--json cannot be combined with --verbose: it prints all links") }
        if !online { try fetching.checkUnused("needs --online") }
        if device != nil, on == nil { throw .usage("--device needs --on; to choose a simulated device, write device in the suite") }
        try own.check()
        if watch, on != nil { throw .usage("--watch cannot be combined with --on") }
        try fetching.check()
        if let junit, junit == sarif { throw .usage("--junit and --sarif need different files") }
    }

    @MainActor func execute(in console: Console) async throws {
        if schema { return console.bytes(ResourceFile("suite.schema.json")?.bytes ?? []) }
        let run = TestRun(
            options: self, console: console, choice: LinkChoice(filter ?? ""), layout: console.layout(.auto),
            progress: ProgressLine(console))
        let fetch = online ? SuiteFetch(fetching, console.environment, progress: run.progress) : nil
        let project = try own.reading(in: console)
        if watch { try await watch(run, fetch, project) }
        var loader = SuiteLoader(self, project: project)
        await fetch?.fetch(for: &loader, run.choice)
        let session = on.map { DeviceSession($0.tool, device: device, in: console) }
        defer { session?.end() }
        try await run.run(loader, on: session)
    }
}

/// One run of `linkscope test`.
nonisolated struct TestRun: Sendable {
    let options: TestCommand
    let console: Console
    /// The links that `--filter` chooses.
    let choice: LinkChoice
    let layout: TextLayout
    let progress: ProgressLine

    /// The number of links tested per batch.
    private static let batch = 1024
    /// The number of links that a thread tests at a time.
    private static let piece = 32

    /// Tests the links of suites and prints the results in their order.
    ///
    /// - Parameter device: The device that opens the links; nil for the simulated one.
    /// - Throws: `CommandFailure`. It has no message if a link failed, or if the reason is printed already.
    func run(_ loader: SuiteLoader, on device: DeviceSession? = nil) async throws {
        for failure in loader.failures { console.error("linkscope: \(failure)") }
        for mistakes in loader.mistakes {
            for problem in mistakes.problems {
                let lines = mistakes.source.lines(of: problem, showsSecrets: options.mask.showSecrets)
                console.error(["linkscope: \(lines[0])"] + lines.dropFirst())
            }
        }
        if !loader.failures.isEmpty { throw CommandFailure("") }
        if !loader.mistakes.isEmpty { throw CommandFailure("", code: Exit.usage, pointsToHelp: false) }
        let chosen = loader.loaded.map { suite in suite.suite.links.filter(choice.includes) }
        let total = chosen.reduce(0) { $0 + $1.count }
        if total == 0 { throw CommandFailure("no link has the words of --filter", code: Exit.usage, pointsToHelp: false) }
        var results = Results(files: try ReportFiles(junit: options.junit, sarif: options.sarif, showsSecrets: options.mask.showSecrets))
        results.tally.leftOut = loader.loaded.reduce(0) { $0 + $1.suite.links.count } - total
        var trouble: (any Error)?
        do {
            for (suite, links) in zip(loader.loaded, chosen) { try await test(links, of: suite, on: device, total: total, &results) }
        } catch {
            // The links that a real device has opened before have results.
            guard device != nil else { throw error }
            trouble = error
        }
        results.tally.notRun = total - results.tally.tested
        progress.clear()
        let words = [results.tally.words] + (device.map { results.notChecked($0.tool) } ?? [])
        for line in words { if options.json { console.error(line) } else { console.line(line) } }
        try results.files.finish(results.tally)
        if let trouble { throw trouble }
        if results.tally.failed > 0 { throw CommandFailure("", code: Exit.no) }
    }

    // MARK: Testing

    private struct Results {
        var tally = TestTally()
        let files: ReportFiles
        /// What the device could not decide.
        var notChecked: Set<ExpectationKey> = []
        var hasSenders = false

        /// Says once what the device could not decide.
        func notChecked(_ tool: DeviceTool) -> [String] {
            let keys = ExpectationKey.allCases.filter(notChecked.contains).map(\.rawValue) + (hasSenders ? ["from"] : [])
            if keys.isEmpty { return [] }
            var line = "Not checked on a device: \(keys.joined(separator: ", "))."
            if tool == .simctl, notChecked.contains(.opens) || notChecked.contains(.app) {
                line += " simctl does not report what opened a link that it accepted."
            }
            return [line]
        }
    }

    /// A link with its result as it is printed.
    private struct Tested {
        var tested: TestedLink
        var output: [UInt8] = []
        var annotations: [UInt8] = []
        var testCase: [UInt8] = []
        var sarifResults: [UInt8] = []
    }

    private func test(
        _ links: [Suite.Link], of suite: SuiteLoader.Loaded, on device: DeviceSession?, total: Int, _ results: inout Results
    ) async throws {
        let before = results.tally
        defer { results.files.endSuite(suite.source.path, results.tally.since(before)) }
        // A real device opens one link after another.
        let step = device == nil ? Self.batch : 1
        for start in stride(from: 0, to: links.count, by: step) where !(options.failFast && results.tally.failed > 0) {
            let words = "\(results.tally.tested) of \(total) links, \(results.tally.failed) failed"
            progress.show(words)
            let tested =
                if let device {
                    [try await test(links[start], of: suite, on: device, words, &results)]
                } else {
                    test(links[start..<min(start + step, links.count)], of: suite)
                }
            progress.clear()
            try report(tested, &results)
        }
    }

    /// Tests links on all cores.
    private func test(_ links: ArraySlice<Suite.Link>, of suite: SuiteLoader.Loaded) -> [Tested] {
        let count = (links.count + Self.piece - 1) / Self.piece
        let pieces = Mutex([[Tested]](repeating: [], count: count))
        let work: @Sendable (Int) -> Void = { index in
            let start = links.startIndex + index * Self.piece
            let tested = links[start..<min(start + Self.piece, links.endIndex)].map { written(suite.judge.test($0), of: suite) }
            pieces.withLock { $0[index] = tested }
        }
        if count == 1 { work(0) } else { DispatchQueue.concurrentPerform(iterations: count, execute: work) }
        return pieces.withLock { Array($0.joined()) }
    }

    private func test(
        _ link: Suite.Link, of suite: SuiteLoader.Loaded, on device: DeviceSession, _ words: String, _ results: inout Results
    ) async throws -> Tested {
        var answer: DeviceAnswer?
        // Without a command for the link, no device is asked.
        if LinkJudge.asksDevice(about: link), let command = try? CommandLink(Array(link.link.utf8)) {
            answer = try await device.open(DeviceRequest(command, on: device.tool, device: device.device), "\(words): ")
        }
        let tested = suite.judge.test(link, on: .real(answer))
        results.notChecked.formUnion(tested.notChecked)
        if link.from != nil { results.hasSenders = true }
        return written(tested, of: suite)
    }

    private func written(_ link: TestedLink, of suite: SuiteLoader.Loaded) -> Tested {
        let path = suite.source.path
        var tested = Tested(tested: link)
        if options.json {
            tested.tested.appendLine(of: path, showsSecrets: options.mask.showSecrets, to: &tested.output)
        } else if options.verbose || !tested.tested.isPassed {
            TestPage(suite.source, layout: layout, showsSecrets: options.mask.showSecrets).append(tested.tested, to: &tested.output)
        }
        if options.junit != nil { JUnitFile.append(tested.tested, of: path, showsSecrets: options.mask.showSecrets, to: &tested.testCase) }
        for failure in link.placed(in: path, showsSecrets: options.mask.showSecrets) {
            if options.sarif != nil { failure.appendSARIF(to: &tested.sarifResults) }
            if options.github || console.isOnGitHub { failure.appendAnnotation(to: &tested.annotations) }
        }
        return tested
    }

    /// Prints the results of links, and adds them to the files.
    private func report(_ links: [Tested], _ results: inout Results) throws {
        var (output, cases, failures): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for link in links {
            results.tally.add(link.tested)
            cases += link.testCase
            failures += link.sarifResults
            output += link.output
            // With --json, standard output has only JSON. GitHub reads both outputs.
            if options.json {
                if !link.annotations.isEmpty { console.raw(String(decoding: link.annotations, as: UTF8.self)) }
            } else {
                output += link.annotations
            }
            if options.failFast, !link.tested.isPassed { break }
        }
        console.bytes(output)
        try results.files.add(cases: cases, failures: failures)
    }
}
