import Dispatch
import Tasks
import Testing
import Workflows

/// Which observers are notified of what.
struct ObservingTests {
    private let recorder = Recorder<String>()

    @Test("bk-039: an observer that is removed before the end is not called, the other one is")
    func bk039() {
        let (first, second) = (Target(), Target())
        let gate = Promise<Void>()
        let workflow = Workflow([.wait(for: gate)])
        workflow.onSuccess(for: first, on: .immediate) { [recorder] (_, _: Int?) in recorder.note("first") }
        workflow.onSuccess(for: second, on: .immediate) { [recorder] (_, _: Int?) in recorder.note("second") }
        workflow.start()
        workflow.removeSuccessObservers(of: first)
        gate.set()
        #expect(recorder.entries == ["second"])
        #expect(!workflow.isCancelled)
    }

    @Test("bk-042: a failure observer does not keep the workflow going")
    func bk042() {
        let target = Target()
        let gate = Promise<Void>()
        let workflow = Workflow([.wait(for: gate), .fail(Mistake())])
        workflow.onSuccess(for: target, on: .immediate) { (_, _: Int?) in }
        workflow.onFailure(on: .immediate) { [recorder] _, _ in recorder.note("failure") }
        workflow.start()
        workflow.removeSuccessObservers(of: target)
        #expect(workflow.isCancelled)
        gate.set()
        #expect(workflow.isFinished)
        #expect(recorder.entries.isEmpty)
    }

    @Test("bk-044: removing an unknown target changes nothing")
    func bk044() {
        let target = Target()
        let gate = Promise<Void>()
        let workflow = Workflow([.wait(for: gate)])
        workflow.onSuccess(for: target, on: .immediate) { [recorder] (_, _: Int?) in recorder.note("success") }
        workflow.start()
        workflow.removeSuccessObservers(of: Target())
        workflow.removeFailureObservers(of: target)
        gate.set()
        #expect(recorder.entries == ["success"])
    }

    @Test("bk-045: if there are no success observers, removing any target cancels the workflow")
    func bk045() {
        let workflow = Workflow([.wait(for: Promise<Void>())])
        workflow.start()
        workflow.removeSuccessObservers(of: Target())
        #expect(workflow.isCancelled)
    }

    @Test("a finished workflow that is kept releases its observers once they have heard everything")
    func releasesObservers() {
        let jobs = Recorder<@Sendable () -> Void>()
        let later = FutureExecutor.custom("later") { jobs.note($0) }
        weak var seen: Target?
        let workflow = Workflow([.append(1, on: .immediate)])
        do {
            let target = Target()
            seen = target
            workflow.onStatus { [recorder] _, _ in _ = (recorder, target) }
            workflow.onStep(on: .immediate) { _, _ in _ = target }
            workflow.onProgress(on: later) { [recorder] _, progress in
                _ = target
                recorder.note("\(progress.finishedSteps)")
            }
            workflow.onStep(on: later) { _, _ in _ = target }
            workflow.onFailure { _, _ in _ = target }
            workflow.start()
        }
        #expect(workflow.isFinished)
        #expect(seen != nil)
        for job in jobs.entries { job() }
        #expect(recorder.entries == ["1"])
        #expect(seen == nil)
    }

    @Test("removing failure observers never cancels the workflow")
    func failureObservers() {
        let target = Target()
        let gate = Promise<Void>()
        let workflow = Workflow([.wait(for: gate), .content(on: .immediate) { _ in throw Mistake() }])
        workflow.onFailure(for: target, on: .immediate) { [recorder] _, _ in recorder.note("failure") }
        workflow.start()
        workflow.removeFailureObservers(of: target)
        gate.set()
        #expect(workflow.isFinished && !workflow.isCancelled)
        #expect(recorder.entries.isEmpty)
    }

    @Test("bk-047: a target is not kept alive")
    func bk047() {
        let gate = Promise<Void>()
        let workflow = Workflow([.wait(for: gate)])
        weak var weakTarget: Target?
        do {
            let target = Target()
            weakTarget = target
            workflow.onSuccess(for: target, on: .immediate) { [recorder] (_, _: Int?) in recorder.note("success") }
        }
        #expect(weakTarget == nil)
        workflow.start()
        gate.set()
        #expect(recorder.entries == ["success"])
    }

    @Test("observers of one kind are called in the order they were added, on the main queue unless told otherwise")
    func order() async {
        let workflow = Workflow([.append(1)])
        let told = Promise<Void>()
        for number in 1...3 {
            workflow.onSuccess { [recorder] (_, _: [Int]?) in
                dispatchPrecondition(condition: .onQueue(.main))
                recorder.note("\(number)")
                if number == 3 { told.set() }
            }
        }
        workflow.start()
        _ = await told.future.settled()
        #expect(recorder.entries == ["1", "2", "3"])
    }

    @Test("cancelling stops even an observer that already waits for its queue")
    func onItsWay() async {
        let queue = DispatchQueue(label: "slow")
        queue.suspend()
        let workflow = Workflow([.append(1)])
        workflow.onSuccess(on: .queue(queue)) { [recorder] (_, _: [Int]?) in recorder.note("success") }
        await workflow.runToEnd()
        workflow.cancel()
        queue.resume()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(recorder.entries.isEmpty)
    }

    @Test("an observer added after the end is called at once; after cancelling, never")
    func late() async {
        let workflow = Workflow([.append(1)])
        await workflow.runToEnd()
        workflow.onSuccess(on: .immediate) { [recorder] (_, list: [Int]?) in recorder.note("\(list ?? [])") }
        workflow.onFailure(on: .immediate) { [recorder] _, _ in recorder.note("failure") }
        #expect(recorder.entries == ["[1]"])

        let cancelled = Workflow([.append(1)])
        cancelled.cancel()
        cancelled.onSuccess(on: .immediate) { [recorder] (_, _: [Int]?) in recorder.note("success") }
        await cancelled.runToEnd()
        #expect(recorder.entries == ["[1]"])
    }

    @Test("an observation removes its observer; removing the last success observer cancels the workflow")
    func observations() {
        let workflow = Workflow([.wait(for: Promise<Void>())])
        let first = workflow.onSuccess(on: .immediate) { (_, _: Int?) in }
        let second = workflow.onSuccess(on: .immediate) { (_, _: Int?) in }
        workflow.onProgress { _, _ in }.remove()
        workflow.start()
        first.remove()
        first.remove()
        #expect(!workflow.isCancelled)
        second.remove()
        #expect(workflow.isCancelled)
    }

    @Test("steps and progress are reported")
    func progress() async {
        let workflow = Workflow([
            .append(1),
            .closure("half") { (list: [Int]?, run) -> [Int]? in
                run.report(0.5)
                run.report(7)
                run.report(.nan)
                return list
            },
            .fail(Mistake(number: 3)),
            .append(4),
        ])
        workflow.onProgress(on: .immediate) { [recorder] _, progress in recorder.note("\(progress.fraction)") }
        workflow.onStep(on: .immediate) { [recorder] _, event in
            switch event.kind {
            case .started: recorder.note("\(event.step.name)?")
            case .finished(let content): recorder.note("\(event.step.name): \(content.output(as: [Int].self) ?? [])")
            case .failed(let error): recorder.note("\(event.step.name): \(error)")
            }
        }
        await workflow.runToEnd()
        #expect(
            recorder.entries == [
                "1?", "1: [1]", "0.25", "half?", "0.375", "0.5", "0.25", "half: [1]", "0.5", "fail?", "fail: Mistake(number: 3)",
            ])
    }
}
