import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The history, made from the journals")
final class HistoryTests: Sendable {
    let home = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)").path
    var sessions: String { home + "/sessions" }

    init() throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Writes a session with these lines of text and returns it, so that more can be added.
    private func session(_ links: [String], name: String? = nil) throws -> Records {
        let records = Records(journal: try SessionJournal.create(in: sessions))
        records.accept(records: links.map { Array($0.utf8) }, from: .paste)
        if let name { try records.rename(to: name) }
        return records
    }

    private func history() throws -> History { try History(state: home) }

    private func builtAgain() throws -> History { try #require(try History.rebuilt(state: home, from: sessions)).history }

    /// Makes a history of a session, closes it, and returns the bytes of the database.
    private func database(_ links: [String]) throws -> [UInt8] {
        try session(links).close()
        let history = try history()
        _ = try history.update(from: sessions)
        try history.close()
        return Array(try Data(contentsOf: URL(filePath: history.path)))
    }

    private func found(_ history: History, _ words: String) throws -> [String] {
        var query = HistoryQuery()
        query.words = words
        return try history.search(query).map(\.text)
    }

    @Test("links and events of all sessions are found by the words in them, with the newest first")
    func finds() throws {
        let first = try session(["shop://item/7?color=red", #"{"event":"al_nav_in","url":"shop://item/7"}"#])
        let second = try session(["https://shop.example/sale?c=summer"], name: "checkout")
        let history = try history()
        #expect(try history.update(from: sessions).entries == 3)
        #expect(try found(history, "item") == [#"{"event":"al_nav_in","url":"shop://item/7"}"#, "shop://item/7?color=red"])
        #expect(try found(history, "summ SALE") == ["https://shop.example/sale?c=summer"])
        #expect(try found(history, "red summer").isEmpty)
        #expect(try found(history, "").count == 3)
        var query = HistoryQuery()
        query.session = "checkout"
        #expect(try history.search(query).map(\.sessionName) == ["checkout"])
        first.close()
        second.close()
    }

    @Test("what a link has inside is found, however it is encoded")
    func decodes() throws {
        let data = #"al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fnews.example%2Farticle%22%7D"#
        let records = try session(["news://x?\(data)", "https://l.example/?u=https%253A%252F%252Finner.example%252Ftwice"])
        let history = try history()
        _ = try history.update(from: sessions)
        #expect(try found(history, "article").count == 1)
        #expect(try found(history, "inner.example/twice").count == 1)
        records.close()
    }

    @Test("lookups and openings of the user are found, with their secrets masked")
    func acts() throws {
        let records = try session(["https://shop.example/a"])
        let lookup = #"""
            {"act":"lookup","record":0,"kind":"page","url":"https://shop.example/a?access_token=EAAB-not-a-real-token-0123456789","result":"the page names no app","details":["the link led to https://shop.example/login"]}
            """#
        records.note(act: Array(lookup.utf8), at: 1)
        records.note(act: Array(#"{"act":"mark","record":0,"on":true}"#.utf8), at: 2)
        let history = try history()
        #expect(try history.update(from: sessions).entries == 2)
        let entry = try #require(try history.search(HistoryQuery()).first)
        #expect(entry.kind == .lookup && entry.record == 0 && entry.isMasked && !entry.text.contains("EAAB"))
        #expect(try found(history, "login").count == 1)
        records.close()
    }

    @Test("a masked secret of a lookup does not take the words after it along")
    func secretBeforeWords() throws {
        let records = try session(["shop://a"])
        let lookup = #"""
            {"act":"lookup","record":0,"kind":"page","url":"shop://a?token=abc","result":"to shop://b?token=def","details":["by phone"]}
            """#
        records.note(act: Array(lookup.utf8), at: 1)
        let history = try history()
        _ = try history.update(from: sessions)
        let entry = try #require(try history.search(HistoryQuery()).first)
        #expect(entry.text == "page of shop://a?token=••••••••: to shop://b?token=••••••••; by phone" && entry.isMasked)
        records.close()
    }

    @Test("a second update adds only what is new, and a renamed session is the same one")
    func continues() throws {
        let records = try session(["a://1"])
        let history = try history()
        #expect(try history.update(from: sessions).entries == 1)
        #expect(try history.update(from: sessions).entries == 0)
        records.accept(records: [Array("a://2".utf8)], from: .paste)
        try records.rename(to: "later")
        #expect(try history.update(from: sessions).entries == 1)
        let all = try history.search(HistoryQuery())
        #expect(all.map(\.record) == [1, 0] && all.map(\.sessionName) == ["later", "later"])
        records.close()
    }

    @Test("secrets are masked, and the entry says so")
    func secrets() throws {
        let records = try session(["shop://a?access_token=EAAB-not-a-real-token-0123456789&x=1", "shop://b"])
        let history = try history()
        _ = try history.update(from: sessions)
        let entries = try history.search(HistoryQuery())
        #expect(entries.map(\.isMasked) == [false, true])
        #expect(try found(history, "EAAB").isEmpty)
        let bytes = try Data(contentsOf: URL(filePath: history.path)) + Data(contentsOf: URL(filePath: history.path + "-wal"))
        #expect(bytes.range(of: Data("not-a-real-token".utf8)) == nil)
        records.close()
    }

    @Test(
        "the text in a secret, and a secret that only the link around it gives away, are masked in the layers too",
        arguments: [
            ("acme://callback?data=%7B%22code%22%3A%22abc12x%22%7D", "abc12x"),
            ("https://a.example/?access_token=https%3A%2F%2Fb.example%2Fhidden7", "hidden7"),
            ("https://a.example/?id_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJoaWRkZW43In0.c2lnbmF0dXJl", "hidden7"),
        ])
    func secretsOfLayers(link: String, secret: String) throws {
        let records = try session([link])
        let history = try history()
        _ = try history.update(from: sessions)
        #expect(try history.search(HistoryQuery()).map(\.isMasked) == [true])
        #expect(try found(history, secret).isEmpty)
        records.close()
    }

    @Test("the database is private, and can be made again from the journals")
    func rebuilt() throws {
        let records = try session((0..<200).map { "shop://item/\($0)" })
        let history = try history()
        _ = try history.update(from: sessions)
        let before = try history.search(HistoryQuery())
        for file in ["history.db", "history.db-wal", "history.db-shm"] {
            let mode = try FileManager.default.attributesOfItem(atPath: home + "/" + file)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
        let again = try builtAgain()
        #expect(again.replaced == nil && history.isOutdated && !again.isOutdated)
        #expect(try again.search(HistoryQuery()).map(\.text) == before.map(\.text))
        records.close()
    }

    @Test("two at once add everything once")
    func together() async throws {
        let records = try session((0..<3000).map { "shop://item/\($0)" })
        let (one, two) = (try history(), try history())
        let folder = sessions
        async let first = Task.detached { try one.update(from: folder).entries }.value
        async let second = Task.detached { try two.update(from: folder).entries }.value
        #expect(try await first + second == 3000)
        records.close()
    }

    @Test("a session that is deleted is forgotten, and its words are found no more")
    func deleted() throws {
        let (first, second) = (try session(["a://one"]), try session(["a://two"]))
        let history = try history()
        _ = try history.update(from: sessions)
        let path = try #require(first.journalPath)
        first.close()
        try Sessions.delete(path)
        _ = try history.update(from: sessions)
        #expect(try found(history, "one").isEmpty)
        #expect(try found(history, "two").count == 1)
        #expect(try history.sessions().count == 1)
        second.close()
    }

    @Test("an incomplete line is left for the next update")
    func incomplete() throws {
        let records = try session(["a://1"])
        let path = try #require(records.journalPath)
        records.close()
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("2026-11-21T01:00:07.123Z paste a://2".utf8))
        let history = try history()
        #expect(try history.update(from: sessions).entries == 1)
        try file.write(contentsOf: Data("\ndamaged\n".utf8))
        let update = try history.update(from: sessions)
        #expect(update.entries == 1 && update.damaged == 1)
    }

    @Test("a damaged database is kept under another name and made again")
    func damaged() throws {
        let records = try session(["a://1"])
        try Data("this is no database, but it is long enough to be read as one".utf8).write(to: URL(filePath: home + "/history.db"))
        let error = #expect(throws: HistoryError.self) { try history() }
        #expect(error?.isDamage == true)
        let built = try builtAgain()
        let aside = try #require(built.replaced)
        #expect(try String(contentsOfFile: aside, encoding: .utf8).hasPrefix("this is no database"))
        #expect(try found(built, "1") == ["a://1"])
        records.close()
    }

    @Test("a database with damage inside says how to build it again, which gives all entries back")
    func damagedInside() throws {
        let bytes = try database((0..<500).map { "shop://item/\($0)" })
        // The first page, with the header and the tables, stays as it is.
        try Data(bytes.prefix(4096) + [UInt8](repeating: 0xA5, count: bytes.count - 4096)).write(to: URL(filePath: home + "/history.db"))
        let error = #expect(throws: HistoryError.self) { try found(try history(), "item") }
        #expect(error?.description.contains("linkscope history rebuild") == true)
        let rebuilt = try builtAgain()
        #expect(rebuilt.replaced != nil)
        #expect(try rebuilt.sessions().map(\.entries) == [500])
    }

    @Test(
        "a database that lacks a table or a column, or refers to a row that is gone, is damaged too",
        arguments: [
            "DROP TABLE entry_words", "DROP TABLE session", "ALTER TABLE entry RENAME COLUMN text TO texu",
            "PRAGMA foreign_keys = OFF; UPDATE session SET id = 99; PRAGMA foreign_keys = ON; INSERT INTO entry SELECT 99, session, record, time, kind, source, masked, text, decoded FROM entry",
            "PRAGMA ignore_check_constraints = ON; UPDATE entry SET time = 'noon'",
        ])
    func otherTables(sql: String) throws {
        _ = try database(["shop://a/1"])
        try? TestDatabase.make(home + "/history.db", sql)
        let rebuilt = try builtAgain()
        #expect(try found(rebuilt, "shop") == ["shop://a/1"])
    }

    /// Numbers that are the same in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    @Test(
        "a database with changed bytes anywhere is searched or refused, and can always be built again",
        arguments: 0..<UInt64(Effort.size(8, long: 400)))
    func changedBytes(seed: UInt64) throws {
        let links = (0..<60).map { "shop://item/\($0)" }
        let bytes = try database(links)
        var numbers = Numbers(state: seed)
        var damaged = bytes
        for _ in 0..<(1 << Int.random(in: 0..<8, using: &numbers)) {
            // The first bytes say that this is a database of this version of linkscope. Others are left alone.
            damaged[Int.random(in: 72..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        try Data(damaged).write(to: URL(filePath: home + "/history.db"))
        do throws(HistoryError) {
            let history = try History(state: home)
            _ = try history.update(from: sessions)
            _ = try history.search(HistoryQuery())
            _ = try history.entries(after: 0, of: nil)
            _ = try history.sessions()
        } catch {
            #expect(error.isDamage, "\(error)")
        }
        #expect(try builtAgain().entries(after: 0, of: nil).map(\.text) == links)
    }

    @Test("several rebuilds at once and searches meanwhile: everybody finds everything")
    func rebuildsTogether() async throws {
        _ = try database((0..<300).map { "shop://item/\($0)" })
        let (home, sessions) = (home, sessions)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<24 {
                group.addTask {
                    try await onThread {
                        let history =
                            number.isMultiple(of: 3)
                            ? try History.rebuilt(state: home, from: sessions)?.history : try History(state: home)
                        return try history?.entries(after: 0, of: nil).count ?? 0
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 300, count: 24))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).filter { $0.contains("damaged") || $0.contains(".new") } == [])
    }

    @Test("a history is opened although its log disappears meanwhile, as it does when the last other process closes it")
    func disappearingLog() async throws {
        _ = try database(["shop://a/1"])
        let (home, log) = (home, home + "/history.db-wal")
        let done = Atomic(false)
        let flipping = Task {
            try await onThread {
                while !done.load(ordering: .relaxed) {
                    _ = FileManager.default.createFile(atPath: log, contents: nil)
                    try? FileManager.default.removeItem(atPath: log)
                }
            }
        }
        var errors: [String] = []
        for _ in 0..<200 {
            do { _ = try History(state: home) } catch { errors.append("\(error)") }
        }
        done.store(true, ordering: .relaxed)
        try await flipping.value
        // SQLite itself reports a log that is taken away while it writes, which no other linkscope does.
        #expect(errors.allSatisfy { $0.hasSuffix("disk I/O error") })
    }

    @Test("a rebuild that is cancelled, or cannot read the journals, leaves the history as it is")
    func rebuildCancelled() throws {
        _ = try database(["shop://a/1"])
        let history = try history()
        #expect(try History.rebuilt(state: home, from: sessions, isCancelled: { true }) == nil)
        try FileManager.default.moveItem(atPath: sessions, toPath: sessions + ".away")
        try Data().write(to: URL(filePath: sessions))
        #expect(throws: HistoryError.self) { try builtAgain() }
        #expect(!history.isOutdated)
        #expect(try found(history, "shop") == ["shop://a/1"])
    }

    @Test("a journal whose end is lost is read again from its beginning")
    func shorterJournal() throws {
        let records = try session(["shop://a/1", "shop://b/2"])
        let history = try history()
        _ = try history.update(from: sessions)
        let path = try #require(records.journalPath)
        records.close()
        let lines = try Data(contentsOf: URL(filePath: path))
        try lines.prefix(upTo: try #require(lines.firstRange(of: Data("shop://b".utf8))).lowerBound).write(to: URL(filePath: path))
        let error = #expect(throws: HistoryError.self) { try history.update(from: sessions) }
        #expect(error?.isDamage == true)
        #expect(try found(try builtAgain(), "shop") == ["shop://a/1"])
    }

    @Test("a folder of sessions that is gone or cannot be read takes nothing out of the history")
    func missingFolder() throws {
        let records = try session(["shop://a/1"])
        records.close()
        let history = try history()
        _ = try history.update(from: sessions)
        try FileManager.default.moveItem(atPath: sessions, toPath: sessions + ".away")
        #expect(try history.update(from: sessions).entries == 0)
        #expect(try found(history, "shop").count == 1)
        try Data().write(to: URL(filePath: sessions))
        let error = #expect(throws: HistoryError.self) { try history.update(from: sessions) }
        #expect(error?.path == sessions)
        #expect(try found(history, "shop").count == 1)
    }

    @Test("when the disk is full, that is said, nothing before is lost, and later the update goes on")
    func fullDisk() throws {
        let history = try history()
        let first = try session(["shop://before/1"])
        _ = try history.update(from: sessions)
        let second = try session((0..<2000).map { "shop://later/\($0)?text=\(String(repeating: "a", count: 200))" })
        // SQLite treats this limit like a disk without space.
        try history.execute("PRAGMA max_page_count = 60")
        let error = #expect(throws: HistoryError.self) { try history.update(from: sessions) }
        #expect(error?.description.contains("the disk is full") == true)
        #expect(try found(history, "before") == ["shop://before/1"])
        try history.execute("PRAGMA max_page_count = 1000000")
        #expect(try history.update(from: sessions).entries == 2000)
        #expect(try history.sessions().map(\.entries) == [2000, 1])
        first.close()
        second.close()
    }

    @Test("a newer database and one of another program are refused and stay as they are")
    func refused() throws {
        for (sql, words) in [
            (
                "PRAGMA application_id = \(HistorySchema.application); PRAGMA user_version = 99; CREATE TABLE x(y)",
                "made by a newer linkscope"
            ),
            ("CREATE TABLE notes(text)", "database of another program"),
        ] {
            let folder = home + "/" + UUID().uuidString
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try TestDatabase.make(folder + "/history.db", sql)
            let before = try Data(contentsOf: URL(filePath: folder + "/history.db"))
            let error = #expect(throws: HistoryError.self) { try History(state: folder) }
            #expect(error?.description.contains(words) == true)
            #expect(try Data(contentsOf: URL(filePath: folder + "/history.db")) == before)
        }
    }

    /// Makes a database of an older version with one link of a session whose journal is gone.
    private func makeDatabase(version: Int, text: String, decoded: String) throws {
        try TestDatabase.make(
            home + "/history.db",
            """
            CREATE TABLE session(
                id INTEGER PRIMARY KEY, journal TEXT NOT NULL UNIQUE, name TEXT, read INTEGER NOT NULL DEFAULT 0,
                records INTEGER NOT NULL DEFAULT 0, damaged INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0);
            CREATE TABLE entry(
                id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE, record INTEGER,
                time INTEGER NOT NULL, kind INTEGER NOT NULL, source TEXT NOT NULL, masked INTEGER NOT NULL, text TEXT NOT NULL,
                decoded TEXT NOT NULL);
            CREATE INDEX entry_session ON entry(session);
            CREATE VIRTUAL TABLE entry_words USING fts5(
                text, decoded, content='entry', content_rowid='id', tokenize='unicode61 remove_diacritics 2',
                prefix='\(version == 1 ? "1 2 3" : "1")');
            CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
                INSERT INTO entry_words(rowid, text, decoded) VALUES (new.id, new.text, new.decoded);
            END;
            CREATE TRIGGER entry_deleted AFTER DELETE ON entry BEGIN
                INSERT INTO entry_words(entry_words, rowid, text, decoded) VALUES ('delete', old.id, old.text, old.decoded);
            END;
            INSERT INTO session(id, journal, read, records) VALUES (1, '2026-01-01T00-00-00.000Z-1', 1000, 1);
            INSERT INTO entry VALUES (1, 1, 0, 0, 0, 'file', 0, '\(text)', '\(decoded)');
            PRAGMA application_id = \(HistorySchema.application);
            PRAGMA user_version = \(version);
            """)
    }

    @Test("a database of the first version is changed in place, and keeps entries whose journal cannot be read again")
    func migrated() throws {
        try makeDatabase(version: 1, text: "shop://old/entry", decoded: "")
        let history = try history()
        #expect(try found(history, "old") == ["shop://old/entry"])
        let records = try session(["shop://new/entry"])
        // The journal of the old session is gone, so an update forgets the session.
        #expect(try history.update(from: sessions).entries == 1)
        #expect(try found(history, "entry") == ["shop://new/entry"])
        #expect(try TestDatabase.version(home + "/history.db") == HistorySchema.version)
        records.close()
    }

    @Test("secrets that the second version stored in the clear are masked, and the link is still found by what is in it")
    func migratedSecrets() throws {
        try makeDatabase(
            version: 2, text: "acme://callback?data=%7B%22code%22%3A%22••••••••%22%7D", decoded: #"{"code":"abc12x"}"#)
        let history = try history()
        #expect(try found(history, "abc12x").isEmpty)
        #expect(try found(history, "code").count == 1)
        // They are gone from all files at once, and not only after the database is closed.
        for file in ["", "-wal"] {
            let bytes = (try? Data(contentsOf: URL(filePath: history.path + file))) ?? Data()
            #expect(bytes.range(of: Data("abc12x".utf8)) == nil, "history.db\(file)")
        }
    }

    // MARK: Sending again

    /// A link that is longer than the history keeps, and is not UTF-8, up to its secret.
    private let longLink: [UInt8] =
        Array("shop://a?x=\(String(repeating: "red,", count: 5000))&y=".utf8) + [0xFF] + Array("&access_token=".utf8)

    /// Writes a session with these records and returns their entries.
    private func entries(_ history: History, _ links: [[UInt8]]) throws -> [HistoryEntry] {
        let records = try session([])
        records.accept(records: links, from: .paste)
        records.close()
        _ = try history.update(from: sessions)
        return try history.search(HistoryQuery()).reversed()
    }

    @Test("a record is sent again byte for byte, and only its secrets are left out")
    func parts() throws {
        let history = try history()
        let bullet = Array("shop://b?x=•".utf8)
        let found = try entries(history, [longLink + Array("EAAB-not-a-real-token-0123456789&z=1".utf8), bullet])
        let expected: [[[UInt8]]?] = [[longLink, Array("&z=1".utf8)], [bullet]]
        #expect(found.map { history.parts(of: $0, in: sessions) } == expected)
    }

    @Test("without its journal, a record is sent again only if the history has all of it but the secrets")
    func partsWithoutJournal() throws {
        let history = try history()
        let links = ["shop://b?access_token=EAAB-not-a-real-token-0123456789&z=••••••••", "shop://c?x=••••••••"].map { Array($0.utf8) }
        let found = try entries(history, [longLink + Array("EAAB-not-a-real-token-0123456789".utf8)] + links)
        try FileManager.default.removeItem(atPath: sessions)
        let parts = found.map { history.parts(of: $0, in: sessions) }
        #expect(parts[0] == nil)
        // A stored text does not tell whether a bullet stands for a secret.
        #expect(parts[1]?.map { String(decoding: $0, as: UTF8.self) } == ["shop://b?access_token=", "&z=", ""])
        #expect(parts[2] == [links[1]])
    }

    @Test(
        "words of a user are never read as a query",
        arguments: [
            "\"", "a\" OR \"b", "*", "NEAR(", "text:x", "-x", "^", "(", "\u{0}", "•",
            "foo\"\u{301} OR bar", "x\"\u{301}* OR (link:y)",
        ])
    func hostileWords(words: String) throws {
        let records = try session(["a://1"])
        let history = try history()
        _ = try history.update(from: sessions)
        #expect(try found(history, words).isEmpty)
        _ = try found(history, "1 " + words)
        records.close()
    }
}
