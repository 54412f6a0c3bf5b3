import Inspector
import Records
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
        #expect(mailbox.next() == nil)
    }

    @Test("urgent messages come first, then keys, then batches; keys and batches can wait")
    func order() {
        let mailbox = Mailbox()
        mailbox.post(batch: .rateMeasured)
        mailbox.post(batch: .rateMeasured)
        mailbox.post(keys: ["q", "r"])
        mailbox.post(urgent: .notParsed(RecordID(index: 0)))
        var order: [String] = []
        func take(withBatch: Bool = true, withKeys: Bool = true) {
            switch mailbox.next(withBatch: withBatch, withKeys: withKeys) {
            case .key(let key): order.append(key == "q" ? "q" : "r")
            case .rateMeasured: order.append("batch")
            case nil: order.append("none")
            default: order.append("urgent")
            }
        }
        take(withKeys: false)
        take(withKeys: false)
        take(withBatch: false)
        take(withBatch: false)
        take(withBatch: false)
        take()
        take()
        #expect(order == ["urgent", "batch", "q", "r", "none", "batch", "none"])
    }

    @Test("no more keys are read while 64 KB of them wait, also if one of them is a long paste")
    func room() {
        let mailbox = Mailbox()
        mailbox.post(keys: Array(repeating: "q", count: 64 << 10 - 1))
        #expect(mailbox.hasRoomForKeys())
        mailbox.post(keys: ["\r"])
        #expect(!mailbox.hasRoomForKeys() && !mailbox.hasNewRoomForKeys())
        _ = mailbox.next(joinsText: true)
        #expect(mailbox.hasNewRoomForKeys() && !mailbox.hasNewRoomForKeys())
        #expect(mailbox.hasRoomForKeys() && !mailbox.hasKeys)
        mailbox.post(keys: [.paste(Array(repeating: 0x71, count: 1 << 20)), .control("c")])
        #expect(!mailbox.hasRoomForKeys() && mailbox.contains(.control("c")))
        _ = mailbox.next()
        #expect(mailbox.hasRoomForKeys() && mailbox.hasKeys)
    }

    @Test("while keys wait, the next message wakes the main actor again")
    func wake() {
        let mailbox = Mailbox()
        let wakes = Locked(0)
        mailbox.connect { wakes.withLock { $0 += 1 } }
        mailbox.post(keys: ["q"])
        #expect(mailbox.next(withKeys: false) == nil)
        mailbox.post(urgent: .rateMeasured)
        #expect(wakes.withLock { $0 } == 2)
    }
}
