import Foundation
import JSONDocument
import Tasks

/// An Android device that exists only for a test. The real `adb` talks to it over TCP on loopback.
///
///     let device = try TestDevice(android: 14, scenario: .browser)
///     try device.connect()
///     let answer = try device.shell("am start -W -a android.intent.action.VIEW -d 'https://shop.example.com/a'")
///     #expect(try device.commands() == [["am", "start", …]])
///
/// What arrives in the device's shell runs in a real shell, in which Android's programs are stand-ins. Each device has an adb server for
/// itself, unless it is `beside` another one; the server of a device that has gone serves a later one. The methods wait for their answers,
/// so tests use the trait `.waits`.
package final class TestDevice: Sendable {
    /// What a link opens on the device. Server/android/scenarios/README.md describes each scenario.
    package enum Scenario: String, Sendable, CaseIterable {
        case app, browser, unverified, denied, chooser, nothing, front, top, timeout
        case notExported = "not-exported"
    }

    /// The fingerprint of the certificate that signs the apps of a device.
    package static let signature =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"

    package let port: Int
    let program: HelperProgram
    private let server: (port: Int, process: Int32)
    private let ownsProgram: Bool

    /// The programs of devices that have gone. Starting a program and its adb server takes longer than most tests.
    private static let idle = Locked<[HelperProgram]>([])

    /// Starts a device. It is not connected to the adb server yet.
    ///
    /// - Parameters:
    ///   - package: The app that claims the links of `host`.
    ///   - speaksShellProtocol: Whether the device separates standard error and reports exit statuses. By default, those from Android 7 on do.
    ///   - isAuthorized: Whether the user of the device allows this computer to debug it. See `authorize()`.
    ///   - shell: The path of the device's shell, by default mksh, which is Android's, or else `/bin/sh`.
    ///   - variants: Other apps that claim the links of `host`. The device has not verified the host for them.
    ///   - signature: The SHA-256 fingerprint of the certificate that signs the apps. Nil means the one in `TestDevice.signature`.
    ///   - verifies: The state of each host after the device was asked to verify it again, such as `verified` or `1024`. With `none`, the
    ///     device does not finish. Nil means that nothing changes.
    ///   - neighbor: The device whose adb server this device uses. The neighbor must live longer.
    package init(
        android: Int = 14,
        scenario: Scenario = .app,
        package: String = "com.example.shop",
        host: String = "shop.example.com",
        model: String? = nil,
        speaksShellProtocol: Bool? = nil,
        isAuthorized: Bool = true,
        shell: String? = nil,
        variants: [String] = [],
        signature: String? = nil,
        verifies: String? = nil,
        beside neighbor: TestDevice? = nil
    ) throws {
        #if os(macOS)
            let advice = "These tests need a device of their own (brew install --cask android-platform-tools, and python3)"
        #else
            let advice = "These tests need a device of their own (apt-get install -y adb mksh python3)"
        #endif
        program = try neighbor?.program ?? Self.idle.withLock { $0.popLast() } ?? HelperProgram("device", advice: advice)
        ownsProgram = neighbor == nil
        let started = try program.ask(["server": true])
        let opened = try program.ask([
            "open": [
                "android": .number(JSONNumber(android)), "scenario": .string(scenario.rawValue), "package": .string(package),
                "host": .string(host), "model": model.map { .string($0) } ?? .null,
                "shell_v2": speaksShellProtocol.map { .bool($0) } ?? .null, "authorized": .bool(isAuthorized),
                "shell": shell.map { .string($0) } ?? .null, "variants": .array(variants.map { .string($0) }),
                "signature": signature.map { .string($0) } ?? .null, "verifies": verifies.map { .string($0) } ?? .null,
            ]
        ])
        guard let serverPort = started["port"]?.numberValue?.intValue, let process = started["process"]?.numberValue?.intValue,
            let port = opened["port"]?.numberValue?.intValue
        else { throw program.failure("it opened no port: \(started) \(opened)") }
        server = (serverPort, Int32(truncatingIfNeeded: process))
        self.port = port
    }

    deinit {
        guard ownsProgram else { return }
        let program = program
        if (try? program.ask(["reset": true])) == nil { program.end() } else { Self.idle.withLock { $0.append(program) } }
    }

    /// Ends the device, its neighbors, and their adb server.
    package func end() { program.end() }

    /// The name by which adb knows the device.
    package var serial: String { "127.0.0.1:\(port)" }

    /// The adb server's process ID.
    package var serverProcess: Int32 { server.process }

    /// The variables that let a program's `adb` use this device's server. With them, `adb` starts no server of its own, even if this one has
    /// ended.
    package var environment: [String: String] {
        ["ANDROID_ADB_SERVER_ADDRESS": "127.0.0.1", "ANDROID_ADB_SERVER_PORT": "\(server.port)"]
    }

    // MARK: The computer's side

    /// Connects the adb server to the device, as `adb connect` does, and waits until the device is ready.
    package func connect() throws {
        _ = try program.ask(["connect": .number(JSONNumber(port))])
    }

    /// Waits until `adb devices` would show the device in this state: `device`, `offline`, `unauthorized`.
    package func wait(for state: String) throws {
        _ = try program.ask(["await": .number(JSONNumber(port)), "state": .string(state)])
    }

    /// Runs `adb` with these arguments and waits for its end.
    package func adb(_ words: String...) throws -> AdbAnswer {
        AdbAnswer(try program.ask(["adb": .array(words.map { .string($0) })]))
    }

    /// Runs a command line in the device's shell, with `adb shell`, which joins its arguments with spaces.
    package func shell(_ words: String..., input: String = "") throws -> AdbAnswer {
        AdbAnswer(try program.ask(["adb": .array((["-s", serial, "shell"] + words).map { .string($0) }), "input": .string(input)]))
    }

    /// Starts `adb -s SERIAL` with these arguments.
    package func start(_ words: String...) throws -> AdbRun {
        try AdbRun(program, ["-s", serial] + words)
    }

    // MARK: The device's side

    /// Returns the command lines that Android's programs received, in order. The first word of each is the program.
    package func commands() throws -> [[String]] {
        try program.ask(["commands": .number(JSONNumber(port))])["commands"]?.arrayValue?.map {
            ($0.arrayValue ?? []).compactMap(\.stringValue)
        } ?? []
    }

    /// Returns the services that adb opened, in order, such as `shell,v2,raw:getprop`.
    package func services() throws -> [String] { try texts("services") }

    /// Returns what adb has done that the protocol forbids.
    package func faults() throws -> [String] { try texts("faults") }

    private func texts(_ name: String) throws -> [String] {
        try program.ask([name: .number(JSONNumber(port))])[name]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Adds a line to the log of the device. Each `logcat` that follows the log prints it.
    package func add(_ logLine: String) throws { try add(Array((logLine + "\n").utf8)) }

    /// Adds bytes to the log of the device.
    package func add(_ bytes: [UInt8]) throws {
        _ = try program.ask(["log": .number(JSONNumber(port)), "bytes": .string(Data(bytes).base64EncodedString())])
    }

    /// Waits until this number of `logcat` commands follow the log.
    package func waitForFollowers(_ count: Int) throws {
        _ = try program.ask(["followers": .number(JSONNumber(port)), "count": .number(JSONNumber(count))])
    }

    /// Connects to an address on the device that `adb reverse` forwards to the computer, as an app on the device would. Sends the bytes, and
    /// returns what comes back until the other side closes the connection.
    package func call(_ address: String, _ bytes: [UInt8]) throws -> [UInt8] {
        let answer = try program.ask([
            "call": .number(JSONNumber(port)), "on": .string(address), "bytes": .string(Data(bytes).base64EncodedString()),
        ])
        return Array(Data(base64Encoded: answer["bytes"]?.stringValue ?? "") ?? Data())
    }

    // MARK: Misbehavior

    package enum Misbehavior: Sendable {
        /// Sends bytes that are no packet, to all connections.
        case garbage
        /// Answers nothing any more, neither to open connections nor to new ones.
        case silence
        /// Closes all connections and accepts no new ones.
        case refusal
        /// Does not end the next program of this name.
        case hang(String)
        /// Closes all connections when the next program of this name starts.
        case disconnectAt(String)
        /// Closes the connection after this number of bytes to adb, and so in the middle of a packet.
        case disconnectAfter(bytes: Int)

        var command: (how: String, at: String?, count: Int) {
            switch self {
            case .garbage: ("garbage", nil, 0)
            case .silence: ("silence", nil, 0)
            case .refusal: ("refuse", nil, 0)
            case .hang(let program): ("hang", program, 0)
            case .disconnectAt(let program): ("disconnect", program, 0)
            case .disconnectAfter(let bytes): ("disconnect", nil, bytes)
            }
        }
    }

    package func misbehave(_ misbehavior: Misbehavior) throws {
        let (how, at, count) = misbehavior.command
        try behave(how, at, count)
    }

    /// Ends all misbehavior.
    package func behave() throws { try behave("normal") }

    /// Closes all connections. New ones are accepted.
    package func disconnect() throws { try behave("disconnect") }

    /// Allows the computer to debug the device, as its user does in the dialog on the screen.
    package func authorize() throws { try behave("authorize") }

    private func behave(_ how: String, _ at: String? = nil, _ count: Int = 0) throws {
        _ = try program.ask([
            "misbehave": .number(JSONNumber(port)), "how": .string(how), "at": at.map { .string($0) } ?? .null,
            "count": .number(JSONNumber(count)),
        ])
    }
}
