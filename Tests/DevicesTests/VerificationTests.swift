import DeviceTools
import Devices
import Synchronization
import TestSupport
import Testing

/// The real adb asks test devices what they have verified. What they print is in the form of Android's own programs.
@Suite("What Android devices know about the links of a host", .waits, .timeLimit(.minutes(30)))
struct VerificationTests {
    private static let host = "shop.example.com"

    private func verify(
        _ device: TestDevice, host: String = host, app: String? = nil, again: Bool = false,
        pause: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> DeviceVerification {
        let paths = ["PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"]
        let devices = Devices(ToolRunner(environment: paths.merging(device.environment) { $1 }))
        return try await onThread { try devices.verify(VerificationRequest(host, app: app, verifiesAgain: again), pause: pause) }
    }

    private func apps(_ answer: DeviceVerification) -> [AndroidApp] {
        if case .apps(let apps) = answer.knowledge { apps } else { [] }
    }

    @Test("each app that declares the host, with its state and certificate", arguments: [12, 14, 16])
    func all(_ android: Int) async throws {
        let device = try TestDevice(android: android, variants: ["com.example.shop.debug"])
        try device.connect()
        let answer = try await verify(device)
        #expect(answer.device.system == "Android \(android)")
        #expect(apps(answer).map(\.package) == ["com.example.shop", "com.example.shop.debug"])
        #expect(apps(answer).map { $0.states.domain(for: Self.host)?.state } == ["verified", "1024"])
        #expect(apps(answer).allSatisfy { $0.states.signatures == [TestDevice.signature] && $0.isVerifiedAgain == nil })
        #expect(apps(try await verify(device, host: "other.example")).isEmpty)
    }

    @Test("only the app of the question, which may be a variant")
    func one() async throws {
        let device = try TestDevice(variants: ["com.example.shop.debug"])
        try device.connect()
        let answer = try await verify(device, app: "com.example.shop.debug")
        #expect(apps(answer).map(\.package) == ["com.example.shop.debug"])
        #expect(try await verify(device, app: "com.example.none").knowledge == .notInstalled("com.example.none"))
        #expect(try device.commands().contains(["pm", "get-app-links", "--user", "0", "com.example.shop.debug"]))
    }

    @Test("before Android 12, a device does not tell", arguments: [6, 9, 11])
    func old(_ android: Int) async throws {
        let device = try TestDevice(android: android)
        try device.connect()
        let answer = try await verify(device)
        #expect(answer.knowledge == .tooOld && answer.device.system == "Android \(android)")
    }

    @Test("a host is verified again: linkscope waits until the device has finished", arguments: ["verified", "1024"])
    func again(_ outcome: String) async throws {
        let device = try TestDevice(scenario: .unverified, verifies: outcome)
        try device.connect()
        let pauses = Mutex(0)
        let answer = try await verify(device, again: true) { _ in pauses.withLock { $0 += 1 } }
        let app = try #require(apps(answer).first)
        #expect(app.isVerifiedAgain == true && app.states.domain(for: Self.host)?.state == outcome)
        #expect(pauses.withLock { $0 } == 1)
        #expect(try device.commands().contains(["pm", "verify-app-links", "--re-verify", "com.example.shop"]))
    }

    @Test("a device that does not finish is asked a limited number of times")
    func endless() async throws {
        let device = try TestDevice(scenario: .unverified, verifies: "none")
        try device.connect()
        let pauses = Mutex<[Int]>([])
        let answer = try await verify(device, again: true) { number in pauses.withLock { $0.append(number) } }
        #expect(apps(answer).map(\.isVerifiedAgain) == [false])
        #expect(pauses.withLock { $0 } == Array(0..<30))
    }

    @Test("a device that disappears in the middle is a trouble, not an answer")
    func disconnected() async throws {
        let device = try TestDevice()
        try device.connect()
        try device.misbehave(.disconnectAt("pm"))
        await #expect(throws: DeviceTrouble.self) { try await verify(device) }
    }
}
