import BoltsSwift
import Foundation
import Testing

/// Continuations, written like the code of an app from 2017.
struct ContinuationTests {
    static let outcomes: [@Sendable () -> Task<Int>] = [{ Task(1) }, { Task(error: Mistake(number: 1)) }, { Task.cancelledTask() }]

    @Test("an unconditional continuation always runs and receives the same task", arguments: outcomes)
    func unconditional(make: @Sendable () -> Task<Int>) {
        let task = make()
        var got: Task<Int>?
        let new = task.continueWith { antecedent -> String in
            got = antecedent
            return "bar"
        }
        #expect(got === task)
        #expect(new.result == "bar")
    }

    @Test("a pending task passes itself to its continuation, if something still holds the task")
    func sameTask() {
        let source = TaskCompletionSource<Int>()
        var got: Task<Int>?
        source.task.continueWith { got = $0 }
        source.set(result: 1)
        #expect(got === source.task)
    }

    @Test("task-027: a returned task is unwrapped once", arguments: [false, true])
    func unwrapping(pending: Bool) {
        let inner = TaskCompletionSource<String>()
        if !pending { inner.set(result: "bar") }
        let new = Task(1).continueWithTask { _ in inner.task }
        if pending { inner.set(result: "bar") }
        #expect(new.result == "bar")
        #expect(new !== inner.task)
    }

    @Test("task-035, task-038: a thrown error fails or cancels the new task")
    func throwing() {
        func check(_ failed: Task<Int>, _ cancelled: Task<Int>, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(failed.error as? Mistake == Mistake(number: 2), sourceLocation: sourceLocation)
            #expect(cancelled.cancelled && cancelled.error == nil, sourceLocation: sourceLocation)
        }
        let good = Task("a")
        let bad = Task<Int>(error: Mistake(number: 1))
        check(good.continueWith { _ in throw Mistake(number: 2) }, good.continueWith { _ in throw CancelledError() })
        check(good.continueWithTask { _ in throw Mistake(number: 2) }, good.continueWithTask { _ in throw CancelledError() })
        check(
            good.continueOnSuccessWith { _ in throw Mistake(number: 2) }, good.continueOnSuccessWith { _ in throw CancelledError() })
        check(
            good.continueOnSuccessWithTask { _ in throw Mistake(number: 2) },
            good.continueOnSuccessWithTask { _ in throw CancelledError() })
        check(
            bad.continueOnErrorWith { (_: Error) in throw Mistake(number: 2) },
            bad.continueOnErrorWith { (_: Error) in throw CancelledError() })
        check(
            bad.continueOnErrorWithTask { (_: Mistake) in throw Mistake(number: 2) },
            bad.continueOnErrorWithTask { (_: Mistake) in throw CancelledError() })
    }

    @Test("a success continuation gets the result; other outcomes skip it and its executor")
    func success() {
        #expect(Task(20).continueOnSuccessWith { $0 + 1 }.result == 21)
        #expect(Task(20).continueOnSuccessWithTask(.immediate) { Task($0 + 2) }.result == 22)
        #expect(Task(20).continueOnSuccessWith(continuation: { "\($0)" }).result == "20")

        let never = Executor.closure { _ in Issue.record("the executor was used") }
        let failed = Task<Int>(error: Mistake(number: 5)).continueOnSuccessWith(never) { $0 + 1 }
        #expect(failed.error as? Mistake == Mistake(number: 5))
        #expect(Task<Int>.cancelledTask().continueOnSuccessWithTask(never) { Task($0) }.cancelled)
    }

    @Test("task-057, task-059, task-062: an error continuation handles any error or errors of one type")
    func errors() {
        let task = Task<String>(error: Mistake(number: 3))
        #expect(task.continueOnErrorWith { _ in "fixed" }.result == "fixed")
        #expect(task.continueOnErrorWith { (error: Error) in "fixed \(error is Mistake)" }.result == "fixed true")
        #expect(task.continueOnErrorWith { (error: Mistake) in "fixed \(error.number)" }.result == "fixed 3")
        #expect(task.continueOnErrorWithTask { (error: Mistake) in Task("fixed \(error.number)") }.result == "fixed 3")
        #expect(task.continueOnErrorWithTask(.immediate) { (error: Error) in Task("fixed") }.result == "fixed")

        let never = Executor.closure { _ in Issue.record("the executor was used") }
        let bridged = Task<String>(error: NSError(domain: "letters", code: 1))
        #expect(bridged.continueOnErrorWith { (error: NSError) in error.domain }.result == "letters")
        let other = task.continueOnErrorWith(never) { (_: OtherMistake) in "fixed" }
        #expect(other.error as? Mistake == Mistake(number: 3))
        #expect(Task("a").continueOnErrorWith(never) { (_: Error) in "fixed" }.result == "a")
        #expect(Task<String>.cancelledTask().continueOnErrorWithTask(never) { (_: Error) in Task("fixed") }.cancelled)
    }

    @Test("continuations of one task run in order, depth first, before the completing call returns")
    func order() {
        var events: [String] = []
        let source = TaskCompletionSource<Letter>()
        let first = source.task.continueWith { _ in events.append("1") }
        first.continueWith { _ in events.append("1.1") }.continueWith { _ in events.append("1.1.1") }
        source.task.continueWith { _ in events.append("2") }
        source.set(result: Letter())
        events.append("end")
        #expect(events == ["1", "1.1", "1.1.1", "2", "end"])
    }

    @Test("a chain of a hundred thousand links completes, however it was built")
    func longChain() {
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for _ in 0..<100_000 { task = task.continueWith { ($0.result ?? 0) + 1 } }
        source.set(result: 0)
        task.waitUntilCompleted()
        #expect(task.result == 100_000)

        var skipping = Task<Int>(error: Mistake())
        for _ in 0..<100_000 { skipping = skipping.continueOnSuccessWith(.immediate) { $0 + 1 } }
        #expect(skipping.faulted)
    }

    @Test("task-177: waiting on the main thread writes a warning to standard error and continues to wait")
    func waitingOnMain() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let pipe = Pipe()
                let standardError = dup(STDERR_FILENO)
                dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
                let source = TaskCompletionSource<Int>()
                // Another thread reads the warning and then completes the task, because otherwise the wait would never end.
                Thread.detachNewThread {
                    let warning = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
                    source.set(result: warning.contains("main thread") ? 1 : 2)
                }
                source.task.waitUntilCompleted()
                dup2(standardError, STDERR_FILENO)
                precondition(source.task.result == 1)
            }
        }
    }

    @Test("task-172: waiting works for the last task of a chain across queues")
    func waiting() {
        let queue = DispatchQueue(label: "letters")
        var count = 0
        var task = Task<Void>.withDelay(0.01)
        for _ in 0..<5 { task = task.continueWith(.queue(queue)) { _ in count += 1 } }
        task.waitUntilCompleted()
        #expect(count == 5)
    }
}
