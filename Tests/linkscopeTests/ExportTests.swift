import Foundation
import Records
import Store
import Tasks
import TestSupport
import Testing

@testable import Inspector
@testable import linkscope

@Suite("Writing files from the inspector", .waits, .timeLimit(.minutes(30)))
struct ExportTests {
    /// Returns the objects of JSON lines.
    private func objects(_ lines: String) throws -> [[String: Any]] {
        try lines.split(separator: "\n").compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    private func text(_ file: String) -> String { String(decoding: Home.bytes(of: file), as: UTF8.self) }

    @Test("links, events and a report are written as they were read; an existing file stays")
    func write() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let terminal = try home.inspector([link, "cafe://menu"])
        try await terminal.wait(for: "2 links")
        terminal.type(":write ~/links.ndjson\r")
        try await terminal.wait(for: "Wrote 2 links to ~/links.ndjson")
        let inspected = try objects(try await home.run(["inspect", "--json", link, "cafe://menu"]).output)
        let written = try objects(text(home.path + "/links.ndjson"))
        #expect(written.count == 2 && inspected.count == 2)
        for (written, inspected) in zip(written, inspected) {
            for (key, value) in inspected where key != "events" { #expect(written[key] as? NSObject == value as? NSObject, "\(key)") }
        }
        #expect(written.map { $0["result"] as? String } == ["ok", "ok"] && written.map { $0["number"] as? Int } == [1, 2])
        #expect(written.map { $0["receivedBy"] as? String } == ["Nieuws", "Café"] && written.allSatisfy { $0["time"] is String })
        let names = written.map { ($0["events"] as? [[String: Any]])?.map { $0["name"] as? String } }
        #expect(names == [["al_link_parse", "al_nav_in"], []])

        terminal.type(":write ~/links.ndjson\r")
        try await terminal.wait(for: "links.ndjson exists already. To replace it, type :write! ~/links.ndjson")
        terminal.type(":write! ~/links.json\r")
        try await terminal.wait(for: "Wrote 2 links to ~/links.json")
        let array = try JSONSerialization.jsonObject(with: Data(Home.bytes(of: home.path + "/links.json"))) as? [Any]
        #expect(array?.count == 2)

        terminal.type(":write ~/links.csv\r")
        try await terminal.wait(for: "Wrote 2 links to ~/links.csv")
        let rows = text(home.path + "/links.csv").components(separatedBy: "\r\n")
        #expect(rows.count == 4 && rows[0].hasPrefix("number,time,") && rows[1].contains(",Shop,") && rows[2].contains(",cafe://menu,"))

        terminal.type("e3")
        try await terminal.wait(for: "━ 3 Events")
        terminal.type(":write ~/events.ndjson\r")
        try await terminal.wait(for: "Wrote 2 events to ~/events.ndjson")
        let events = try await home.run(["events"])
        #expect(text(home.path + "/events.ndjson") == events.output)
        terminal.type(":write ~/events.csv\r")
        try await terminal.wait(for: "Wrote 2 events to ~/events.csv")
        let lines = text(home.path + "/events.csv").components(separatedBy: "\r\n")
        #expect(lines[0] == "link,time,event,app,from,to,result,url,undone,arguments")
        #expect(lines[2].hasPrefix("1,2") && lines[2].contains(",al_nav_in,Nieuws,Shop,https://"))
        #expect(lines[2].contains(",news://") && lines[2].hasSuffix(#"""forOpenUrl"":""1""}""#))

        terminal.type("1k")
        try await terminal.wait(for: "━ 1 Links")
        terminal.type(":write ~/report.md\r")
        try await terminal.wait(for: "Wrote the report on link #1 to ~/report.md")
        let report = text(home.path + "/report.md")
        #expect(report.hasPrefix("# Link \\#1: ") && report.contains("- Received: by Nieuws\n") && report.contains("al\\_nav\\_in"))
        #expect(report.contains("- linkscope: ") && report.contains("Its parts:\n") && report.contains("xcrun simctl openurl booted "))
        #expect(report.contains("| Nieuws | `news:` | `com.example.news` | installed |"))

        terminal.type(":write ~/missing/a.csv\r")
        try await terminal.wait(for: "its folder does not exist")
        for name in try FileManager.default.contentsOfDirectory(atPath: home.path) where !name.hasPrefix("out-") {
            #expect(!text(home.path + "/" + name).contains("EAAB") && !name.hasSuffix(".part"))
        }
        await terminal.quit()
    }

    @Test("a pipe or a device is refused with what it is, keys still work, and a signal ends the program")
    func pipes() async throws {
        let home = try Home()
        for name in ["pipe.csv", "pipe.yaml", "pipe.device.json"] { try home.namedPipe(name) }
        try FileManager.default.createSymbolicLink(atPath: home.path + "/null.md", withDestinationPath: "/dev/null")
        let terminal = try home.inspector(["shop://item/7"])
        try await terminal.wait(for: "1 link")
        for (command, what) in [
            ("write! ~/pipe.csv", "a named pipe"), ("write! ~/null.md", "a symbolic link"), ("suite! ~/pipe.yaml", "a named pipe"),
            ("write ~/pipe.csv", "a named pipe"),
        ] {
            terminal.type(":\(command)\r")
            let file = try #require(command.split(separator: " ").last)
            try await terminal.wait(for: "\(file): this is \(what), not a regular file.")
            terminal.type("?")
            try await terminal.wait(for: "Esc close")
            try await terminal.closeOverlay("Esc close")
        }
        terminal.signal(15)
        #expect(await terminal.end() == .exited(128 + 15))
        terminal.expectGivenBack()
    }

    @Test("a disk that does not answer holds neither the caller nor the end of the program")
    @MainActor func stuck() async throws {
        let home = try Home()
        let (disk, timer, records) = (StuckDisk(), ManualTimer(), Records(journal: nil))
        let exporter = Exporter(records, records.reader, writer: disk) { _ in }
        let export = Export(number: 1, path: home.path + "/pages.har", replaces: false, format: .har, content: .pages([]))
        let written = exporter.run(export)
        _ = await disk.isAsked.future.settled()
        // Another part that never ends makes the end no later.
        let end = EffectRunner.end(of: [Promise<Void>.leavingPending().future, exporter.end()], timer: timer)
        #expect(written.outcome == nil && end.outcome == nil)
        timer.advance(by: EffectRunner.patience)
        #expect(end.isCompleted)
        disk.answers.trySet(())
        guard case .export(1, .stopped)? = await written.settled().value ?? nil else {
            Issue.record("the export has not stopped")
            return
        }
        #expect(try !FileManager.default.contentsOfDirectory(atPath: home.path).contains { $0.contains("pages") })
    }

    @Test("links that no app received have no events in the file, and their reason")
    func unreceived() async throws {
        let home = try Home()
        let link = "nobody://1?al_applink_data=%7B%22target_url%22%3A%22nobody%3A%2F%2F1%22%2C%22version%22%3A%221.0%22%7D"
        let script = try home.file("script", "\(link)\nwrite ~/links.csv\nopen\nwrite ~/links.ndjson\nwrite ~/link.md\n")
        // The files are in the home folder of the process.
        let finished = try await home.process(["--plain", "--strict-device"], input: script)
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(text(home.path + "/links.csv").hasSuffix(",no app,nothing on this iPhone claims nobody:\r\n"))
        let written = try #require(try objects(text(home.path + "/links.ndjson")).first)
        #expect(written["result"] as? String == "failed" && written["receivedBy"] is NSNull)
        let events = try #require(written["events"] as? [[String: Any]])
        #expect(events.map { $0["name"] as? String } == ["al_nav_out"])
        let report = text(home.path + "/link.md")
        #expect(report.contains("- Result: failed: no app claims nobody:\n") && report.contains("What to do: Add an app for nobody:"))
        #expect(!report.contains("\nNone.\n"))
    }
}

/// A disk that answers only when the test lets it.
private struct StuckDisk: FileWriting {
    let isAsked = Promise<Void>()
    let answers = Promise<Void>()

    func write(_ bytes: Span<UInt8>, at _: Int64, to _: Int32) -> Int {
        isAsked.trySet(())
        answers.future.wait()
        return bytes.count
    }

    func truncate(_: Int32, to _: Int64) {}
    func synchronize(_: Int32) {}
}
