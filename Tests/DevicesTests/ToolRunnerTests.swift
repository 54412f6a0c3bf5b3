import DeviceTools
import Devices
import Foundation
import Platform
import TestSupport
import Testing

@testable import Tasks

/// These tests run real programs.
@Suite("Running a tool")
struct ToolRunnerTests {
    private let runner = ToolRunner(environment: ["PATH": "/usr/bin:/bin", "NAME": "a value"])

    private func run(_ script: String, seconds: Int = 60, token: CancellationToken? = nil) async throws -> ToolRun {
        try await run(["sh", "-c", script], seconds: seconds, token.map(runner.stopped) ?? runner)
    }

    private func run(_ arguments: [String], seconds: Int = 60, _ runner: ToolRunner) async throws -> ToolRun {
        try await onThread { runner.run(ToolCommand(arguments, seconds: seconds)) }
    }

    @Test("both streams and the exit code are kept apart, and the program gets the environment and no input")
    func streams() async throws {
        let run = try await self.run("echo out; echo \"$NAME\" >&2; cat; exit 7")
        #expect((run.output, run.errors) == ("out\n", "a value\n"))
        #expect(run.ending == .exited(7))
    }

    @Test("arguments arrive as they are")
    func arguments() async throws {
        let words = ["a b", "it's", "$HOME", "*", "", "-n", "é", "\n"]
        let run = try await run(["printf", "[%s]"] + words, runner)
        #expect(run.output == words.map { "[\($0)]" }.joined())
    }

    @Test("a program that is not there is missing")
    func missing() async throws {
        let run = try await run(["no-such-program"], runner)
        #expect(run.ending == .missing)
        #expect(
            DeviceTrouble(run, of: .adb, isMac: false)
                == DeviceTrouble("no-such-program is not installed", advice: "On Debian, run: apt-get install adb"))
    }

    @Test("a file that is no program is not started, with a reason")
    func notStarted() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tools-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeProgram("not a program", to: folder.appending(path: "adb").path)
        let run = try await run(["adb"], ToolRunner(environment: ["PATH": folder.path]))
        guard case .notStarted(let reason) = run.ending else {
            Issue.record("\(run.ending)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("a signal that ended the program is told")
    func signal() async throws {
        let run = try await self.run("kill -9 $$")
        #expect(run.ending == .signalled(9))
        #expect(run.endingWords == "was ended by signal 9")
    }

    @Test("a program that takes too long is ended, even if it ignores the request to end")
    func tooLong() async throws {
        let run = try await self.run("trap '' TERM; echo begun; while :; do sleep 1000; done", seconds: 1)
        #expect(run.ending == .timedOut(seconds: 1))
    }

    @Test("a program that left a child with its output behind does not hold up linkscope")
    func leftBehind() async throws {
        // The child would hold up this test far beyond the limit of time of the whole run.
        let run = try await self.run("sleep 100000 & echo done", seconds: 3600)
        #expect(run.output == "done\n")
        #expect(run.ending == .exited(0))
    }

    @Test("an endless output is cut, and the program can still end")
    func endless() async throws {
        // More than a pipe holds is left over.
        let run = try await self.run("head -c \(ToolRunner.mostOutput + 200_000) /dev/zero | tr '\\0' 'x'; echo end >&2")
        #expect(run.ending == .exited(0))
        #expect(run.output.utf8.count == ToolRunner.mostOutput)
        #expect(run.errors == "end\n")
    }

    @Test("nothing is lost if a program makes its pipe longer and ends at once")
    func longPipe() async throws {
        // 1031 is `F_SETPIPE_SZ`, which only Linux has.
        let script = """
            import fcntl, os
            try: fcntl.fcntl(1, 1031, 1 << 20)
            except OSError: pass
            os.write(1, b"x" * 300_000)
            os._exit(0)
            """
        // Often enough, the program has ended before all of its output was read.
        for _ in 0..<40 {
            let run = try await run(["python3", "-c", script], runner)
            #expect(run.output.utf8.count == 300_000)
        }
    }

    @Test("bytes that are not UTF-8 become replacement characters")
    func notText() async throws {
        let run = try await self.run("printf 'a\\377b'")
        #expect(run.output == "a\u{FFFD}b")
    }

    @Test("what the program has started ends with it")
    func family() async throws {
        let run = try await self.run("sleep 100000 & echo $!; wait", seconds: 5)
        #expect(run.ending == .timedOut(seconds: 5))
        let child = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!child.isEmpty)
        // A process that has ended may still be in the list, with the state Z.
        let left = try await self.run("ps -o stat= -p \(child)").output
        #expect(left.isEmpty || left.hasPrefix("Z"), "\(left)")
    }

    /// If cancelling did not end the program, the program would run until the time limit of the test.
    @Test(
        "cancelling ends the program, also one that has begun and one that ignores the request to end", .timeLimit(.minutes(20)),
        arguments: [
            "exec sleep 100000", "trap '' TERM; while :; do sleep 1000; done",
        ])
    func cancelled(script: String) async throws {
        let source = CancellationTokenSource()
        async let running = self.run("echo begun; echo >&2; \(script)", seconds: 100_000, token: source.token)
        source.cancel()
        #expect(try await running.ending == .timedOut(seconds: 100_000))
        let later = CancellationTokenSource()
        let folder = FileManager.default.temporaryDirectory.appending(path: "tools-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "begun").path
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        async let begun = self.run("echo > \(pipe); \(script)", seconds: 100_000, token: later.token)
        // Opening the pipe returns when the program opens it.
        _ = try await onThread { try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd() }
        later.cancel()
        #expect(try await begun.ending == .timedOut(seconds: 100_000))
    }

    @Test("the output that somebody else reads ends with the program, which ends at once if nobody reads")
    func output() async throws {
        let runner = runner
        let read = try await onThread {
            var reading: Future<String>?
            let run = runner.run(["sh", "-c", "echo out; echo error >&2"]) { pipe in
                reading = WorkerThread("reader").answer { Self.text(of: pipe) }
                return true
            }
            #expect(run.errors == "error\n" && run.ending == .exited(0))
            reading?.wait()
            return reading?.result
        }
        #expect(read == "out\n")
        let stopped = try await onThread { runner.run(["sleep", "100000"]) { _ in false } }
        #expect(stopped.ending == .timedOut(seconds: 0))
    }

    /// Waits for a word, then prints to both streams, and tells how that ended.
    private static func latecomer(in folder: String) -> String {
        "(read word < \(folder)/word; echo out; echo error >&2); echo $? > \(folder)/answer"
    }

    /// Lets the latecomer go on, and returns its answer.
    private static func answer(in folder: URL) throws -> String {
        let word = try FileHandle(forWritingTo: folder.appending(path: "word"))
        try word.write(contentsOf: Data("go\n".utf8))
        try word.close()
        let answer = try FileHandle(forReadingFrom: folder.appending(path: "answer")).readToEnd()
        return String(decoding: answer ?? Data(), as: UTF8.self)
    }

    private func withPipes(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tools-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["word", "answer"] { try #require(unsafe mkfifo(folder.appending(path: name).path, 0o600) == 0) }
        try await body(folder)
    }

    @Test("a program that is launched is left alone: it runs on, and can print", .timeLimit(.minutes(20)))
    func launched() async throws {
        try await withPipes { folder in
            let script = Self.latecomer(in: folder.path)
            let runner = runner
            let answer = try await onThread {
                let run = runner.launch(ToolCommand(["sh", "-c", script], seconds: 0))
                #expect(run.ending == .exited(0))
                return try Self.answer(in: folder)
            }
            #expect(answer == "0\n")
        }
        let failed = try await onThread { [runner] in runner.launch(ToolCommand(["sh", "-c", "echo no >&2; exit 4"], seconds: 3600)) }
        #expect(failed.ending == .exited(4) && failed.errors == "no\n")
    }

    @Test("a browser that xdg-open leaves behind can print after the link was opened", .timeLimit(.minutes(20)))
    func browser() async throws {
        try await withPipes { folder in
            try writeProgram("#!/bin/sh\necho firefox.desktop\n", to: folder.appending(path: "xdg-mime").path)
            for name in ["xdg-open", "open"] {
                try writeProgram("#!/bin/sh\n{ \(Self.latecomer(in: folder.path)); } &\n", to: folder.appending(path: name).path)
            }
            let devices = Devices(ToolRunner(environment: ["PATH": "\(folder.path):/usr/bin:/bin"]))
            let request = DeviceRequest(try CommandLink(Array("https://a.example".utf8)), on: .desktop)
            let answer = try await onThread {
                _ = try devices.open(request)
                return try Self.answer(in: folder)
            }
            #expect(answer == "0\n")
        }
    }

    @Test("without a thread, a device is not asked, and the reason is told")
    func noThread() async {
        let thread = WorkerThread("none", patience: .seconds(0)) { _ in EAGAIN }
        let asked = Devices(runner).answer(on: thread) { _ in Issue.record("this blocks the caller") }
        let reason = SystemError("pthread_create", code: EAGAIN).reason
        #expect(throws: DeviceTrouble("no thread could be started: \(reason)", advice: "Close other programs, then try again.")) {
            try asked.result?.get()
        }
    }

    /// Reads a pipe to its end.
    private static func text(of pipe: OpenFile) -> String {
        var bytes: [UInt8] = []
        while let more = try? pipe.receive(atMost: 100) ?? [0], !more.isEmpty {
            bytes += more.filter { $0 != 0 }
            _ = try? Readiness.wait([(pipe.descriptor, Readiness.readable)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
