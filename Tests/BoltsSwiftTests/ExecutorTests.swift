import BoltsSwift
import Dispatch
import Foundation
import Testing

/// Where closures run.
struct ExecutorTests {
    static let marker = DispatchSpecificKey<String>()

    @Test("task-155: the default and the immediate executor have run the closure when the call returns")
    func inline() {
        var runs = 0
        Executor.default.execute { runs += 1 }
        Executor.immediate.execute { runs += 1 }
        Executor.closure { closure in closure() }.execute { runs += 1 }
        Executor.escapingClosure { closure in closure() }.execute { runs += 1 }
        #expect(runs == 4)
    }

    @Test("an app may name the type of the closures that executors run")
    func continuations() {
        final class Jobs {
            var waiting: [Task<Int>.Continuation] = []
        }
        let jobs = Jobs()
        let task = Task(1).continueWith(.escapingClosure { (job: @escaping Task<Int>.Continuation) in jobs.waiting.append(job) }) { _ in 2 }
        #expect(!task.completed)
        jobs.waiting.forEach { (job: Task<Int>.Continuation) in job() }
        #expect(task.result == 2)
    }

    /// Nests default executors. Returns how many levels ran on the calling thread before a level ran elsewhere.
    private static func inlineDepth() -> Int {
        let thread = Thread.current
        let done = DispatchSemaphore(value: 0)
        var depth = 0
        func nest() {
            Executor.default.execute {
                guard Thread.current == thread else {
                    done.signal()
                    return
                }
                depth += 1
                nest()
            }
        }
        nest()
        done.wait()
        return depth
    }

    @Test("21 levels of the default executor are nested; the next goes to a global queue")
    func depth() {
        #expect(Self.inlineDepth() == 21)
        #expect(Self.inlineDepth() == 21)
    }

    @Test("task-157: the depth is counted per thread")
    func depthPerThread() {
        let elsewhere = TaskCompletionSource<Int>()
        var here = 0
        Executor.default.execute {
            Thread.detachNewThread { elsewhere.set(result: Self.inlineDepth()) }
            elsewhere.task.waitUntilCompleted()
            here = Self.inlineDepth()
        }
        #expect(elsewhere.task.result == 21)
        #expect(here == 20)
    }

    @Test("a pending chain on the default executor moves to a global queue at the same depth")
    func chainDepth() {
        let thread = Thread.current
        let source = TaskCompletionSource<Int>()
        var inline = 0
        var task = source.task
        for _ in 0..<40 {
            task = task.continueWith { _ in
                if Thread.current == thread { inline += 1 }
                return 0
            }
        }
        source.set(result: 0)
        task.waitUntilCompleted()
        #expect(inline == 21)
    }

    @Test("a dispatch queue runs the closure later")
    func queue() {
        let queue = DispatchQueue(label: "letters")
        queue.setSpecific(key: Self.marker, value: "letters")
        queue.suspend()
        let task = Task(.queue(queue)) { DispatchQueue.getSpecific(key: Self.marker) }
        #expect(!task.completed)
        queue.resume()
        task.waitUntilCompleted()
        #expect(task.result == "letters")
    }

    @Test("task-161: an operation queue runs the closure later")
    func operationQueue() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let task = Task(.operationQueue(queue)) { OperationQueue.current === queue }
        #expect(!task.completed)
        #expect(queue.operationCount == 1)
        queue.isSuspended = false
        task.waitUntilCompleted()
        #expect(task.result == true)
    }

    @Test("task-159: called from another thread, the main thread runs the closure later")
    func mainThread() async {
        let pending: Bool = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var returned = false
                let lock = NSLock()
                lock.lock()
                Executor.mainThread.execute {
                    lock.lock()
                    continuation.resume(returning: returned)
                    lock.unlock()
                }
                returned = true
                lock.unlock()
            }
        }
        #expect(pending)
    }

    @Test("task-159: called from the main thread, the main thread runs the closure at once") @MainActor
    func onMainThread() {
        var runs = 0
        Executor.mainThread.execute { runs += 1 }
        #expect(runs == 1)
    }

    @Test("a closure executor may run the closure later, even twice")
    func escaping() {
        var kept: (() -> Void)?
        let task = Task(1).continueWith(.escapingClosure { kept = $0 }) { _ in "done" }
        #expect(!task.completed)
        kept?()
        #expect(task.result == "done")
        kept?()
        #expect(task.result == "done")
    }

    @Test("task-167: descriptions name the kind of executor")
    func descriptions() {
        let executors: [Executor] = [
            .default, .immediate, .mainThread, .queue(.main), .operationQueue(.main), .closure { $0() }, .escapingClosure { $0() },
        ]
        #expect(Set(executors.map { $0.description }).count == executors.count)
        #expect(executors.allSatisfy { !$0.debugDescription.isEmpty })
    }
}
