import DeviceTools
import Devices
import TestSupport
import Testing

/// The real adb opens links on test devices. What they print is in the form of Android's own programs.
@Suite("Opening links on Android devices", .waits, .timeLimit(.minutes(30)))
struct AndroidTests {
    private static let link = "https://shop.example.com/item/7?a=1&b=it's $HOME"

    private func devices(_ device: TestDevice) -> Devices {
        let paths = ["PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"]
        return Devices(ToolRunner(environment: paths.merging(device.environment) { $1 }))
    }

    private func open(_ device: TestDevice, link: String = link, app: String? = nil, verifiesAgain: Bool = false) async throws
        -> DeviceAnswer
    {
        let link = try CommandLink(Array(link.utf8))
        let devices = devices(device)
        return try await onThread { try devices.open(DeviceRequest(link, on: .adb, app: app, verifiesAgain: verifiesAgain)) }
    }

    private func list(_ device: TestDevice) async throws -> [RealDevice] {
        let devices = devices(device)
        return try await onThread { try devices.list(.adb) }
    }

    /// Returns the apps of the only device that can open the link.
    private func handlers(_ device: TestDevice) async throws -> [String] {
        let devices = devices(device)
        let link = try CommandLink(Array(Self.link.utf8))
        return try await onThread { try devices.handlers(of: link, on: devices.list(.adb)[0]) }
    }

    @Test("the devices of the server are listed with their models and states")
    func listed() async throws {
        let device = try TestDevice(android: 14)
        try device.connect()
        let other = try TestDevice(model: "Locked Phone", isAuthorized: false, beside: device)
        _ = try other.adb("connect", other.serial)
        try other.wait(for: "unauthorized")
        let list = try await list(device)
        #expect(list.map(\.id) == [device.serial, other.serial])
        #expect(list.map(\.isReady) == [true, false])
        #expect(list[0].name == "Pixel 8")
    }

    @Test("an app that opens a link, on old and new versions of Android", arguments: [6, 9, 10, 12, 14, 16])
    func app(_ android: Int) async throws {
        let device = try TestDevice(android: android)
        try device.connect()
        let answer = try await open(device)
        #expect(answer.opening.end == .app(id: "com.example.shop", activity: ".LinkActivity", .started))
        #expect((answer.appLinks == nil) == (android < 12), "older versions do not tell")
    }

    @Test(
        "the link arrives unchanged behind adb and the device's shell",
        arguments: [Self.link, "shop://a'\"\\`$(id);&|<>*?[]{}#!~ é\u{202E}"])
    func quoting(_ link: String) async throws {
        let device = try TestDevice()
        try device.connect()
        _ = try await open(device, link: link)
        let start = try #require(try device.commands().first { $0.starts(with: ["am", "start"]) })
        #expect(start.suffix(2) == ["-d", link])
    }

    @Test("only the chosen app is asked")
    func chosen() async throws {
        let device = try TestDevice()
        try device.connect()
        _ = try await open(device, app: "com.example.shop")
        let start = try #require(try device.commands().first { $0.starts(with: ["am", "start"]) })
        #expect(start.suffix(3) == ["-d", Self.link, "com.example.shop"])
    }

    @Test(
        "what else can become of a link",
        arguments: [
            (.browser, .browser(id: "com.android.chrome")), (.chooser, .chooser),
            (.nothing, .nothing(reason: "no app on the device handles the link")),
            (.front, .app(id: "com.example.shop", activity: ".LinkActivity", .broughtToFront)),
            (.top, .app(id: "com.example.shop", activity: ".LinkActivity", .delivered)),
            (.timeout, .app(id: "com.example.shop", activity: ".LinkActivity", .started)),
            (.notExported, .nothing(reason: "the app does not let other apps start this activity (android:exported=\"false\")")),
        ] as [(TestDevice.Scenario, DeviceOpening.End)], [9, 14]
    )
    func ends(_ end: (TestDevice.Scenario, DeviceOpening.End), _ android: Int) async throws {
        let device = try TestDevice(android: android, scenario: end.0)
        try device.connect()
        #expect(try await open(device).opening.end == end.1)
    }

    @Test("a link that goes to the browser although an app declares its host: the device knows that the host is not verified")
    func unverified() async throws {
        let device = try TestDevice(scenario: .unverified)
        try device.connect()
        let answer = try await open(device, app: "com.example.shop", verifiesAgain: true)
        #expect(answer.domain?.isVerified == false)
        let commands = try device.commands()
        #expect(commands.contains(["pm", "verify-app-links", "--re-verify", "com.example.shop"]))
        #expect(commands.contains(["pm", "get-app-links", "--user", "0", "com.example.shop"]))
    }

    @Test("the apps that can open a link")
    func opening() async throws {
        let device = try TestDevice()
        try device.connect()
        #expect(try await handlers(device).contains("com.example.shop"))
    }

    @Test("if the device asks which app to use, the apps are listed, such as the variants of one app")
    func variants() async throws {
        let device = try TestDevice(scenario: .chooser, variants: ["com.example.shop.debug"])
        try device.connect()
        let answer = try await open(device)
        #expect(answer.opening.end == .chooser)
        let apps = "com.example.shop, com.example.shop.debug"
        #expect(answer.opening.remarks == ["These apps can open the link (choose one with linkscope open --app): \(apps)."])
        #expect(try await handlers(device).contains("com.example.shop.debug"))
        let chosen = try await open(device, app: "com.example.shop.debug")
        #expect(chosen.opening.remarks.isEmpty)
    }

    @Test("a device that disappears in the middle is a trouble, not an answer")
    func disconnected() async throws {
        let device = try TestDevice()
        try device.connect()
        try device.misbehave(.disconnectAt("am"))
        let trouble = await #expect(throws: DeviceTrouble.self) { try await open(device, link: "shop://a") }
        #expect(trouble?.reason == "Pixel 8 (\(device.serial)) did not answer")
    }

    @Test("no device, and a device that does not allow this computer")
    func none() async throws {
        let device = try TestDevice(isAuthorized: false)
        let missing = await #expect(throws: DeviceTrouble.self) { try await open(device) }
        #expect(missing?.reason == "no device is connected")
        _ = try device.adb("connect", device.serial)
        try device.wait(for: "unauthorized")
        let refused = await #expect(throws: DeviceTrouble.self) { try await open(device) }
        #expect(refused?.reason.hasSuffix("has not allowed this computer") == true)
    }
}
