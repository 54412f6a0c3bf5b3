import Foundation
import Platform
import TestSupport
import Testing

@Suite("A test device and the real adb: connections", .waits, .timeLimit(.minutes(30)))
struct ConnectionTests {
    @Test("adb connects to the device and knows its model")
    func connects() throws {
        let device = try TestDevice(android: 14)
        #expect(try device.adb("connect", device.serial).output == "connected to \(device.serial)\n")
        try device.wait(for: "device")
        let list = try device.adb("devices", "-l").output
        #expect(list.contains("\(device.serial) "))
        #expect(list.contains(" device product:pixel_8 model:Pixel_8 device:pixel_8 "))
        #expect(try device.faults() == [])
    }

    @Test("devices beside each other are devices of one adb server; others are not")
    func neighbors() throws {
        let first = try TestDevice(android: 9)
        let second = try TestDevice(android: 16, model: "Other Phone", beside: first)
        let stranger = try TestDevice()
        for device in [first, second, stranger] { try device.connect() }
        let list = try first.adb("devices", "-l").output
        #expect(list.contains("model:Pixel_3 "))
        #expect(list.contains("model:Other_Phone "))
        #expect(!list.contains(stranger.serial))
        #expect(try second.shell("getprop ro.build.version.release").output == "16\n")
        #expect(try first.commands() == [])
    }

    @Test("an unauthorized device accepts nothing until its user allows it")
    func unauthorized() throws {
        let device = try TestDevice(isAuthorized: false)
        #expect(try device.adb("connect", device.serial).output == "failed to authenticate to \(device.serial)\n")
        try device.wait(for: "unauthorized")
        let refused = try device.shell("getprop")
        #expect(refused.status == 1)
        #expect(refused.error.hasPrefix("error: device unauthorized."))
        try device.authorize()
        try device.wait(for: "device")
        #expect(try device.shell("getprop ro.build.version.sdk").output == "34\n")
    }

    @Test("a device that has gone is offline, and can be connected again")
    func disconnect() throws {
        let device = try TestDevice()
        try device.connect()
        // It refuses adb, which connects again by itself to a device that has only lost its connection.
        try device.misbehave(.refusal)
        try device.wait(for: "offline")
        let gone = try device.shell("getprop")
        #expect(gone.error == "error: device offline\n")
        try device.behave()
        try device.connect()
        #expect(try device.shell("echo here").output == "here\n")
    }

    @Test("a device that refuses connections cannot be connected until it behaves")
    func refusal() throws {
        let device = try TestDevice()
        try device.misbehave(.refusal)
        #expect(try device.adb("connect", device.serial).output == "failed to connect to '\(device.serial)': Connection refused\n")
        try device.behave()
        try device.connect()
    }

    @Test("a silent device is offline as long as adb waits for it")
    func silence() throws {
        let device = try TestDevice()
        try device.misbehave(.silence)
        let connecting = try device.start("connect", device.serial)
        try device.wait(for: "offline")
        #expect(try connecting.stop().output == "")
    }

    @Test("garbage from a device ends its connection")
    func garbage() throws {
        let device = try TestDevice()
        try device.connect()
        try device.misbehave(.garbage)
        try device.wait(for: "offline")
        try device.connect()
        #expect(try device.shell("echo here").output == "here\n")
    }

    @Test("adb reverse lets an app on the device reach the computer")
    func reverse() throws {
        let device = try TestDevice()
        try device.connect()
        let server = try PageServer(["/": PageAnswer(.send("HTTP/1.0 200 OK\r\n\r\nhello"), .close)])
        #expect(try device.adb("-s", device.serial, "reverse", "tcp:8123", "tcp:\(server.port)").status == 0)
        #expect(try device.adb("-s", device.serial, "reverse", "--list").output.contains("tcp:8123 tcp:\(server.port)\n"))
        let answer = try device.call("tcp:8123", Array("GET / HTTP/1.0\r\n\r\n".utf8))
        #expect(String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\r\nhello"))
        #expect(try device.adb("-s", device.serial, "reverse", "--remove-all").status == 0)
        #expect(throws: (any Error).self) { try device.call("tcp:8123", []) }
    }

    @Test("the adb server and its programs end with the device, and no client starts another server")
    func ends() throws {
        let device = try TestDevice()
        try device.connect()
        _ = try device.start("logcat")
        try device.waitForFollowers(1)
        #expect(StandInBrowser.isRunning("\(device.serverProcess)"))
        device.end()
        #expect(!StandInBrowser.isRunning("\(device.serverProcess)"))

        let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        let client = try FinishedProgram(
            "/usr/bin/env", ["adb", "devices"], environment: path.merging(device.environment) { $1 },
            reading: [STDOUT_FILENO, STDERR_FILENO])
        #expect(client.ending == .exited(1))
        #expect(client.output.contains("* cannot start server on remote host"))
    }
}
