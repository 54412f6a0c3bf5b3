import AppLinks
import Checks
import Deciding
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
