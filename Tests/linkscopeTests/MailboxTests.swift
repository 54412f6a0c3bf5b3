import Inspector
import Screen
import Tasks
import Testing

@testable import linkscope

@Suite("The mailbox of the inspector")
struct MailboxTests {
    @Test("a mailbox may be released while batches wait in it, as when the user quits under load")
    func releasedFull() async {
        await #expect(processExitsWith: .success) {
            let mailbox = Mailbox()
            mailbox.post(batch: .rateMeasured)
        }
    }

    @Test("threads that wait to post to a full mailbox go on when it is closed", .timeLimit(.minutes(30)))
    func closedFull() async {
        let mailbox = Mailbox()
        let posted = Locked(0)
        var posts: [Future<Void>] = []
        for number in 0..<3 {
            let post = WorkerThread("poster \(number)").answer {
                for _ in 0..<20 {
                    mailbox.post(batch: .rateMeasured)
                    posted.withLock { $0 += 1 }
                }
            }
            posts.append(post)
        }
        // The mailbox has room for eight batches. From then on, each thread waits as soon as it posts.
        while posted.withLock({ $0 }) < 8 { await Task.yield() }
        mailbox.close()
        for post in posts { _ = await post.settled() }
        #expect(mailbox.take().isEmpty)
    }

    @Test("all urgent messages are taken before the oldest batch, and one batch at a time")
    func order() {
        let mailbox = Mailbox()
        mailbox.post(batch: .rateMeasured)
        mailbox.post(batch: .rateMeasured)
        mailbox.post(urgent: .key(.character("q", [])))
        let first = mailbox.take()
        guard case .key? = first.first else { Issue.record("the key is not first: \(first)"); return }
        #expect(first.count == 2)
        #expect(mailbox.take(withBatch: false).isEmpty)
        #expect(mailbox.take().count == 1)
        #expect(mailbox.take().isEmpty)
    }
}
