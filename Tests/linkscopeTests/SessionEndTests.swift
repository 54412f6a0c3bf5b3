import AppLinks
import DeviceTools
import Dispatch
import Foundation
import Inspector
import PlainMode
import Records
import Store
import TestSupport
import Testing

@testable import Panes
@testable import Tasks
@testable import Web
@testable import linkscope

/// The end of a session: while it is awaited, and before. Whether it can come between the two depends on how busy the main queue is, so no
/// test shows that.
@MainActor @Suite("The end of a session", .waits, .timeLimit(.minutes(20)))
struct SessionEndTests {
    private let records = Records(journal: nil)
    private let mailbox = Mailbox()
    private let files = DeviceFiles(embedded: Library.devices)

    private func state() throws -> State {
        State(device: try #require(Library.devices.first), profiles: Library.devices, samples: [])
    }

    @Test("plain mode returns its exit code")
    func plain() async throws {
        let session = PlainSession(
            state: try state(), records: records, pages: Library.pages, network: NetworkRules(), files: files, mailbox: mailbox,
            console: .ofProcess(), isScripted: true)
        session.onMain { $0.end(Exit.no) }
        #expect(await session.untilEnd() == Exit.no)
        #expect(await session.untilEnd() == Exit.no, "also if the end is long past")
    }

    @Test("the end waits for each question to a device, also for one that was given up")
    func questions() async throws {
        let home = try Home()
        let started = home.path + "/started"
        try #require(unsafe mkfifo(started, 0o600) == 0)
        try writeProgram("#!/bin/sh\ntrap '' TERM\necho > \(started)\nwhile :; do sleep 1000; done\n", to: home.path + "/adb")
        let runner = LookupRunner(NetworkRules(), environment: home.environment(["PATH": home.path + ":/usr/bin:/bin"])) { _ in }
        let url = try #require(LinkURL("https://shop.invalid/"))
        for number in 1...2 {
            var lookup = Lookup(kind: .verdict, url: url, link: RecordID(index: 0), number: number, isFresh: false)
            lookup.device = VerificationRequest("shop.invalid")
            runner.run(lookup)
            // A question that is given up before its tool has started needs no wait. The pipe is read when the tool writes to it.
            _ = try FileHandle(forReadingFrom: URL(filePath: started)).readToEnd()
        }
        let ends = runner.end()
        #expect(ends.count == 2)
        for end in ends { _ = await end.settled() }
    }

    @Test("the end waits longer than a browser may take to end that its processes hold up")
    func browser() {
        #expect(BrowserProcess.exitTime + BrowserProcess.killTime < EffectRunner.patience)
    }

    @Test("without a thread, the editor does not start, and the reason is told")
    func noEditor() {
        let thread = WorkerThread("none", patience: .seconds(0)) { _ in EAGAIN }
        let edited = TextEditor(environment: ["EDITOR": "false"]).edit("shop://a", on: thread).outcome?.value ?? nil
        guard case .edited(.failed(let reason))? = edited else {
            Issue.record("the editor has run in the caller")
            return
        }
        #expect(reason.hasPrefix("false needs a thread, and none could be started: "))
    }

    @Test("the inspector returns")
    func inspector() async throws {
        let session = InspectorSession(
            state: try state(), records: records, pages: Library.pages, network: NetworkRules(), files: files, mailbox: mailbox,
            console: .ofProcess(), isKept: false)
        session.onMain { $0.end(Exit.no) }
        await session.untilEnd()
        #expect(session.outcome().code == Exit.no)
        await session.untilEnd()
    }
}
