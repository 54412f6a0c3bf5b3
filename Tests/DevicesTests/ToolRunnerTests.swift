import DeviceTools
import Devices
import Foundation
import TestSupport
import Testing

/// These tests run real programs.
@Suite("Running a tool")
struct ToolRunnerTests {
    private let runner = ToolRunner(environment: ["PATH": "/usr/bin:/bin", "NAME": "a value"])

    private func run(_ script: String, seconds: Int = 60) async -> ToolRun {
        await runner.run(ToolCommand(["sh", "-c", script], seconds: seconds))
    }

    @Test("both streams and the exit code are kept apart, and the program gets the environment and no input")
    func streams() async {
        let run = await self.run("echo out; echo \"$NAME\" >&2; cat; exit 7")
        #expect((run.output, run.errors) == ("out\n", "a value\n"))
        #expect(run.ending == .exited(7))
    }

    @Test("arguments arrive as they are")
    func arguments() async {
        let words = ["a b", "it's", "$HOME", "*", "", "-n", "é", "\n"]
        let run = await runner.run(ToolCommand(["printf", "[%s]"] + words, seconds: 60))
        #expect(run.output == words.map { "[\($0)]" }.joined())
    }

    @Test("a program that is not there is missing")
    func missing() async {
        let run = await runner.run(ToolCommand(["no-such-program"], seconds: 60))
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
        let run = await ToolRunner(environment: ["PATH": folder.path]).run(ToolCommand(["adb"], seconds: 60))
        guard case .notStarted(let reason) = run.ending else {
            Issue.record("\(run.ending)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("a signal that ended the program is told")
    func signal() async {
        let run = await self.run("kill -9 $$")
        #expect(run.ending == .signalled(9))
        #expect(run.endingWords == "was ended by signal 9")
    }

    @Test("a program that takes too long is ended, even if it ignores the request to end")
    func tooLong() async {
        let run = await self.run("trap '' TERM; echo begun; while :; do sleep 1000; done", seconds: 1)
        #expect(run.ending == .timedOut(seconds: 1))
    }

    @Test("a program that left a child with its output behind does not hold up linkscope")
    func leftBehind() async {
        // The child would hold up this test far beyond the limit of time of the whole run.
        let run = await self.run("sleep 100000 & echo done", seconds: 3600)
        #expect(run.output == "done\n")
        #expect(run.ending == .exited(0))
    }

    @Test("an endless output is cut, and the program can still end")
    func endless() async {
        // More than a pipe holds is left over.
        let run = await self.run("head -c \(ToolRunner.mostOutput + 200_000) /dev/zero | tr '\\0' 'x'; echo end >&2")
        #expect(run.ending == .exited(0))
        #expect(run.output.utf8.count == ToolRunner.mostOutput)
        #expect(run.errors == "end\n")
    }

    @Test("bytes that are not UTF-8 become replacement characters")
    func notText() async {
        let run = await self.run("printf 'a\\377b'")
        #expect(run.output == "a\u{FFFD}b")
    }

    @Test("what the program has started ends with it")
    func family() async {
        let run = await self.run("sleep 100000 & echo $!; wait", seconds: 5)
        #expect(run.ending == .timedOut(seconds: 5))
        let child = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!child.isEmpty)
        // A process that has ended may still be in the list, with the state Z.
        let left = await self.run("ps -o stat= -p \(child)").output
        #expect(left.isEmpty || left.hasPrefix("Z"), "\(left)")
    }

    /// If canceling the task did not end the program, the program would run until the time limit of the test.
    @Test("cancelling the task ends the program", .timeLimit(.minutes(20)))
    func cancelled() async throws {
        let task = Task { await self.run("exec sleep 100000", seconds: 100_000) }
        task.cancel()
        let run = await task.value
        #expect(run.ending != .exited(0))
    }
}
