import Dispatch
import Foundation
import Intake
import Reports
import Secrets
import Suites
import Synchronization

/// One run of `linkscope test`.
nonisolated struct TestRun: Sendable {
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

    /// The links that are tested before their results are printed.
    private static let batch = 1024
    /// The links that a thread tests at a time.
    private static let piece = 32

    /// Tests the links of suites and prints the results in their order.
    ///
    /// - Throws: `CommandFailure`. It has no message if a link failed, or if the reason is printed already.
    func run(_ loader: SuiteLoader) throws {
        for failure in loader.failures { Output.error("linkscope: \(failure)") }
        for mistakes in loader.mistakes {
            for problem in mistakes.problems {
                Output.error("linkscope: \(mistakes.source.words(of: problem, showsSecrets: showsSecrets))")
            }
        }
        if !loader.failures.isEmpty { throw CommandFailure("") }
        if !loader.mistakes.isEmpty { throw CommandFailure("", code: Exit.usage, pointsToHelp: false) }
        var results = Results(run: self)
        let chosen = loader.loaded.map { suite in suite.suite.links.filter(choice.includes) }
        let total = chosen.reduce(0) { $0 + $1.count }
        results.tally.leftOut = loader.loaded.reduce(0) { $0 + $1.suite.links.count } - total
        if total == 0 { throw CommandFailure("no link has the words of --filter", code: Exit.usage, pointsToHelp: false) }
        for (suite, links) in zip(loader.loaded, chosen) { test(links, of: suite, total: total, &results) }
        results.tally.notRun = total - results.tally.passed - results.tally.failed
        progress.clear()
        if isJSON { Output.error(results.tally.words) } else { Output.line(results.tally.words) }
        try write(results.junit.bytes, to: junit)
        try write(results.sarif.bytes, to: sarif)
        if results.tally.failed > 0 { throw CommandFailure("", code: Exit.no) }
    }

    // MARK: Testing

    /// The results so far.
    private struct Results {
        var tally = TestTally()
        var junit: JUnitFile
        var sarif: SARIFFile

        init(run: TestRun) {
            junit = JUnitFile(showsSecrets: run.showsSecrets)
            sarif = SARIFFile(showsSecrets: run.showsSecrets)
        }
    }

    /// A link with its result as it is printed.
    private struct Tested {
        var tested: TestedLink
        var output: [UInt8] = []
        var annotations: [UInt8] = []
    }

    private func test(_ links: [Suite.Link], of suite: SuiteLoader.Loaded, total: Int, _ results: inout Results) {
        var start = 0
        while start < links.count, !(stopsAtFailure && results.tally.failed > 0) {
            let end = min(start + Self.batch, links.count)
            let tested = test(links[start..<end], of: suite)
            progress.clear()
            report(tested, of: suite.source.path, &results)
            let done = results.tally.passed + results.tally.failed
            progress.show("\(done) of \(total) links, \(results.tally.failed) failed")
            start = end
        }
        results.junit.end(suite.source.path)
    }

    /// Tests links on all cores.
    private func test(_ links: ArraySlice<Suite.Link>, of suite: SuiteLoader.Loaded) -> [Tested] {
        let count = (links.count + Self.piece - 1) / Self.piece
        let pieces = Mutex([[Tested]](repeating: [], count: count))
        let work: @Sendable (Int) -> Void = { index in
            let start = links.startIndex + index * Self.piece
            let tested = links[start..<min(start + Self.piece, links.endIndex)].map { test($0, of: suite) }
            pieces.withLock { $0[index] = tested }
        }
        if count == 1 { work(0) } else { DispatchQueue.concurrentPerform(iterations: count, execute: work) }
        return pieces.withLock { Array($0.joined()) }
    }

    private func test(_ link: Suite.Link, of suite: SuiteLoader.Loaded) -> Tested {
        let path = suite.source.path
        var tested = Tested(tested: TestedLink(link, failures: suite.judge.failures(of: link)))
        if isJSON {
            TestLine.append(tested.tested, of: path, showsSecrets: showsSecrets, to: &tested.output)
        } else if isVerbose || !tested.tested.isPassed {
            TestPage(suite.source, layout: layout, showsSecrets: showsSecrets).append(tested.tested, to: &tested.output)
        }
        if isGitHub { GitHubAnnotation.append(tested.tested, of: path, showsSecrets: showsSecrets, to: &tested.annotations) }
        return tested
    }

    /// Prints the results of links, and adds them to the files.
    private func report(_ links: [Tested], of path: String, _ results: inout Results) {
        var output: [UInt8] = []
        for link in links {
            results.tally.add(link.tested)
            if junit != nil { results.junit.add(link.tested, of: path) }
            if sarif != nil { results.sarif.add(link.tested, of: path) }
            output += link.output
            // With --json, standard output has only JSON. GitHub reads both outputs.
            if isJSON {
                if !link.annotations.isEmpty { Output.raw(String(decoding: link.annotations, as: UTF8.self)) }
            } else {
                output += link.annotations
            }
            if stopsAtFailure, !link.tested.isPassed { break }
        }
        Output.bytes(output)
    }

    // MARK: Files

    /// Writes a file, which appears under its name only when it is complete.
    private func write(_ bytes: [UInt8], to path: String?) throws {
        guard let path else { return }
        do throws(SystemError) {
            let file = try NewFile(path: path, replaces: true)
            try file.append(bytes.span)
            try file.finish()
        } catch {
            throw CommandFailure("\(Secrets.masked(path)): \(error.reason)")
        }
    }
}
