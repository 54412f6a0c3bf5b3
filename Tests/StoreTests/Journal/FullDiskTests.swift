import LinkLayers
import Records
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("A full disk under the journal", .waits, .timeLimit(.minutes(30)))
struct FullDiskTests {
    let folder = TemporaryFolder()

    private func session(_ disk: FullDisk, told: Told, budget: Int = 64 << 20) throws -> Records {
        Records(try SessionJournal.create(in: folder.file("s"), writer: disk), told: told, memoryBudget: budget)
    }

    private func journal(_ records: Records) throws -> String {
        String(decoding: TemporaryFolder.read(try #require(records.journalPath)), as: UTF8.self)
    }

    @Test(arguments: [ENOSPC, EFBIG, EIO])
    func `holds what it cannot write, and writes it when there is room`(code: Int32) async throws {
        let disk = FullDisk(room: 60, code: code)
        let told = Told()
        let records = try session(disk, told: told)
        #expect(records.accept(records: [Array("shop://a".utf8)], from: .paste) == .kept(count: 1))
        let answer = records.accept(records: [Array("shop://b\nshop://c".utf8)], from: .paste)
        guard case .held(2, let reason) = answer else { throw Unexpected(answer) }
        #expect(reason.contains(code == EIO ? "tries again to save what it holds" : "then saves what it holds"))
        // Half a line was written and then removed again.
        #expect(try journal(records) == "2025-11-21T01:00:07.123Z paste shop://a\n")
        #expect(try (0..<3).map(records.text) == ["shop://a", "shop://b", "shop://c"])
        disk.makeRoom(1000)
        #expect(records.accept(records: [Array("shop://d".utf8)], from: .typed) == .kept(count: 1))
        let words = try journal(records).split(separator: "\n").map { $0.dropFirst(25) }
        #expect(words == ["paste shop://a", "paste shop://b", "paste shop://c", "typed shop://d"])
        #expect(try (0..<4).map(records.text) == ["shop://a", "shop://b", "shop://c", "shop://d"])
        let events = await told.until { $0.recordCount == 4 }
        #expect(events.isInOrder)
        #expect(events.journal == [.failing(reason: reason, held: 0), .failing(reason: reason, held: 2), .writing])
    }

    @Test func `the room in memory is bounded, and said`() throws {
        let records = try session(FullDisk(room: 0), told: Told(), budget: 100)
        guard case .held = records.accept(records: [Array("shop://a".utf8)], from: .paste) else { throw Unexpected("not held") }
        let answer = records.accept(records: [[UInt8](repeating: 65, count: 200)], from: .paste)
        guard case .refused(0, let reason) = answer else { throw Unexpected(answer) }
        #expect(reason.contains("memory"))
        #expect(records.count == 1)
    }

    @Test func `a session without a journal holds in memory`() throws {
        let records = Records(nil, told: Told())
        guard case .held(1, _) = records.accept(records: [Array("shop://a".utf8)], from: .paste) else { throw Unexpected("not held") }
        #expect(try records.text(0) == "shop://a")
    }

    @Test func `records and acts wait in line, and are written when the session ends and there is room again`() throws {
        let disk = FullDisk(room: 0)
        let records = try session(disk, told: Told())
        let path = try #require(records.journalPath)
        records.accept(records: [Array("shop://a".utf8)], from: .paste)
        records.note(act: Array("{}".utf8))
        disk.makeRoom(1000)
        records.close()
        let journal = String(decoding: TemporaryFolder.read(path), as: UTF8.self)
        #expect(journal.split(separator: "\n").map { $0.dropFirst(25) } == ["paste shop://a", "act {}"])
    }

    #if os(Linux)
        @Test func `a real full device is an error that is told`() throws {
            let device = OpenFile(adopting: unsafe open("/dev/full", O_WRONLY | O_CLOEXEC))
            #expect(throws: SystemError("write", code: ENOSPC)) {
                try SystemFileWriter().write([1, 2, 3].span, at: 0, to: device.descriptor)
            }
        }
    #endif

    @Test func `the largest size of a file is an error, not the end of the program`() async {
        await #expect(processExitsWith: .success) {
            FileSizeLimit.ignoreSignal()
            var limit = rlimit(rlim_cur: 60, rlim_max: 60)
            #if canImport(Darwin)
                unsafe setrlimit(RLIMIT_FSIZE, &limit)
            #else
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            let folder = TemporaryFolder()
            let records = Records(try SessionJournal.create(in: folder.file("s")), told: Told())
            #expect(records.accept(records: [Array("shop://a".utf8)], from: .paste) == .kept(count: 1))
            guard case .held(1, let reason) = records.accept(records: [Array("shop://b".utf8)], from: .paste) else {
                throw Unexpected("not held")
            }
            #expect(reason.contains("Free some space"))
        }
    }
}

struct Unexpected: Error {
    let what: String
    init(_ what: Any) { self.what = "\(what)" }
}
