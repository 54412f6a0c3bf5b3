import BoltsSwift
import Foundation
import Testing

// Written like the code of an app from 2017: without `any` and `Sendable`, and with variables that closures change.

struct Mistake: Error, Equatable {
    var number = 0
}

struct OtherMistake: Error {}

/// Not `Sendable`, like most classes of an old app.
final class Letter {
    var text = ""
}

/// How tasks are created, and how sources complete them.
struct MakingTests {
    @Test("task-002, task-004, task-006: the properties of each state")
    func states() {
        let succeeded = Task("v")
        #expect(succeeded.completed && !succeeded.faulted && !succeeded.cancelled)
        #expect(succeeded.result == "v")
        #expect(succeeded.error == nil)

        let failed = Task<String>(error: Mistake(number: 1))
        #expect(failed.completed && failed.faulted && !failed.cancelled)
        #expect(failed.result == nil)
        #expect(failed.error as? Mistake == Mistake(number: 1))

        let cancelled = Task<Void>.cancelledTask()
        #expect(cancelled.completed && !cancelled.faulted && cancelled.cancelled)
        #expect(cancelled.result == nil)
        #expect(cancelled.error == nil)

        let pending = TaskCompletionSource<Int>().task
        #expect(!pending.completed && !pending.faulted && !pending.cancelled)
    }

    @Test("task-064: each way of creating a task from a closure has run it when the call returns")
    func closures() {
        #expect(Task(closure: { 1 }).result == 1)
        #expect(Task(.default) { () -> Int in 2 }.result == 2)
        #expect(Task(.immediate, closure: { 3 }).result == 3)
        #expect(Task<Int>.execute { 4 }.result == 4)
        #expect(Task.execute(.immediate) { () -> String in "five" }.result == "five")
        #expect(Task.executeWithTask { () -> Task<Int> in Task(6) }.result == 6)
        #expect(Task<Int>.executeWithTask(.immediate) { Task(7) }.result == 7)
    }

    @Test("task-066: an error thrown by a closure fails the task; only Bolts' own CancelledError cancels it")
    func throwing() {
        let failed = Task<Int>.execute { throw Mistake(number: 2) }
        #expect(failed.error as? Mistake == Mistake(number: 2))

        let cancelled = Task<Int> { throw CancelledError() }
        #expect(cancelled.cancelled && cancelled.error == nil)

        let another = Task<Int>.execute { throw CancellationError() }
        #expect(another.faulted && another.error is CancellationError)

        let given = Task<Int>(error: CancelledError())
        #expect(given.faulted && !given.cancelled)
    }

    @Test("task-068: the new task has the outcome of the returned task")
    func unwrapping() {
        #expect(Task<Int>.executeWithTask { Task.cancelledTask() }.cancelled)
        #expect(Task<Int>.executeWithTask { Task(error: Mistake()) }.faulted)
        #expect(Task<Int>.executeWithTask { throw Mistake() }.faulted)
        #expect(Task<Int>.executeWithTask { throw CancelledError() }.cancelled)
    }

    @Test("task-010: the first completion wins, and the try calls tell which one won")
    func sources() {
        let source = TaskCompletionSource<String>()
        let task = source.task
        #expect(task === source.task)
        #expect(source.trySet(result: "first"))
        #expect(!source.trySet(result: "second"))
        #expect(!source.trySet(error: Mistake()))
        #expect(!source.tryCancel())
        #expect(task.result == "first")

        let failing = TaskCompletionSource<String>()
        failing.set(error: Mistake(number: 3))
        #expect(failing.task.error as? Mistake == Mistake(number: 3))

        let cancelling = TaskCompletionSource<String>()
        cancelling.cancel()
        #expect(cancelling.task.cancelled)

        let empty = TaskCompletionSource<Void>()
        empty.set(result: ())
        #expect(empty.task.completed)
    }

    @Test("task-014: the strict calls on a completed task stop the program")
    func strict() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<Int>()
            source.set(result: 1)
            source.set(result: 2)
        }
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<Int>()
            source.cancel()
            source.set(error: Mistake())
        }
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<Int>()
            source.set(result: 1)
            source.cancel()
        }
    }

    @Test("a source that is dropped leaves its task pending, and the continuations do not run")
    func droppedSource() {
        let task = TaskCompletionSource<Int>().task
        let continued = task.continueWith { _ in Issue.record("ran") }
        #expect(!task.completed && !continued.completed)
    }

    @Test("an executor that never runs its closure leaves the task pending")
    func idleExecutor() {
        #expect(!Task(.closure { _ in }, closure: { 1 }).completed)
        #expect(!Task(1).continueWith(.escapingClosure { _ in }) { $0.result }.completed)
        #expect(!Task(1).continueWithTask(.closure { _ in }) { $0 }.completed)
    }

    @Test("task-073: a delay works with any result type")
    func delay() {
        let before = DispatchTime.now()
        let task = Task<Void>.withDelay(0.5)
        let continued = task.continueWith { task in task.completed }
        let other = Task<String>.withDelay(0.01)
        let inferred = Task.withDelay(0.01)
        #expect(!task.completed)
        continued.waitUntilCompleted()
        #expect(continued.result == true)
        #expect(DispatchTime.now().uptimeNanoseconds - before.uptimeNanoseconds >= 500_000_000)
        Task<Void>.whenAll(other, inferred).waitUntilCompleted()
    }

    @Test("task-018: descriptions tell the states apart")
    func descriptions() {
        let tasks = [TaskCompletionSource<Int>().task, Task(1), Task(error: Mistake()), Task.cancelledTask()]
        #expect(Set(tasks.map { $0.description }).count == 4)
        #expect(Set(tasks.map { $0.debugDescription }).count == 4)
        #expect("\(Task(1))" == "Task: success(1)")
        #expect(String(reflecting: Task("v")) == "Task: success(\"v\")")
    }

    @Test("a delay ends while blocked jobs fill the global queue")
    func delayBesideBlockedJobs() {
        let blocked = DispatchSemaphore(value: 0)
        let over = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<200 { DispatchQueue.global().async(group: group) { blocked.wait() } }
        Task<Void>.withDelay(0.01).continueWith { _ in over.signal() }
        let isInTime = over.wait(timeout: .now() + 10) == .success
        for _ in 0..<200 { blocked.signal() }
        group.wait()
        #expect(isInTime)
    }
}
