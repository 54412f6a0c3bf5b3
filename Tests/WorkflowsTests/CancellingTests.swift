import Dispatch
import Tasks
import Testing
import Workflows

/// How workflows are cancelled.
struct CancellingTests {
    private let recorder = Recorder<String>()

    @Test("bk-056: cancelling informs the running step and skips the others; the workflow finishes when the step ends")
    func bk056() {
        let end = Promise<WorkflowContent>()
        let workflow = Workflow([
            WorkflowStep("first", on: .immediate) { [recorder] _, run in
                run.token.onCancellation { recorder.note("told") }
                return end.future
            },
            .content(on: .immediate) { [recorder] _ in recorder.note("second") },
            .content(on: .immediate) { [recorder] _ in recorder.note("third") },
        ])
        workflow.onSuccess(on: .immediate) { [recorder] (_, _: Int?) in recorder.note("success") }
        workflow.onFailure(on: .immediate) { [recorder] _, _ in recorder.note("failure") }
        workflow.onStep(on: .immediate) { [recorder] _, _ in recorder.note("step") }
        workflow.start()
        workflow.cancel()
        #expect(workflow.isCancelled && workflow.isExecuting && !workflow.isFinished)
        #expect(recorder.entries == ["step", "told"])
        end.set(WorkflowContent())
        #expect(workflow.isCancelled && !workflow.isExecuting && workflow.isFinished)
        #expect(workflow.completion.isCancelled)
        #expect(recorder.entries == ["step", "told"])
    }

    @Test("bk-058: cancelling a second time has no effect")
    func bk058() {
        let workflow = Workflow([.wait(for: Promise<Void>())])
        workflow.onStatus { [recorder] _, _ in recorder.note("status") }
        workflow.cancel()
        workflow.cancel()
        #expect(recorder.entries == ["status"])
    }

    @Test("bk-060: cancelling releases the observers at once")
    func bk060() {
        let workflow = Workflow([.wait(for: Promise<Void>())])
        weak var weakObject: Target?
        do {
            let object = Target()
            weakObject = object
            workflow.onSuccess { [object] (_, _: Int?) in _ = object }
            workflow.onFailure { [object] _, _ in _ = object }
            workflow.onProgress { [object] _, _ in _ = object }
        }
        workflow.start()
        #expect(weakObject != nil)
        workflow.cancel()
        #expect(weakObject == nil)
    }

    @Test("bk-062: a step may cancel its own workflow")
    func bk062() async {
        let workflow = Workflow([
            .closure("first") { (_: Int?, run) -> Int? in
                run.workflow.cancel()
                return 1
            },
            .content { [recorder] _ in recorder.note("second") },
        ])
        #expect(await workflow.runToEnd().isCancelled)
        #expect(workflow.isFinished)
        #expect(recorder.entries.isEmpty)
    }

    @Test("a workflow that is cancelled before its start finishes without running a step")
    func beforeStart() async {
        let workflow = Workflow([.content { [recorder] _ in recorder.note("first") }])
        workflow.cancel()
        #expect(!workflow.isFinished)
        #expect(await workflow.runToEnd().isCancelled)
        #expect(workflow.isFinished && !workflow.isExecuting)
        #expect(recorder.entries.isEmpty)
    }

    @Test("a step that still waits for its queue does not run")
    func waitingStep() {
        let kept = Locked<[@Sendable () -> Void]>([])
        let later = FutureExecutor.custom { job in kept.withLock { $0.append(job) } }
        let workflow = Workflow([.content(on: later) { [recorder] _ in recorder.note("first") }])
        workflow.start()
        workflow.cancel()
        for job in kept.withLock({ $0 }) { job() }
        #expect(workflow.isFinished)
        #expect(recorder.entries.isEmpty)
    }

    @Test("cancelling the Swift task that runs a workflow cancels the workflow")
    func swiftTask() async {
        let started = Promise<Void>()
        let workflow = Workflow([
            WorkflowStep("wait", on: .immediate) { content, run in
                let end = Promise<WorkflowContent>()
                run.token.onCancellation { end.tryCancel() }
                started.set()
                return end.future
            }
        ])
        let task = Task { try await workflow.run() }
        _ = await started.future.settled()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(workflow.isCancelled && workflow.isFinished)
    }

    @Test("a cancelled Swift task returns when the running step has ended, not before")
    func slowStep() async {
        let (started, end) = (Promise<Void>(), Promise<WorkflowContent>())
        let workflow = Workflow([
            WorkflowStep("slow", on: .immediate) { _, _ in
                started.set()
                return end.future
            }
        ])
        let task = Task {
            _ = try? await workflow.run()
            return workflow.isFinished
        }
        _ = await started.future.settled()
        task.cancel()
        for _ in 0..<100 { await Task.yield() }
        end.tryCancel()
        #expect(await task.value)
    }

    @Test("async steps are cancelled with the workflow")
    func asyncStep() async {
        let started = Promise<Void>()
        let workflow = Workflow([
            .async { (_: Int?) -> Int? in
                started.set()
                while !Task.isCancelled { await Task.yield() }
                throw CancellationError()
            }
        ])
        workflow.start()
        _ = await started.future.settled()
        workflow.cancel()
        #expect(await workflow.completion.settled().isCancelled)
    }

    @Test("started, cancelled and observed from many threads, a workflow ends once and calls no observer after cancelling")
    func race() async {
        for _ in 0..<200 {
            let workflow = Workflow([.append(1, on: .immediate), .append(2), .append(3, on: .immediate)])
            let told = Locked(0)
            let ends = Locked(0)
            workflow.onStatus { _, status in
                if status.isFinished, !status.isExecuting { ends.withLock { $0 += 1 } }
            }
            workflow.onSuccess(on: .immediate) { (_, list: [Int]?) in
                #expect(list == [1, 2, 3])
                told.withLock { $0 += 1 }
            }
            async let first: Outcome<WorkflowContent> = workflow.runToEnd()
            async let second: Void = workflow.cancel()
            let outcome = await first
            await second
            #expect(workflow.isCancelled)
            #expect(told.withLock { $0 } <= (outcome.succeeded ? 1 : 0))
            #expect(ends.withLock { $0 } >= 1)
        }
    }
}
