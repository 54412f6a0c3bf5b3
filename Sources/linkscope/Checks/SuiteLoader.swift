import AppLinks
import Checks
import Deciding
import Foundation
import HTTPTransport
import Reports
import Store
import Tasks
import Web

/// Reads suites and the files that they name.
struct SuiteLoader {
    /// A suite that can be run.
    nonisolated struct Loaded: Sendable {
        let source: SuiteSource
        let suite: Suite
        fileprivate(set) var fixtures: SuiteFixtures
        fileprivate(set) var judge: LinkJudge
    }

    /// The mistakes of a suite.
    nonisolated struct Mistakes: Sendable {
        let source: SuiteSource
        let problems: [YAMLProblem]
    }

    private(set) var loaded: [Loaded] = []
    private(set) var mistakes: [Mistakes] = []
    /// The files that cannot be read, each with the reason.
    private(set) var failures: [String] = []
    /// The content of all files by path; nil for a file that cannot be read.
    private(set) var files: [String: [UInt8]?] = [:]

    /// The maximum size, in bytes, of a suite, an association file or a page.
    nonisolated private static let mostBytes = 16 << 20

    /// The projects whose apps are on devices.
    private(set) var projects: [ProjectReading] = []

    private let options: TestCommand
    private let project: ProjectReading?

    /// - Parameter project: The project for all suites; nil to use the one that each suite names.
    init(_ options: TestCommand, project: ProjectReading?) {
        self.options = options
        self.project = project
        projects = project.map { [$0] } ?? []
        for path in options.suites { load(path) }
    }

    private mutating func load(_ path: String) {
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try read(path)
        } catch {
            return failures.append(error.message)
        }
        let source = SuiteSource(path: path, bytes)
        let (suite, problems) = SuiteReader.read(bytes, isOnline: options.online)
        guard problems.isEmpty else { return mistakes.append(Mistakes(source: source, problems: problems)) }
        do throws(YAMLProblem) {
            guard let fixtures = try fixtures(of: suite, source) else { return }
            let judge = LinkJudge(suite, fixtures)
            guard judge.problems.isEmpty else { return mistakes.append(Mistakes(source: source, problems: judge.problems)) }
            loaded.append(Loaded(source: source, suite: suite, fixtures: fixtures, judge: judge))
        } catch {
            mistakes.append(Mistakes(source: source, problems: [error]))
        }
    }

    /// Completes a suite with what was fetched for it. What could not be fetched is a failure.
    mutating func complete(_ index: Int, with fixtures: SuiteFixtures, _ problems: [YAMLProblem]) {
        loaded[index].fixtures = fixtures
        loaded[index].judge = LinkJudge(loaded[index].suite, fixtures)
        let path = loaded[index].source.path
        failures += problems.map { "\(path):\($0.place.line):\($0.place.column): \($0.message)" }
    }

    /// Returns the device and the files of a suite; nil if one of them cannot be read.
    private mutating func fixtures(of suite: Suite, _ source: SuiteSource) throws(YAMLProblem) -> SuiteFixtures? {
        let before = failures.count
        var device: SimulatedDevice?
        let project = try project(of: suite, source)
        switch suite.device {
        // The user's own devices do not count: a suite has the same results for everyone.
        case .named(let name):
            let own = suite.devicePlace == nil ? project?.deviceName : nil
            device = Library.devices.first { $0.name == own ?? name }
        case .file(let path):
            let place = suite.devicePlace ?? YAMLPlace(line: 1, column: 1)
            if let bytes = try bytes(of: path, at: place, source) {
                device = try failing(
                    as: { (error: DeviceProfileError) in YAMLProblem(place, "device: \(error)") }, SimulatedDevice(profile: bytes))
            }
        }
        guard let device else { return nil }
        var fixtures = SuiteFixtures(device: device, project: project?.project)
        for file in suite.aasa {
            guard let bytes = try bytes(of: file.path, at: file.place, source) else { continue }
            fixtures.aasa[file.key] = .init(path: file.path, AASAFile(bytes, comparesRules: false))
        }
        for file in suite.assetLinks {
            guard let bytes = try bytes(of: file.path, at: file.place, source) else { continue }
            fixtures.assetLinks[file.key] = .init(path: file.path, AssetLinksFile(bytes))
        }
        for file in suite.pages {
            guard let bytes = try bytes(of: file.path, at: file.place, source) else { continue }
            do {
                fixtures.pages[file.key] = .init(path: file.path, try LocalPage.resolution(of: bytes, as: file.key))
            } catch {
                throw YAMLProblem(file.place, "\(file.path): \(error)")
            }
        }
        return failures.count == before ? fixtures : nil
    }

    /// Returns the project whose apps are on the device of a suite. A suite may come from a stranger, so it names no folder outside of its
    /// own; the user may.
    private mutating func project(of suite: Suite, _ source: SuiteSource) throws(YAMLProblem) -> ProjectReading? {
        guard project == nil, let name = suite.project, let place = suite.projectPlace else { return project }
        let base = PathParts(source.path).folder
        guard ProjectFolder.path(of: base + name, in: base) != nil else {
            throw YAMLProblem(place, "project: \(name) is outside of the folder of the suite: name it with --project on the command line")
        }
        do throws(CommandFailure) {
            guard let reading = try ProjectReading(base + name, variant: nil, option: "project:") else { return nil }
            projects.append(reading)
            return reading
        } catch {
            throw YAMLProblem(place, error.message)
        }
    }

    /// Returns the content of a file of a suite. If the file cannot be read, adds a failure with the place in the suite and the reason. A suite
    /// may come from a stranger, so it names no file outside of its folder and of those that the user allows.
    private mutating func bytes(of path: String, at place: YAMLPlace, _ source: SuiteSource) throws(YAMLProblem) -> [UInt8]? {
        let base = PathParts(source.path).folder
        guard ([base] + options.fixtures).contains(where: { ProjectFolder.path(of: base + path, in: $0) != nil }) else {
            throw YAMLProblem(place, "\(path) is outside of the folder of the suite: allow its folder with --fixtures on the command line")
        }
        do throws(CommandFailure) {
            return try read(base + path)
        } catch {
            failures.append("\(source.path):\(place.line):\(place.column): \(error.message)")
            return nil
        }
    }

    private mutating func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        files[path] = .some(nil)
        let bytes = try InputFile.bytes(of: path, limit: Self.mostBytes)
        files[path] = bytes
        return bytes
    }

    /// Returns whether a file has changed since it was read. A pipe has nothing more to read.
    nonisolated static func haveChanged(_ files: [String: [UInt8]?]) -> Bool {
        files.contains { path, bytes in
            let kind = (try? FileStatus.of(path, followingLinks: true))?.kind ?? .regular
            return kind == .regular && (try? InputFile.bytes(of: path, limit: mostBytes)) != bytes
        }
    }
}

extension TestCommand {
    /// Tests suites again whenever one of their files changes, until a signal ends the program.
    ///
    /// - Parameters:
    ///   - fetch: Nil if nothing is fetched.
    ///   - project: The project of `--project`; nil for those that suites name.
    /// - Throws: `CommandFailure` if the files cannot be watched.
    @MainActor func watch(_ run: TestRun, _ fetch: SuiteFetch?, _ project: ProjectReading?) async throws -> Never {
        var project = project
        do throws(SystemError) {
            var watcher = try FolderWatcher()
            while true {
                var loader = SuiteLoader(self, project: project)
                await fetch?.fetch(for: &loader, run.choice)
                do {
                    try await run.run(loader)
                } catch {
                    // What is wrong now may be right after the next change.
                    if let failure = error as? CommandFailure, !failure.message.isEmpty { run.console.error(failure.lines) }
                }
                // The files are compared after the watch has begun, so no change is missed.
                try watcher.watch(Array(loader.files.keys) + loader.projects.flatMap(\.paths))
                run.console.error("linkscope: watching \(loader.files.count) \(loader.files.count == 1 ? "file" : "files"); Ctrl-C ends")
                while !SuiteLoader.haveChanged(loader.files), !loader.projects.contains(where: \.hasChanged) { try watcher.wait() }
                project?.reread()
            }
        } catch {
            throw CommandFailure("--watch: \(error.reason)")
        }
    }
}

/// Fetches the pages and the association files that suites have no files for, as `linkscope resolve` and `linkscope verify` do.
struct SuiteFetch {
    private let pages: PageLookups
    private let sites: SiteLookups
    private let progress: ProgressLine

    /// The maximum number of lookups that run at once. The fetcher runs fewer transfers at once.
    private static let most = 64

    init(_ options: FetchOptions, _ environment: [String: String], progress: ProgressLine) {
        let (fetcher, rules) = (Fetcher(settings: options.settings(environment)), options.rules(asksForClaims: false))
        pages = PageLookups(fetcher: fetcher, rules: rules)
        sites = SiteLookups(fetcher: fetcher, rules: rules)
        self.progress = progress
    }

    /// Adds what the chosen links need to the fixtures of their suites. What cannot be fetched is a failure of the loader.
    func fetch(for loader: inout SuiteLoader, _ choice: LinkChoice) async {
        guard loader.failures.isEmpty, loader.mistakes.isEmpty else { return }
        for index in loader.loaded.indices {
            let suite = loader.loaded[index].suite
            let needs = SuiteNeeds(of: suite.links.filter(choice.includes), in: suite, on: loader.loaded[index].fixtures.device)
            if needs.isEmpty { continue }
            var fixtures = loader.loaded[index].fixtures
            var problems: [YAMLProblem] = []
            for start in stride(from: 0, to: needs.pages.count, by: Self.most) {
                let part = needs.pages[start...].prefix(Self.most)
                progress.show("fetching \(needs.pages.count) pages")
                let lookups = part.map { pages.start($0.url) }
                for (page, lookup) in zip(part, lookups) { await add(page, lookup, to: &fixtures, &problems) }
            }
            for start in stride(from: 0, to: needs.sites.count, by: Self.most) {
                let part = needs.sites[start...].prefix(Self.most)
                progress.show("fetching the association files of \(needs.sites.count) sites")
                let lookups = part.map { sites.start($0.site, on: $0.platforms, questions: [Verdict.Question(platforms: $0.platforms)]) }
                for (site, lookup) in zip(part, lookups) { await add(site, lookup, to: &fixtures, &problems) }
            }
            progress.clear()
            loader.complete(index, with: fixtures, problems)
        }
    }

    private func add(
        _ page: SuiteNeeds.Page, _ lookup: RunningLookup<FoundPage>, to fixtures: inout SuiteFixtures, _ problems: inout [YAMLProblem]
    ) async {
        switch (try? await lookup.found.value)?.page {
        case .success(let resolution)?: fixtures.pages[page.url] = .init(path: page.url.text, resolution)
        case .failure(let failure)?: problems.append(YAMLProblem(page.place, "\(page.url.text): \(failure)"))
        case nil: problems.append(YAMLProblem(page.place, "\(page.url.text): could not be fetched"))
        }
    }

    private func add(
        _ site: SuiteNeeds.Site, _ lookup: RunningLookup<FoundVerdicts>, to fixtures: inout SuiteFixtures,
        _ problems: inout [YAMLProblem]
    ) async {
        let verdict: Verdict
        switch (try? await lookup.found.value)?.verdicts {
        case .success(let verdicts)? where !verdicts.isEmpty: verdict = verdicts[0]
        case .failure(let failure)?: return problems.append(YAMLProblem(site.place, "\(site.site): \(failure)"))
        default: return problems.append(YAMLProblem(site.place, "\(site.site): could not be fetched"))
        }
        if verdict.isUnknown {
            let reason = verdict.files.all.lazy.compactMap(\.problem).first.map { ": \($0)" } ?? ""
            return problems.append(YAMLProblem(site.place, "\(site.site): no server could be reached\(reason)"))
        }
        fixtures.add(verdict)
    }
}
