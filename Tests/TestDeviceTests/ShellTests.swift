import Foundation
import TestSupport
import Testing

@Suite("A test device and the real adb: the shell", .waits, .timeLimit(.minutes(30)))
struct ShellTests {
    /// Android's shell, and another one that Debian or macOS has.
    static let shells = ["/bin/mksh", "/bin/sh"].filter(FileManager.default.fileExists)

    @Test("a device with the shell protocol separates its outputs and reports the exit status", arguments: shells)
    func protocolTwo(shell: String) throws {
        let device = try TestDevice(shell: shell)
        try device.connect()
        let answer = try device.shell("echo out; echo err >&2; exit 7")
        #expect((answer.output, answer.error, answer.status) == ("out\n", "err\n", 7))
        #expect(try device.services() == ["shell,v2,raw:echo out; echo err >&2; exit 7"])
        #expect(try device.faults() == [])
    }

    @Test("a device without it mixes its outputs and reports no exit status", arguments: shells)
    func protocolOne(shell: String) throws {
        let device = try TestDevice(android: 9, speaksShellProtocol: false, shell: shell)
        try device.connect()
        let answer = try device.shell("echo out; echo err >&2; exit 7")
        #expect((answer.output, answer.error, answer.status) == ("out\nerr\n", "", 0))
        #expect(try device.services() == ["shell:echo out; echo err >&2; exit 7"])
    }

    @Test("a device of Android 6 ends its lines as a terminal does, and its packets are small and have checksums")
    func android6() throws {
        let device = try TestDevice(android: 6)
        try device.connect()
        let answer = try device.shell("am start -W -a android.intent.action.VIEW -d https://shop.example.com/a")
        #expect(
            answer.output.hasPrefix(
                "Starting: Intent { act=android.intent.action.VIEW dat=https://shop.example.com/... }\r\nStatus: ok\r\n"))
        let long = String(repeating: "x", count: 10_000)
        #expect(try device.shell("echo \(long.prefix(3000))\(long.prefix(500)); echo end").output.utf8.count == 3507)
        #expect(try device.faults() == [])
    }

    @Test("a long answer arrives complete, in many packets", arguments: [6, 7, 14])
    func long(android: Int) throws {
        let device = try TestDevice(android: android)
        try device.connect()
        let loop = "i=0; while [ $i -lt 3000 ]; do echo $i-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; i=$((i+1)); done"
        let lines = try device.shell(loop).output.split(whereSeparator: \.isNewline)
        #expect(lines.count == 3000)
        #expect(lines.last?.hasPrefix("2999-") == true)
    }

    @Test("quotes, spaces and signs arrive as the two shells leave them", arguments: shells)
    func quotes(shell: String) throws {
        let device = try TestDevice(shell: shell)
        try device.connect()
        let words = ["a b", "it's", "\"q\"", "$HOME", "&;|<>()", "*", "\\", "ü€😀", "", "a\nb", "`am`", "#x", "~", "!"]
        let quoted = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        // adb itself joins its arguments with spaces, and quotes nothing.
        #expect(try device.shell("am", "x", quoted.joined(separator: " ")).status == 255)
        #expect(try device.commands() == [["am", "x"] + words])
    }

    @Test("an unquoted link loses what the device's shell takes for itself")
    func unquoted() throws {
        let device = try TestDevice()
        try device.connect()
        let answer = try device.shell("am", "start", "-a", "android.intent.action.VIEW", "-d", "https://shop.example.com/a?b=1&c=$x#d")
        #expect(answer.status == 0)
        #expect(try device.commands() == [["am", "start", "-a", "android.intent.action.VIEW", "-d", "https://shop.example.com/a?b=1"]])
    }

    @Test("programs that the device does not have are reported in the words of Android's shell", .enabled(if: shells.contains("/bin/mksh")))
    func missing() throws {
        let device = try TestDevice()
        try device.connect()
        let answer = try device.shell("ls /")
        #expect(answer.status == 127)
        #expect(answer.error.hasSuffix("/system/bin/sh: ls: inaccessible or not found\n"))
    }

    @Test("standard input reaches the device; with the shell protocol, its end does too", arguments: [true, false])
    func input(speaksShellProtocol: Bool) throws {
        let device = try TestDevice(speaksShellProtocol: speaksShellProtocol)
        try device.connect()
        let command = "while read line; do echo \"[$line]\"; done; echo end"
        #expect(try device.shell("read line; echo \"[$line]\"", input: "one\ntwo\n").output == "[one]\n")
        guard speaksShellProtocol else { return }
        #expect(try device.shell(command, input: "one\ntwo\n").output == "[one]\n[two]\nend\n")
        #expect(try device.shell(command).output == "end\n")
    }

    @Test("exec-out mixes the outputs and changes nothing in them")
    func exec() throws {
        let device = try TestDevice()
        try device.connect()
        #expect(try device.adb("-s", device.serial, "exec-out", "echo raw; echo both >&2").output == "raw\nboth\n")
    }

    @Test("a device that goes in the middle of a command leaves adb without an answer and without an error")
    func disconnect() throws {
        let device = try TestDevice()
        try device.connect()
        try device.misbehave(.disconnectAt("am"))
        let answer = try device.shell("am start -W -a android.intent.action.VIEW -d https://shop.example.com/a")
        #expect((answer.output, answer.status) == ("", 0))
        #expect(try device.commands().count == 1)
        try device.wait(for: "offline")
    }

    @Test("a device that goes in the middle of a packet leaves nothing of it")
    func cut() throws {
        let device = try TestDevice()
        try device.connect()
        // A packet's head has 24 bytes: 20 bytes after the one that accepts the command, the next one is cut.
        try device.misbehave(.disconnectAfter(bytes: 44))
        let answer = try device.shell("echo some text")
        #expect(answer.output == "")
        try device.wait(for: "offline")
        try device.connect()
        #expect(try device.shell("echo some text").output == "some text\n")
    }

    @Test("a program that hangs goes on until adb is ended")
    func hang() async throws {
        let device = try TestDevice()
        try device.connect()
        try device.misbehave(.hang("am"))
        let run = try device.start("shell", "echo before; am start -W -d x:y; echo after")
        #expect(try run.wait(for: "before").status == nil)
        #expect(try run.stop().output == "before\n")
        // The device still answers others.
        #expect(try device.shell("echo here").output == "here\n")
    }
}
