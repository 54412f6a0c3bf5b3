import Checks
import DeviceTools
import Devices
import Dispatch
import Foundation
import Reports
import Secrets
import Store
import Synchronization
import Tasks

/// One run of `linkscope test`.
nonisolated struct TestRun: Sendable {
    let console: Console
    let choice: LinkChoice
    let stopsAtFailure: Bool
    let isJSON: Bool
    let isGitHub: Bool
    let isVerbose: Bool
    let showsSecrets: Bool
    let layout: TextLayout
    let progress: ProgressLine
    let junit: String?
    let sarif: String?

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
                let lines = mistakes.source.lines(of: problem, showsSecrets: showsSecrets)
                console.error(["linkscope: \(lines[0])"] + lines.dropFirst())
            }
        }
        if !loader.failures.isEmpty { throw CommandFailure("") }
        if !loader.mistakes.isEmpty { throw CommandFailure("", code: Exit.usage, pointsToHelp: false) }
        let chosen = loader.loaded.map { suite in suite.suite.links.filter(choice.includes) }
        let total = chosen.reduce(0) { $0 + $1.count }
        if total == 0 { throw CommandFailure("no link has the words of --filter", code: Exit.usage, pointsToHelp: false) }
        var results = Results(files: try ReportFiles(junit: junit, sarif: sarif, showsSecrets: showsSecrets))
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
        for line in words { if isJSON { console.error(line) } else { console.line(line) } }
        try results.files.finish(results.tally)
        if let trouble { throw trouble }
        if results.tally.failed > 0 { throw CommandFailure("", code: Exit.no) }
    }

    // MARK: Testing

    /// The results so far.
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

        init(files: ReportFiles) { self.files = files }
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
        for start in stride(from: 0, to: links.count, by: step) where !(stopsAtFailure && results.tally.failed > 0) {
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
        let isAsked = LinkJudge.asksDevice(about: link)
        let answer = isAsked ? try await device.open(link.link, words, progress) : nil
        let tested = suite.judge.test(link, on: .real(answer))
        results.notChecked.formUnion(tested.notChecked)
        if link.from != nil { results.hasSenders = true }
        return written(tested, of: suite)
    }

    private func written(_ link: TestedLink, of suite: SuiteLoader.Loaded) -> Tested {
        let path = suite.source.path
        var tested = Tested(tested: link)
        if isJSON {
            TestLine.append(tested.tested, of: path, showsSecrets: showsSecrets, to: &tested.output)
        } else if isVerbose || !tested.tested.isPassed {
            TestPage(suite.source, layout: layout, showsSecrets: showsSecrets).append(tested.tested, to: &tested.output)
        }
        if junit != nil { JUnitFile.append(tested.tested, of: path, showsSecrets: showsSecrets, to: &tested.testCase) }
        for failure in link.placed(in: path, showsSecrets: showsSecrets) {
            if sarif != nil { failure.appendSARIF(to: &tested.sarifResults) }
            if isGitHub { failure.appendAnnotation(to: &tested.annotations) }
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
            if isJSON {
                if !link.annotations.isEmpty { console.raw(String(decoding: link.annotations, as: UTF8.self)) }
            } else {
                output += link.annotations
            }
            if stopsAtFailure, !link.tested.isPassed { break }
        }
        console.bytes(output)
        try results.files.add(cases: cases, failures: failures)
    }
}

/// The real device that opens the links of `linkscope test --on`, one after another.
nonisolated struct DeviceSession: Sendable {
    let tool: DeviceTool
    /// The ID or name of the device; nil for the only one that is ready.
    private let device: String?
    private let devices: Devices
    private let source = CancellationTokenSource()
    private let interruption: Interruption

    /// From now on, Ctrl-C ends the tool before it ends linkscope.
    init(_ tool: DeviceTool, device: String?, in console: Console) {
        self.tool = tool
        self.device = device
        devices = Devices(ToolRunner(environment: console.environment))
        let source = source
        interruption = Interruption(console) { source.cancel() }
    }

    /// Opens a link. Returns what the device did; nil if no command can open the link.
    ///
    /// - Parameter words: What the progress says before each step.
    /// - Throws: `CommandFailure` if the device cannot be asked.
    func open(_ text: String, _ words: String, _ progress: ProgressLine) async throws -> DeviceAnswer? {
        guard let link = try? CommandLink(Array(text.utf8)) else { return nil }
        let (request, devices) = (DeviceRequest(link, on: tool, device: device), devices)
        let opening = Future<DeviceAnswer>.async(token: source.token) {
            try await devices.open(request) { progress.show("\(words): \($0)") }
        }
        let outcome = await opening.settled()
        progress.clear()
        do {
            return try outcome.get()
        } catch {
            // After Ctrl-C, this ends the program.
            interruption.end()
            throw CommandFailure("--on \(tool.rawValue): \(error)", advice: (error as? DeviceTrouble)?.advice ?? "", isMasked: true)
        }
    }

    func end() { interruption.end() }
}
