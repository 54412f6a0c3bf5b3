import DeviceTools
import Testing

// The outputs are in the form that simctl and devicectl print, written from memory: nobody has recorded them on a Mac.
@Suite("What simctl and devicectl print")
struct AppleToolTests {
    // MARK: simctl

    @Test("simulators of iOS that can be used, the running ones first")
    func simulators() throws {
        let devices = try SimulatorList.devices(
            .printing(
                """
                {"devices" : {
                  "com.apple.CoreSimulator.SimRuntime.iOS-17-5" : [
                    {"udid" : "A", "isAvailable" : true, "state" : "Shutdown", "name" : "iPhone 15"},
                    {"udid" : "B", "isAvailable" : false, "state" : "Shutdown", "name" : "old", "availabilityError" : "runtime profile not found"}
                  ],
                  "com.apple.CoreSimulator.SimRuntime.iOS-18-1" : [{"udid" : "C", "isAvailable" : true, "state" : "Booted", "name" : "iPad"}],
                  "com.apple.CoreSimulator.SimRuntime.watchOS-11-1" : [{"udid" : "D", "isAvailable" : true, "state" : "Booted", "name" : "Watch"}]
                }}
                """))
        #expect(devices.map(\.id) == ["C", "A"])
        #expect(devices.map(\.words) == ["iPad (C, iOS 18.1)", "iPhone 15 (A, iOS 17.5)"])
        #expect(devices[1].state == .notReady(reason: "is not running", advice: "Start it with: xcrun simctl boot A"))
    }

    @Test("output that is no list is a trouble", arguments: ["", "{}", "[]", "{\"devices\":3}", "xcrun: error"])
    func noList(_ output: String) {
        #expect(throws: DeviceTrouble.self) { try SimulatorList.devices(.printing(output)) }
        #expect(throws: DeviceTrouble.self) { try AppleDeviceList.devices(.printing(output)) }
    }

    @Test("simctl says nothing about the app that opened a link, but it says that none did")
    func openurl() throws {
        #expect(try SimctlAnswer.opening(.printing(""), isMac: true).end == .unreported)
        let refused = """
            An error was encountered processing the command (domain=NSOSStatusErrorDomain, code=-10814):
            Simulator device failed to open shop://item/7.
            """
        #expect(
            try SimctlAnswer.opening(.printing("", errors: refused, code: 194), isMac: true).end
                == .nothing(reason: "no app on the simulator handles the link"))
    }

    @Test(
        "what keeps simctl from opening a link",
        arguments: [
            ("No devices are booted.", "no simulator is running"),

            ("Unable to lookup in current state: Shutdown", "no simulator is running"),
            ("Invalid device: X", "simctl does not know this simulator"),
            ("xcrun: error: unable to find utility \"simctl\", not a developer tool or in PATH", "simctl is not installed"),
            ("something else", "tool says: something else"),
        ]
    )
    func trouble(_ message: String, _ reason: String) {
        let error = #expect(throws: DeviceTrouble.self) { try SimctlAnswer.opening(.printing("", errors: message, code: 72), isMac: true) }
        #expect(error?.reason == reason)
    }

    // MARK: devicectl

    @Test("iPhones and iPads, the connected ones first")
    func devices() throws {
        let devices = try AppleDeviceList.devices(
            .printing(
                """
                {"info":{"outcome":"success"},"result":{"devices":[
                  {"identifier":"1","connectionProperties":{"pairingState":"paired","tunnelState":"unavailable"},
                   "deviceProperties":{"name":"Old iPad","osVersionNumber":"17.1"},"hardwareProperties":{"platform":"iOS","marketingName":"iPad Air"}},
                  {"identifier":"2","connectionProperties":{"pairingState":"paired","tunnelState":"disconnected"},
                   "deviceProperties":{"name":"Ann's iPhone","osVersionNumber":"18.1"},"hardwareProperties":{"platform":"iOS"}},
                  {"identifier":"3","connectionProperties":{"pairingState":"unpaired"},"hardwareProperties":{"platform":"iOS","marketingName":"iPhone"}},
                  {"identifier":"4","hardwareProperties":{"platform":"watchOS"}}
                ]}}
                """))
        #expect(devices.map(\.words) == ["Ann's iPhone (2, iOS 18.1)", "Old iPad (1, iOS 17.1)", "iPhone (3)"])
        #expect(devices.map(\.isReady) == [true, false, false])
    }

    @Test("the options of linkscope come before the app, which would get them otherwise")
    func command() throws {
        let link = try CommandLink(Array("shop://item/7".utf8))
        #expect(
            DevicectlAnswer.command(link, device: "2", bundleID: "com.example.shop").arguments == [
                "xcrun", "devicectl", "device", "process", "launch", "--device", "2", "--payload-url", "shop://item/7", "--quiet",
                "--json-output", "/dev/stdout", "com.example.shop",
            ])
    }

    private func opening(_ output: String, code: Int32 = 0) throws(DeviceTrouble) -> DeviceOpening {
        try DevicectlAnswer.opening(.printing(output, code: code), bundleID: "com.example.shop", isMac: true)
    }

    @Test("an app that was launched, also if lines for people surround the JSON")
    func launched() throws {
        let json = "{\"info\":{\"outcome\":\"success\"},\"result\":{\"process\":{\"processIdentifier\":4711}}}"
        let expected = DeviceOpening(.app(id: "com.example.shop", activity: nil, .started), remarks: ["The app runs as process 4711."])
        #expect(try opening(json) == expected)
        #expect(try opening("Launched application.\n\(json)\n") == expected)
    }

    @Test("the innermost message of an error is told")
    func failed() throws {
        let missing = """
            {"info":{"outcome":"failed"},"error":{"code":10002,"domain":"com.apple.dt.CoreDeviceError","userInfo":{
              "NSLocalizedDescription":{"string":"The application failed to launch."},
              "NSUnderlyingError":{"error":{"userInfo":{"NSLocalizedFailureReason":{"string":"The requested application com.example.shop is not installed."}}}}}}}
            """
        #expect(try opening(missing, code: 1).end == .nothing(reason: "com.example.shop is not installed on the device"))
        let message = "The requested application com.example.shop is not installed."
        let locked = missing.replacing(message, with: "the device was not, or could not be, unlocked.")
        #expect(throws: DeviceTrouble("the device is locked", advice: "Unlock the device, and open the link again.")) {
            try opening(locked, code: 1)
        }
        let other = missing.replacing(message, with: "The tunnel is down.")
        #expect(throws: DeviceTrouble("devicectl says: The tunnel is down.")) { try opening(other, code: 1) }
        #expect(throws: DeviceTrouble("tool says: no JSON here")) { try opening("no JSON here", code: 1) }
    }
}
