import TestSupport
import Testing

@Suite("Logs of devices", .waits, .timeLimit(.minutes(30)))
struct DeviceLogTests {
    private static let log = """
        05-01 10:15:30.999  1510  1533 D WindowManager: Orientation: 90
        05-01 10:15:31.001  1510  1533 D WindowManager: Orientation: 0
        05-01 10:15:32.123  1510  3364 I ActivityTaskManager: START u0 {dat=shop://a?password=hunter2 cmp=com.example/.Main} from uid 2000
        05-01 10:15:32.923  1510  1540 I ActivityTaskManager: Displayed com.example/.Main: +812ms

        """
    /// A line that tells nothing about links.
    private static let silent = "05-01 10:15:30.999  1510  1533 D WindowManager: Orientation: 90\n"

    @Test("inspect reports what a log tells, from a pipe, from a file and from an argument, and masks its secrets")
    func inspect() async throws {
        let home = try Home()
        let file = try home.file("log", Self.log)
        for finished in [
            try await home.run(["inspect", "-"], input: file), try await home.run(["inspect", file]),
            try await home.run(["inspect", Self.log]),
        ] {
            #expect(finished.output.contains("raw   shop://a?password=••••••••\n"))
            #expect(finished.output.contains("Measurement event device_displayed."))
            #expect(!finished.output.contains("Orientation") && !finished.output.contains("hunter2"))
        }
        let argument = try await home.run(["inspect", Self.log])
        #expect(
            argument.error
                == "linkscope: 1 link and 1 event were found in a log line.\nlinkscope: 2 lines without a link were skipped.\n")
    }

    @Test(
        "the summary on a terminal tells how many lines were skipped",
        arguments: [
            (log, "2 links, none with errors; 2 lines without a link were skipped"), (silent + silent, "2 lines, none with a link"),
            (silent, "1 line, without a link"),
        ])
    func summary(log: String, words: String) async throws {
        let home = try Home()
        let terminal = try home.inspector(["inspect", try home.file("log", log)], ["TERM": "xterm-256color"])
        #expect(await terminal.end() == .exited(0))
        #expect(terminal.screen.text.contains(words))
    }
}
