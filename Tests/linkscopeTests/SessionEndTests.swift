import Dispatch
import Inspector
import Panes
import PlainMode
import Store
import TestSupport
import Testing

@testable import Tasks
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
