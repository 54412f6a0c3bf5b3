import Foundation
import TestSupport
import Testing

@Suite("Recording a suite in the inspector", .waits, .timeLimit(.minutes(30)))
struct RecordingTests {
    private func text(_ file: String) -> String { String(decoding: Home.bytes(of: file), as: UTF8.self) }

    @Test("a session is recorded, passes at once, and fails with a reason when an app claims something else")
    func record() async throws {
        let home = try Home()
        // All samples: web links, links that no app claims, referers, broken data, hidden characters and a token.
        let links = try samples().map(\.link)
        let terminal = try home.inspector(links + ["mystery://x?access_token=abcdefgh12345678"])
        try await terminal.wait(for: "\(links.count + 1) links")
        terminal.type("T")
        try await terminal.wait(for: "Save as a suite")
        terminal.type("\u{1B}[B\u{15}~/session\r")
        try await terminal.wait(for: "in ~/session.yaml")
        let suite = home.path + "/session.yaml"
        #expect(!text(suite).contains("EAAB") && !text(suite).contains("abcdefgh12345678"))
        #expect(text(suite).contains("access_token={{secret"))
        let passed = try await home.run(["test", suite])
        #expect(passed.end == .exited(0) && passed.output.contains(" passed, 0 failed"), "\(passed)")

        // A device that has changed becomes a file beside the suite. An existing suite stays.
        terminal.type(":remove Café\r")
        terminal.type(":suite ~/session.yaml session\r")
        try await terminal.wait(for: "session.yaml exists already. To replace it, type :suite! ~/session.yaml")
        terminal.type(":suite! ~/session.yaml session\r")
        try await terminal.wait(for: "with the device in session.device.json")
        let device = home.path + "/session.device.json"
        let again = try await home.run(["test", suite])
        #expect(again.end == .exited(0), "\(again)")
        let changed = text(device).replacing(#""schemes":["news"]"#, with: #""schemes":["gazette"]"#)
        #expect(changed != text(device))
        try home.file("session.device.json", changed)
        let failed = try await home.run(["test", suite])
        #expect(failed.end == .exited(1) && failed.output.contains("expected    Nieuws\n"), "\(failed)")
        #expect(failed.output.contains("no app of the device claims news:") && failed.output.contains("decided by  session.device.json"))

        terminal.type(":suite ~/none/a.yaml\r")
        try await terminal.wait(for: "~/none/a.yaml: its folder does not exist")
        await terminal.quit()
    }

    @Test("in a project's folder, the suite names the project, so that it fails when a route changes")
    func project() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/trips/app/trip", withIntermediateDirectories: true)
        try home.file(
            "trips/app.json",
            #"{"expo": {"name": "Trips", "slug": "t", "scheme": "trips", "ios": {"bundleIdentifier": "com.example.trips"}}}"#)
        try home.file("trips/package.json", #"{"dependencies": {"expo": "1", "expo-router": "1"}}"#)
        let route = try home.file("trips/app/trip/[id].tsx", "export default function Page() {}\n")
        let terminal = try home.inspector(["--project", home.path + "/trips", "trips://trip/7"])
        try await terminal.wait(for: "1 link")
        terminal.type(":suite ~/trips/links.yaml\r")
        try await terminal.wait(for: "in ~/trips/links.yaml")
        await terminal.quit()
        let suite = home.path + "/trips/links.yaml"
        #expect(
            text(suite).contains("device: iPhone\nproject: \".\"\n") && text(suite).contains("route: \"/trip/:id\"\n"), "\(text(suite))")
        #expect(try await home.run(["test", suite]).end == .exited(0))
        try FileManager.default.moveItem(atPath: route, toPath: home.path + "/trips/app/trip.tsx")
        let changed = try await home.run(["test", suite])
        #expect(changed.end == .exited(1) && changed.output.contains("/trip/:id"), "\(changed)")
    }
}
