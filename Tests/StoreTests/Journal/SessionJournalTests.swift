import Foundation
import LinkLayers
import Records
import Store
import TestSupport
import Testing

@Suite("A session's journal", .waits, .timeLimit(.minutes(30)))
struct SessionJournalTests {
    let folder = TemporaryFolder()
    var sessions: String { folder.file("state/linkscope/sessions") }

    private func reopened(_ told: Told) throws -> (Records, ReopenedSession) {
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: told)
        return (records, try records.reopen())
    }

    @Test func `is its user's alone`() throws {
        let journal = try SessionJournal.create(in: sessions)
        #expect(TemporaryFolder.permissions(sessions) == 0o700)
        #expect(TemporaryFolder.permissions(journal.path) == 0o600)
    }

    @Test func `has time, source and the bytes exactly as they came`() throws {
        let records = Records(try SessionJournal.create(in: sessions), told: Told())
        let path = try #require(records.journalPath)
        #expect(records.accept(records: [Array("shop://a\r\n\nfoo\0".utf8) + [0xFF, 0x0A]], from: .paste) == .kept(count: 2))
        records.note(act: Array(#"{"opened":0}"#.utf8))
        let time = "2025-11-21T01:00:07.123Z"
        let expected = Array("\(time) paste shop://a\n\(time) paste foo\0".utf8) + [0xFF] + Array("\n\(time) act {\"opened\":0}\n".utf8)
        #expect(TemporaryFolder.read(path) == expected)
    }

    @Test func `begins with its act when the first record is written, and not before`() throws {
        let begin = Array(#"{"act":"begin"}"#.utf8)
        let empty = Records(try SessionJournal.create(in: sessions, beginningWith: begin, now: 1_763_686_807_000), told: Told())
        let place = try #require(empty.journalPath)
        empty.close()
        #expect(!FileManager.default.fileExists(atPath: place), "a session without records leaves no journal")
        let records = Records(try SessionJournal.create(in: sessions, beginningWith: begin, now: 1_763_686_807_000), told: Told())
        let path = try #require(records.journalPath)
        records.accept(records: [Array("shop://a\nshop://b".utf8)], from: .paste)
        records.accept(records: [Array("shop://c".utf8)], from: .paste)
        let time = "2025-11-21T01:00:07"
        let lines = ["000Z act {\"act\":\"begin\"}", "123Z paste shop://a", "123Z paste shop://b", "123Z paste shop://c"]
        #expect(TemporaryFolder.read(path) == Array(lines.map { "\(time).\($0)\n" }.joined().utf8))
        #expect(try records.text(2) == "shop://c", "records are read at their places after the act")
    }

    @Test func `reopened with one more act, reports it last and keeps it`() async throws {
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: Told())
            records.accept(records: [Array("shop://a".utf8)], from: .paste)
            records.note(act: Array(#"{"n":1}"#.utf8))
            records.close()
        }
        let told = Told()
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: told)
        _ = try records.reopen(then: Array(#"{"n":2}"#.utf8))
        let events = await told.until { $0.acts.count == 2 }
        #expect(events.acts == [#"{"n":1}"#, #"{"n":2}"#])
        records.close()
        let (_, again) = try reopened(Told())
        #expect(again.acts == 2)
    }

    @Test func `reopened, has every record under its number, and the acts between`() async throws {
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: Told())
            records.accept(records: [Array("shop://a\n{\"event\":1}\r\r\n".utf8)], from: .paste)
            records.note(act: Array(#"{"opened":0}"#.utf8))
            records.accept(records: [[0, 0xFF, 0x80]], from: .typed)
            records.close()
        }
        let told = Told()
        let (records, session) = try reopened(told)
        #expect((session.records, session.acts, session.damaged) == (3, 1, 0))
        let events = await told.until { $0.recordCount == 3 }
        #expect(events.kinds == [.link, .event, .link] && events.isInOrder)
        #expect(events.acts == [#"{"opened":0}"#])
        #expect(try records.record(RecordID(index: 1)).bytes == Array("{\"event\":1}\r".utf8))
        let last = try records.record(RecordID(index: 2))
        #expect(last.bytes == [0, 0xFF, 0x80] && last.source == .typed && last.arrivedAt == 1_763_686_807_123)
        records.accept(records: [Array("shop://more".utf8)], from: .typed)
        #expect(try records.text(3) == "shop://more")
    }

    @Test(arguments: ["2025-11-21T01:00:07.123Z paste shop://to", "2025", "\0\0\0"])
    func `a last line that a crash tore is cut off`(torn: String) throws {
        let whole = "2025-11-21T01:00:07.123Z paste shop://whole\n"
        _ = try SessionJournal.create(in: sessions)
        folder.write(whole + torn, to: "state/linkscope/sessions/a.journal")
        let (records, session) = try reopened(Told())
        #expect(session.records == 1)
        #expect(try records.text(0) == "shop://whole")
        #expect(TemporaryFolder.read(try #require(records.journalPath)) == Array(whole.utf8))
    }

    @Test func `lines that say nothing are passed over and counted`() throws {
        _ = try SessionJournal.create(in: sessions)
        let lines = [
            "2025-11-21T01:00:07.123Z paste a", "garbage", "", "2025-11-21T01:00:07.123Z future b", "2025-13-21T01:00:07.123Z paste c",
            "2025-11-21T01:00:07.123Z file {\"path\":\"/x\"}", "2025-11-21T01:00:07.123Z paste+cut d",
        ]
        folder.write(lines.joined(separator: "\n") + "\n", to: "state/linkscope/sessions/a.journal")
        let (records, session) = try reopened(Told())
        #expect((session.records, session.damaged) == (2, 5))
        #expect(try records.text(1) == "d" && records.record(RecordID(index: 1)).isCut)
    }

    @Test func `of a living inspector is not taken over`() throws {
        let living = Records(try SessionJournal.create(in: sessions), told: Told())
        living.accept(records: [Array("shop://living".utf8)], from: .paste)
        #expect(throws: JournalError.noSession(folder: sessions)) { try SessionJournal.continueNewest(in: sessions) }
        living.close()
        #expect(throws: Never.self) { try SessionJournal.continueNewest(in: sessions) }
    }

    @Test func `with nothing in it leaves no file behind`() throws {
        let records = Records(try SessionJournal.create(in: sessions), told: Told())
        records.close()
        #expect(TemporaryFolder.names(in: sessions).isEmpty)
    }

    @Test func `no session yet is said`() {
        #expect(throws: JournalError.noSession(folder: sessions)) { try SessionJournal.continueNewest(in: sessions) }
    }

    @Test func `a folder that others may enter is refused`() throws {
        let open = folder.file("open")
        folder.makeFolder("open", mode: 0o755)
        let error = #expect(throws: JournalError.self) { try SessionJournal.create(in: open) }
        #expect(error?.description.contains("chmod 700") == true)
    }

    @Test func `a folder behind a symbolic link is refused`() throws {
        folder.makeFolder("real", mode: 0o700)
        folder.link("real", as: "linked")
        #expect(throws: JournalError.self) { try SessionJournal.create(in: folder.file("linked")) }
    }
}
