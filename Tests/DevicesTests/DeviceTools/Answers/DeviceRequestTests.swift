import DeviceTools
import Testing

@Suite("What a tool can be asked for")
struct DeviceRequestTests {
    private func problem(_ tool: DeviceTool, app: String?) throws -> String? {
        DeviceRequest(try CommandLink(Array("shop://a".utf8)), on: tool, app: app).problem?.reason
    }

    @Test("devicectl needs an app, simctl and the desktop cannot choose one")
    func apps() throws {
        #expect(try problem(.devicectl, app: nil) == "needs an app, because iOS does not choose one")
        #expect(try problem(.devicectl, app: "com.example.shop") == nil)
        #expect(try problem(.adb, app: nil) == nil)
        #expect(try problem(.adb, app: "com.example.shop_2") == nil)
        #expect(try problem(.simctl, app: "com.example.shop") == "simctl cannot choose the app")
        #expect(try problem(.desktop, app: "com.example.shop") == "desktop cannot choose the app")
    }

    @Test(
        "a text that am would read as an option, a URL or a component is no app",
        arguments: ["", "-n", "--user", "http://a", "com.a/.Main", "com.a b", "com.a;reboot", "com.a\n", "é"]
    )
    func noApp(_ app: String) throws {
        #expect(try problem(.adb, app: app) == "\"\(app)\" is not the ID of an app, such as com.example.shop")
    }
}
