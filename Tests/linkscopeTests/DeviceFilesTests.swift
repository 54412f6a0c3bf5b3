import AppLinks
import Deciding
import Inspector
import Panes
import Tasks
import TestSupport
import Testing

@testable import linkscope

@Suite("Device files", .waits, .timeLimit(.minutes(30)))
struct DeviceFilesTests {
    @Test("a declared app is in the device file, and in the next session")
    func saves() async throws {
        let home = try Home()
        let terminal = try home.inspector(["myapp://item/42"])
        try await terminal.wait(for: "1 link")
        terminal.type("a\r")
        try await terminal.wait(for: "Saved to ~/.config/linkscope/devices/iphone.json.")
        await terminal.quit()
        let next = try home.inspector(["myapp://item/42"])
        try await next.wait(for: "Myapp in front")
        await next.quit()
    }

    @Test("a file that is no device is told, stays as it is, and the app is not lost")
    func damaged() async throws {
        let home = try Home()
        try home.folder(".config/linkscope/devices")
        let file = try home.file(".config/linkscope/devices/iphone.json", "{\"name\": \"iPhone\"\n")
        let terminal = try home.inspector(["myapp://item/42"])
        try await terminal.wait(for: "linkscope uses its own iPhone")
        try await terminal.wait(for: "item/42")
        terminal.type("a\r")
        try await terminal.wait(for: "Myapp is on the iPhone now, but was not saved")
        await terminal.quit()
        #expect(String(decoding: Home.bytes(of: file), as: UTF8.self) == "{\"name\": \"iPhone\"\n")
    }

    @Test("the file of --device gets the app; what else it has stays")
    @MainActor func given() async throws {
        let home = try Home()
        let path = try home.file(
            "mine.json",
            #"{"name": "Mine", "platform": "ios", "idiom": "phone", "assumesApps": true, "apps": [{"id": "a", "name": "A", "schemes": ["a"]}]}"#
        )
        var files = DeviceFiles(embedded: Library.devices, environment: [:])
        let before = try files.device(path)
        #expect(files.devices.map(\.name).contains("Mine"))
        var after = before
        after.declare(SimulatedDevice.App(id: "b", name: "B", schemes: ["b"]))
        let changes = try #require(AppDeclarations(from: before, to: after))
        let answer = await files.save(changes).settled()
        #expect(answer.value != nil)
        let read = try SimulatedDevice(profile: Home.bytes(of: path))
        #expect(read.apps.map(\.name) == ["A", "B"] && read.assumesApps && read.front == .home)
    }

    @Test("a device without a file is not saved, whatever its name")
    @MainActor func noFile() async throws {
        let files = DeviceFiles(embedded: Library.devices, environment: ["HOME": "/nowhere"])
        let before = SimulatedDevice(name: "../../x", platform: .ios, idiom: .phone)
        var after = before
        after.declare(SimulatedDevice.App(id: "b", name: "B", schemes: ["b"]))
        let changes = try #require(AppDeclarations(from: before, to: after))
        guard case .appsSaved(_, .failed(let reason))? = await files.save(changes).settled().value ?? nil else {
            Issue.record("it was saved")
            return
        }
        #expect(reason == "the device has no file")
    }
}
