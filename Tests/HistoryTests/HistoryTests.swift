import Foundation
import Records
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
        let records = Records(journal: try SessionJournal.create(in: sessions)) { _ in }
        records.accept(records: links.map { Array($0.utf8) }, from: .paste)
        if let name { try records.rename(to: name) }
        return records
    }

    private func history() throws -> History { try History(state: home) }

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
        #expect(entry.text == "page of shop://a?token=•••: to shop://b?token=•••; by phone" && entry.isMasked)
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
        let again = try History.cleared(state: home)
        #expect(try again.search(HistoryQuery()).isEmpty)
        #expect(try again.update(from: sessions).entries == 200)
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

    @Test("a damaged database is set aside and made again")
    func damaged() throws {
        let records = try session(["a://1"])
        try Data("this is no database, but it is long enough to be read as one".utf8).write(to: URL(filePath: home + "/history.db"))
        let history = try history()
        let aside = try #require(history.replaced)
        #expect(try String(contentsOfFile: aside, encoding: .utf8).hasPrefix("this is no database"))
        #expect(try history.update(from: sessions).entries == 1)
        records.close()
    }

    @Test("a database with damage inside is built again when the user asks for it")
    func damagedInside() throws {
        let records = try session((0..<500).map { "shop://item/\($0)" })
        do {
            let history = try history()
            _ = try history.update(from: sessions)
            try history.close()
        }
        let file = try #require(FileHandle(forUpdatingAtPath: home + "/history.db"))
        let size = try file.seekToEnd()
        // The first page, with the header and the tables, stays as it is.
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4096))
        let error = #expect(throws: HistoryError.self) { try found(try history(), "item") }
        #expect(error?.description.contains("linkscope history rebuild") == true)
        let rebuilt = try History.cleared(state: home)
        #expect(try rebuilt.update(from: sessions).entries == 500)
        #expect(try found(rebuilt, "item").count == 100)
        records.close()
    }

    @Test("a database that lacks a table is damaged too")
    func missingTable() throws {
        let records = try session(["shop://a/1"])
        do {
            let history = try history()
            _ = try history.update(from: sessions)
            try history.execute("DROP TABLE entry_words")
        }
        let error = #expect(throws: HistoryError.self) { try found(try history(), "shop") }
        #expect(error?.description.contains("linkscope history rebuild") == true)
        let rebuilt = try History.cleared(state: home)
        #expect(rebuilt.replaced != nil)
        #expect(try rebuilt.update(from: sessions).entries == 1)
        records.close()
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
            version: 2, text: "acme://callback?data=%7B%22code%22%3A%22••••••%22%7D", decoded: #"{"code":"abc12x"}"#)
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
        let links = ["shop://b?access_token=EAAB-not-a-real-token-0123456789&z=•", "shop://c?x=•"].map { Array($0.utf8) }
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
