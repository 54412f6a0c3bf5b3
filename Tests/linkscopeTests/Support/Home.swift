import CPseudoTerminal
import Foundation
import TestSupport

@testable import linkscope

/// The folder of one test, with the program's state, its sockets, and the test's files. It is removed after the test.
final class Home {
    let path: String

    init() throws {
        // A short path, because the path of a Unix socket is limited to about a hundred bytes.
        path = "/tmp/lst-" + String(UInt32.random(in: .min ... .max), radix: 36)
        // Created here, because without this runtime folder the program would use the folder of the user's own inspectors.
        for folder in [path, runtime] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    deinit {
        Home.chmod(state, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    var state: String { path + "/state" }
    var runtime: String { path + "/run" }

    /// Returns the environment of every program in a test. Swift's backtracer is off, because it would ask a question after a crash.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        var environment = [
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
            "HOME": path, "XDG_STATE_HOME": state, "XDG_RUNTIME_DIR": runtime,
        ]
        if let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] { environment["LD_LIBRARY_PATH"] = libraries }
        return environment.merging(more) { $1 }
    }

    // MARK: Files of the test

    @discardableResult
    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    @discardableResult
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// Creates a folder, and the folders that it is in.
    func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    }

    /// Creates a named pipe.
    func namedPipe(_ name: String) throws {
        guard unsafe mkfifo(path + "/" + name, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func append(_ text: String, to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
    }

    static func bytes(of file: String) -> [UInt8] { (try? Data(contentsOf: URL(filePath: file))).map(Array.init) ?? [] }

    static func mode(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    static func chmod(_ path: String, _ mode: Int) {
        try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    // MARK: What the program keeps

    /// The journals of this home's sessions, oldest first.
    var journals: [String] {
        let folder = state + "/linkscope/sessions"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { folder + "/" + $0 }
    }

    var sockets: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: runtime)) ?? []
        return names.filter { $0.hasSuffix(".sock") }.sorted().map { runtime + "/" + $0 }
    }

    // MARK: Programs

    /// Starts `linkscope` on a pseudo-terminal.
    func inspector(
        _ arguments: [String] = [],
        _ more: [String: String] = [:],
        columns: Int = 120,
        rows: Int = 40,
        redirection: PseudoTerminal.Redirection = .init(),
        ignoresHangUp: Bool = false
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            PseudoTerminal.program(named: "linkscope"),
            arguments,
            environment: environment(more),
            columns: columns,
            rows: rows,
            redirection: redirection,
            ignoresHangUp: ignoresHangUp
        )
        terminal.companion = self
        return terminal
    }

    /// Runs a shell script on a pseudo-terminal, in which `$0` is `linkscope`.
    func shell(_ script: String, _ more: [String: String] = [:], columns: Int = 120, rows: Int = 40) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", script, PseudoTerminal.program(named: "linkscope")],
            environment: environment(more),
            columns: columns,
            rows: rows
        )
        terminal.companion = self
        return terminal
    }

    struct Finished: CustomStringConvertible {
        var end: PseudoTerminal.End
        var outputBytes: [UInt8]
        var error: String

        var output: String { String(decoding: outputBytes, as: UTF8.self) }
        var lines: [Substring] { output.split(separator: "\n") }
        var description: String { "\(end)\n\(output.prefix(2000))\n\(error.prefix(2000))" }
    }

    /// Runs a command of linkscope in the process of the tests, without a terminal. `input` is the file for standard input, which is empty by
    /// default. The command reads a relative path from the folder of the tests. If another program is to be tested, it is run instead.
    func run(_ arguments: [String], _ more: [String: String] = [:], input: String = "/dev/null") async throws -> Finished {
        if PseudoTerminal.otherProgram != nil { return try await process(arguments, more, input: input) }
        let streams = try Streams(self, input: input)
        let console = Console(
            program: try PseudoTerminal.program(named: "linkscope"), environment: environment(more),
            standardInput: streams.input.fileDescriptor, standardOutput: streams.output.fileDescriptor,
            standardError: streams.error.fileDescriptor)
        return streams.finished(.exited(Int(await Linkscope.run(arguments, in: console))))
    }

    /// Runs `linkscope` as a process of its own, without a terminal, until it ends.
    func process(_ arguments: [String], _ more: [String: String] = [:], input: String = "/dev/null") async throws -> Finished {
        try await finish(PseudoTerminal.program(named: "linkscope"), arguments, more, input: input)
    }

    /// Runs a shell script, in which `$0` is `linkscope`, without a terminal until it ends.
    func script(_ text: String, _ more: [String: String] = [:], seconds: Int = 30) async throws -> Finished {
        try await finish("/bin/sh", ["-c", text, PseudoTerminal.program(named: "linkscope")], more, seconds: seconds)
    }

    private func finish(
        _ program: String, _ arguments: [String], _ more: [String: String], input: String = "/dev/null", seconds: Int = 30
    ) async throws -> Finished {
        let streams = try Streams(self, input: input)
        var redirection = PseudoTerminal.Redirection()
        redirection.input = streams.input.fileDescriptor
        redirection.output = streams.output.fileDescriptor
        redirection.error = streams.error.fileDescriptor
        let terminal = try PseudoTerminal(program, arguments, environment: environment(more), redirection: redirection)
        return streams.finished(await terminal.end(seconds: seconds))
    }

    /// The three files that a program or a command has as its standard streams.
    private struct Streams {
        let input: FileHandle
        let output: FileHandle
        let error: FileHandle
        private let paths: (output: String, error: String)

        init(_ home: Home, input: String) throws {
            let number = UInt32.random(in: .min ... .max)
            paths = (try home.file("out-\(number)", ""), try home.file("err-\(number)", ""))
            self.input = try FileHandle(forReadingFrom: URL(filePath: input))
            output = try FileHandle(forWritingTo: URL(filePath: paths.output))
            error = try FileHandle(forWritingTo: URL(filePath: paths.error))
        }

        /// Closes the files and returns what was written to them.
        func finished(_ end: PseudoTerminal.End) -> Finished {
            for handle in [input, output, error] { try? handle.close() }
            return Finished(
                end: end, outputBytes: Home.bytes(of: paths.output), error: String(decoding: Home.bytes(of: paths.error), as: UTF8.self))
        }
    }
}
