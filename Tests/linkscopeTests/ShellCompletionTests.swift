import Foundation
import TestSupport
import Testing

@Suite("Completions for shells", .waits, .timeLimit(.minutes(30)))
struct ShellCompletionTests {
    /// Returns the answer for words after the program's name. The last word is the one at the cursor.
    private func answer(_ words: [String], in home: Home) async throws -> [String] {
        let finished = try await home.run(["---complete"] + words)
        #expect(finished.end == .exited(0) && finished.error.isEmpty, "\(finished)")
        return finished.lines.map(String.init)
    }

    /// Returns a home with the journals of sessions.
    private func home(with sessions: [String] = []) throws -> Home {
        let home = try Home()
        let folder = home.state + "/linkscope/sessions"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, session) in sessions.enumerated() {
            let path = "\(folder)/\(session).journal"
            try Data("x\n".utf8).write(to: URL(filePath: path))
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(index))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        return home
    }

    @Test("without a command, the commands, the files and the options of the inspector are offered")
    func root() async throws {
        let home = try Home()
        let first = try await answer([""], in: home)
        #expect(first.contains("=inspect\tDecode links and print what is in them"))
        #expect(first.contains("@files"))
        #expect(first.contains { $0.hasPrefix("=manual\t") })
        #expect(!first.contains { $0.hasPrefix("=arrive") }, "hidden commands are not offered")
        #expect(try await answer(["--"], in: home).contains("=--strict-device\tDo not assume an app for a scheme that no app claims"))
    }

    @Test(
        "values that linkscope knows are offered",
        arguments: [
            (["--device", ""], ["=iPhone", "=iPad", "=Android", "@files json"]), (["--keys", ""], ["@files"]),
            (["open", "--on", ""], ["=simulator", "=adb", "=simctl", "=devicectl", "=desktop"]),
            (["test", ""], ["@files yaml yml"]), (["lint", "--associations", ""], ["@folders"]),
            (
                ["help", "--a"],
                [
                    "=--all\tList all commands, and all options of the inspector", "=--version\tShow the version",
                    "=-h\tShow help information", "=--help\tShow help information",
                ]
            ),
            (["listen", "--snippet="], ["=swift", "=kotlin", "=javascript"]),
            (["history", "search", "--kind", ""], ["=link", "=event", "=other", "=navigation", "=device", "=lookup"]),
        ])
    func values(words: [String], expected: [String]) async throws {
        #expect(try await answer(words, in: Home()) == expected)
    }

    @Test("the devices that the tool of --on reaches are offered; without a tool, the simulated ones")
    func devices() async throws {
        let device = try TestDevice(model: "Pixel 8")
        try device.connect()
        let home = try Home()
        let lines = [
            ["open", "--on", "adb", "shop://a", "--device", ""], ["verify", "--on=adb", "--device", ""],
            ["test", "--on", "adb", "--device="], ["open", "--on", "simctl", "--on", "adb", "--device", ""],
        ]
        for words in lines {
            let finished = try await home.run(["---complete"] + words, device.environment)
            #expect(finished.lines.map(String.init) == ["=\(device.serial)\tPixel 8"], "\(words) \(finished)")
        }
        for words in [["open", "--device", ""], ["open", "--on", "simulator", "--device", ""]] {
            #expect(try await answer(words, in: home) == ["=iPhone", "=iPad", "=Android", "@files json"])
        }
        #expect(try await answer(["open", "--on", "desktop", "--device", ""], in: home).isEmpty)
        #expect(try await answer(["test", "--device", ""], in: home).isEmpty)
        let missing = try await home.run(["---complete", "open", "--on", "adb", "--device", ""], ["PATH": "/nonexistent"])
        #expect(missing.end == .exited(0) && missing.output.isEmpty && missing.error.isEmpty, "\(missing)")
    }

    @Test("every finding code is offered where one can be given")
    func codes() async throws {
        let home = try Home()
        let explained = try await answer(["inspect", "--explain", ""], in: home)
        #expect(explained.contains("=payload-cut") && explained.count > 50)
        let ignored = try await answer(["lint", "--ignore", ""], in: home)
        #expect(ignored.contains("=payload-cut") && Set(explained).isSuperset(of: ignored), "all of lint are explained")
    }

    @Test("sessions are offered by their name and their ID, the most recently changed first; --replay takes the file of a journal too")
    func sessions() async throws {
        let names = ["2026-01-01T00-00-00.000Z-1_checkout", "2026-01-02T00-00-00.000Z-2", "2026-01-03T00-00-00.000Z-3_checkout"]
        let home = try home(with: names)
        let sessions = [
            "=checkout\tbegan 2026-01-03T00-00-00.000Z-3", "=2026-01-03T00-00-00.000Z-3\tcheckout", "=2026-01-02T00-00-00.000Z-2",
            "=2026-01-01T00-00-00.000Z-1\tcheckout",
        ]
        #expect(try await answer(["--replay", ""], in: home) == sessions + ["@files journal"])
        for words in [["history", "show", ""], ["history", "export", ""], ["history", "search", "--session="]] {
            #expect(try await answer(words, in: home) == sessions, "\(words)")
        }
        #expect(try await answer(["--replay", ""], in: Home()) == ["@files journal"], "no session yet")
    }

    @Test("the name of a session is not offered if it has a secret or a control character")
    func hostileNames() async throws {
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        let names = ["2026-01-01T00-00-00.000Z-1_\(token)", "2026-01-02T00-00-00.000Z-2_\u{1B}[31mred", "2026\u{1B}[2J_x"]
        let home = try home(with: names)
        let answer = try await answer(["--replay", ""], in: home)
        #expect(answer == ["=2026-01-02T00-00-00.000Z-2", "=2026-01-01T00-00-00.000Z-1", "@files journal"])
    }

    @Test(
        "a request that makes no sense has an empty answer and no error",
        arguments: [
            ["inspect", "--unknown="], ["--frame", "x"], ["history", "replay", "--to", ""], ["events", "--to", ""],
            ["open", "\u{1B}[2J", "--app", ""],
        ])
    func nothing(words: [String]) async throws {
        #expect(try await answer(words, in: Home()).isEmpty)
    }

    @Test("each shell has a script; another shell is wrong usage")
    func scripts() async throws {
        let home = try Home()
        for (shell, start) in [("bash", "# Completions"), ("zsh", "#compdef linkscope\n"), ("fish", "# Completions")] {
            let script = try await home.process(["--generate-completion-script", shell])
            #expect(script.end == .exited(0) && script.output.hasPrefix(start), "\(shell)")
            #expect(try await home.run(["--generate-completion-script=\(shell)"]).output == script.output)
            #expect(try await home.run(["--generate-completion-script"], ["SHELL": "/usr/bin/\(shell)"]).output == script.output)
        }
        let other = try await home.run(["--generate-completion-script", "csh"])
        #expect(other.end == .exited(2) && other.error == "linkscope: --generate-completion-script: use one of bash, fish, zsh\n")
    }
}
