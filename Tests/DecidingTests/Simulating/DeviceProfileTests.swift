import AppLinks
import Deciding
import Testing

@Suite struct DeviceProfileTests {
    @Test func readsAllOfIt() throws {
        let device = try SimulatedDevice(
            profile: """
                {"name": "Pixel", "platform": "android", "idiom": "other", "front": null,
                 "apps": [{"id": "a.b", "name": "写真", "schemes": ["photobox"]}, {"id": "c", "name": "C", "schemes": [], "installed": false}]}
                """)
        #expect(device.name == "Pixel")
        #expect(device.platform == .android)
        #expect(device.idiom == .other)
        #expect(device.browserName == "Browser")
        #expect(device.front == .home)
        #expect(device.apps.map(\.id) == ["a.b", "c"])
        #expect(device.apps.map(\.isInstalled) == [true, false])
        #expect(device.apps[0].returnURL == nil)
        #expect(device.bannerTranslations == [:])
    }

    @Test(arguments: ["a.b", "PHOTOBOX", "写真"])
    func theFrontIsNamedByIDSchemeOrName(_ front: String) throws {
        let device = try SimulatedDevice(
            profile: """
                {"name": "x", "platform": "ios", "idiom": "pad", "front": "\(front)",
                 "apps": [{"id": "a.b", "name": "写真", "schemes": ["photobox"]}]}
                """)
        #expect(device.front == .app("a.b"))
    }

    /// `@` marks the place that the error must report. It is not part of the profile.
    @Test(arguments: [
        ("@", "", "unexpected end"),
        ("{@", "", "JSON"),
        ("@[]", "", "expected an object, found array"),
        ("{\"name\":\"x\",@\"nmae\":1}", "", "unknown key \"nmae\""),
        ("@{}", "", "\"name\" is missing"),
        ("{\"name\":@7}", "name", "expected a string, found number"),
        ("{\"name\":@\"\"}", "name", "must not be empty"),
        ("{\"name\":\"x\",\n\"platform\":@\"palm\"}", "platform", "ios, android"),
        ("{\"name\":\"x\",\"platform\":\"ios\",\"idiom\":@\"Pad\"}", "idiom", "phone, pad, other"),
        ("@{\"name\":\"x\",\"platform\":\"ios\",\"idiom\":\"pad\"}", "", "\"apps\" is missing"),
        (whole("@{}"), "apps", "an array"),
        (whole("[@7]"), "apps[0]", "an object"),
        (whole("[@{}]"), "apps[0]", "\"schemes\" is missing"),
        (whole("[{\"schemes\":@\"shop\"}]"), "apps[0].schemes", "array of schemes"),
        (whole("[{\"schemes\":[\"a\",@7]}]"), "apps[0].schemes[1]", "a scheme"),
        (whole("[{\"schemes\":[@\"shop:\"]}]"), "apps[0].schemes[0]", "is not a scheme"),
        (whole("[{\"schemes\":[@\"\"]}]"), "apps[0].schemes[0]", "is not a scheme"),
        (whole("[{\"schemes\":[@\"1a\"]}]"), "apps[0].schemes[0]", "is not a scheme"),
        (whole("[{\"schemes\":[@\"HTTP\"]}]"), "apps[0].schemes[0]", "browser"),
        (whole("[{\"schemes\":[],\"installed\":@1}]"), "apps[0].installed", "true or false"),
        (whole("[{\"schemes\":[],\"returnURL\":@\"http://a:b\"}]"), "apps[0].returnURL", "not an absolute URL"),
        (whole("[{\"schemes\":[],\"returnURL\":@\"/x\"}]"), "apps[0].returnURL", "not an absolute URL"),
        (whole("[{\"id\":\"a\",\"name\":\"A\",\"schemes\":[]},{\"id\":@\"a\",\"name\":\"B\",\"schemes\":[]}]"), "apps[1].id", "already"),
        ("{\"name\":\"x\",\"platform\":\"ios\",\"idiom\":\"pad\",\"bannerText\":@7}", "bannerText", "expected a string"),
        ("{\"name\":\"x\",\"platform\":\"ios\",\"idiom\":\"pad\",\"bannerText\":@\"\"}", "bannerText", "must not be empty"),
        ("{\"name\":\"x\",@\"bannertext\":\"%@\"}", "", "known keys: name, platform, idiom, browser, bannerText"),
        (whole("[],\"front\":@\"a\""), "front", "is called \"a\""),
        (whole("[{\"id\":\"a\",\"name\":\"A\",\"schemes\":[],\"installed\":false}],\"front\":@\"a\""), "front", "not installed"),
    ])
    func saysWhatIsWrongAndWhere(_ marked: String, path: String, message: String) {
        let offset = Array(marked.utf8).firstIndex(of: UInt8(ascii: "@")) ?? 0
        let error = #expect(throws: DeviceProfileError.self) {
            try SimulatedDevice(profile: marked.replacing("@", with: ""))
        }
        #expect(error?.problem.path == path)
        #expect(error?.problem.offset == offset)
        #expect(error?.problem.message.contains(message) == true, "\(error?.problem.message ?? "")")
        #expect(error?.line == (marked.contains("\n") ? 2 : 1))
    }

    @Test func placesAreForPeople() {
        let error = #expect(throws: DeviceProfileError.self) { try SimulatedDevice(profile: "{\n  \"name\": 7}") }
        #expect(error?.description == "line 2, column 11 (byte 13): name: expected a string, found number")
    }

    @Test("an app alone is read, and must be valid JSON")
    func app() throws {
        let app = #"{"id": "a", "name": "A", "schemes": ["shop"]}"#
        #expect(try SimulatedDevice.App(profile: app).schemes == ["shop"])
        let error = #expect(throws: DeviceProfileError.self) { try SimulatedDevice.App(profile: app + " x") }
        #expect(error?.problem.message.contains("not valid JSON") == true && error?.problem.offset == app.utf8.count + 1)
    }

    private static func whole(_ apps: String) -> String {
        "{\"name\":\"x\",\"platform\":\"ios\",\"idiom\":\"pad\",\"apps\":" + apps + "}"
    }
}
