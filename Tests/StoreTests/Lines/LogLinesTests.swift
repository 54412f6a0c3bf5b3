import LinkLayers
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Lines of device logs", .waits, .timeLimit(.minutes(30)))
struct LogLinesTests {
    let folder = TemporaryFolder()
    let told = Told()

    private static let start =
        "05-01 10:15:32.123  1510  3364 I ActivityTaskManager: START u0 {act=android.intent.action.VIEW dat=shop://a "
        + "cmp=com.example/.Main} with LAUNCH_SINGLE_TOP from uid 10088 (com.news) (BAL_ALLOW) result code=3"
    private static let noise = "05-01 10:15:31.001  1510  1533 D WindowManager: Orientation: 0"
    private static let log = ["--------- beginning of main", noise, start, "shop://b", noise, #"I/Shop( 1): {"event":"al_x"}"#]

    private static let records = [
        #"{"url":"shop://a","source_application":"com.news","ts":"05-01 10:15:32.123","log":"\#(start)"}"#,
        #"{"event":"device_start","ts":"05-01 10:15:32.123","url":"shop://a","activity":"com.example/.Main","#
            + #""action":"android.intent.action.VIEW","source_application":"com.news","result":"delivered to top (3)","log":"\#(start)"}"#,
        "shop://b",
        #"{"event":"al_x","log":"I/Shop( 1): {\"event\":\"al_x\"}"}"#,
    ]

    private func group(of lines: [String]) -> LineGroup {
        var group = LineGroup(from: .send)
        for line in lines { group.add(Array(line.utf8)[...], isCut: false) }
        return group
    }

    private func texts(_ group: LineGroup) -> [String] {
        group.places.map { String(decoding: group.bytes[Int($0.offset)..<Int($0.offset) + $0.length], as: UTF8.self) }
    }

    @Test func `a group has what the lines tell, and counts the lines that tell nothing`() {
        let group = group(of: Self.log)
        #expect(texts(group) == Self.records)
        #expect(group.facts.kinds == [.link, .event, .link, .event])
        #expect(group.linesLeftOut == 3)
        let link = group.readRecords(from: RecordID(index: 0), arrivedAt: 0).first?.link
        #expect(link.map { String(decoding: $0.bytes, as: UTF8.self) } == "shop://a")
    }

    @Test func `lines that tell nothing are counted even if no other line is there`() {
        #expect(group(of: [Self.noise, Self.noise]).linesLeftOut == 2)
    }

    @Test func `of a pipe become records`() async throws {
        let records = Records(nil, told: told)
        let path = folder.write(Self.log.joined(separator: "\n"), to: "log")
        try StreamSource(path: path, records: records).start()
        await told.until { $0.states.last == .ended }
        #expect(try (0..<records.count).map(records.text) == Self.records)
    }

    @Test func `of a file are read in place, and give the same records each time`() async throws {
        let path = folder.write(Self.log.joined(separator: "\n"), to: "log")
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
        try FileSource(path: path, records: records, follow: false).start()
        let events = await told.until { $0.states.last == .ended }
        #expect(events.kinds == [.link, .event, .link, .event] && events.batches.flatMap(\.facts.links).count == 2)
        #expect(try (0..<records.count).map(records.text) == Self.records)
        var rows: [String] = []
        records.forEachRecord((0..<4).map { RecordID(index: $0) }) { _, bytes, isCut in
            var row: [UInt8] = []
            if let bytes { for index in bytes.indices { row.append(bytes[index]) } }
            rows.append(String(decoding: row, as: UTF8.self))
            #expect(!isCut)
        }
        #expect(rows == Self.records)
        records.close()
        let again = Records(try SessionJournal.continueNewest(in: folder.file("s")), told: Told())
        #expect(try again.reopen().lost == 0)
        #expect(try (0..<again.count).map(again.text) == Self.records)
    }

    @Test func `a batch of a file may end with a line that tells several things`() async throws {
        let lines = (1..<RecordLimits.together).map { "shop://\($0)" } + [Self.start, "shop://last"]
        let path = folder.write(lines.joined(separator: "\n"), to: "log")
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
        try FileSource(path: path, records: records, follow: false).start()
        #expect(await told.until { $0.states.last == .ended }.recordCount == RecordLimits.together + 2)
        records.close()
        let again = Records(try SessionJournal.continueNewest(in: folder.file("s")), told: Told())
        let session = try again.reopen()
        #expect(session.damaged == 0 && session.lost == 0)
        #expect(try again.text(RecordLimits.together) == Self.records[1] && again.text(RecordLimits.together + 1) == "shop://last")
    }
}
