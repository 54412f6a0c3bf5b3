import BoltsSwift
import Tasks
import Testing

/// No object is kept alive longer than it is needed.
struct LifetimeTests {
    final class Object: Sendable {}

    @Test("a source that is dropped before it completes releases its task and the continuations")
    func dropped() {
        weak var weakObject: Object?
        weak var weakTask: BoltsSwift.Task<Int>?
        do {
            let object = Object()
            let source = TaskCompletionSource<Int>()
            weakObject = object
            weakTask = source.task
            source.task.continueWith { [object] _ in _ = object }
                .continueWithTask { [object] _ in BoltsSwift.Task(object) }
            BoltsSwift.Task.whenAll([source.task, BoltsSwift.Task(1)]).continueWith { [object] _ in _ = object }
            #expect(weakObject != nil)
        }
        #expect(weakObject == nil)
        #expect(weakTask == nil)
    }

    @Test("the future of a task that can no longer complete fails, and the work that waits for it is released")
    func droppedFuture() {
        weak var weakObject: Object?
        let future: Future<Int>
        do {
            let object = Object()
            weakObject = object
            let source = TaskCompletionSource<Int>()
            future = source.task.future
            Future.whenAll([future, Future(1)]).continueWith { [object] _ in _ = object }
            #expect(!future.isCompleted)
        }
        #expect(future.error is BrokenPromise)
        #expect(weakObject == nil)
    }

    @Test("a continuation that has run releases its captures")
    func completed() {
        weak var weakObject: Object?
        let source = TaskCompletionSource<Int>()
        do {
            let object = Object()
            weakObject = object
            source.task.continueWith { [object] _ in _ = object }
        }
        #expect(weakObject != nil)
        source.set(result: 1)
        #expect(weakObject == nil)
    }
}
