import Tasks
import Testing
import Workflows

/// The observer of many workflows.
struct WorkflowObserverTests {
    final class Delegate: WorkflowObserverDelegate {
        let recorder = Recorder<String>()

        func workflowObserver(_ observer: WorkflowObserver, didFinish workflow: Workflow) {
            let isWatched = observer.workflows.contains { $0 === workflow }
            recorder.note("\(workflow.identifier ?? "?")\(isWatched ? " still watched" : "")")
        }
    }

    private let delegate = Delegate()

    @Test("bk-050: the end of each of two workflows is reported once, and then it is no longer observed")
    func bk050() {
        let gates = [Promise<Void>(), Promise<Void>()]
        let workflows = [Workflow([.wait(for: gates[0])], identifier: "a"), Workflow([.wait(for: gates[1])], identifier: "b")]
        let observer = WorkflowObserver(delegate: delegate, on: .immediate)
        for workflow in workflows + workflows { observer.observe(workflow) }
        #expect(observer.workflows.map(\.identifier) == ["a", "b"])
        for workflow in workflows { workflow.start() }
        gates[1].set()
        #expect(observer.workflows.map(\.identifier) == ["a"])
        gates[0].set()
        #expect(delegate.recorder.entries == ["b", "a"])
        #expect(observer.workflows.isEmpty)
    }

    @Test("bk-052: after stopObserving, the end of the workflow is not reported")
    func bk052() {
        let workflow = Workflow([.content(on: .immediate) { _ in }], identifier: "a")
        let observer = WorkflowObserver(delegate: delegate, on: .immediate)
        observer.observe(workflow)
        observer.stopObserving(workflow)
        observer.stopObserving(workflow)
        workflow.start()
        #expect(workflow.isFinished)
        #expect(delegate.recorder.entries.isEmpty)
    }

    @Test("bk-053: success, failure and cancellation are all ends")
    func bk053() {
        let observer = WorkflowObserver(delegate: delegate, on: .immediate)
        let gate = Promise<Void>()
        let workflows = [
            Workflow([.content(on: .immediate) { _ in }], identifier: "success"),
            Workflow([.content(on: .immediate) { _ in throw Mistake() }], identifier: "failure"),
            Workflow([.wait(for: gate)], identifier: "cancellation"),
        ]
        for workflow in workflows {
            observer.observe(workflow)
            workflow.start()
        }
        workflows[2].cancel()
        #expect(delegate.recorder.entries == ["success", "failure"])
        gate.set()
        #expect(delegate.recorder.entries == ["success", "failure", "cancellation"])
    }

    @Test("bk-055: the delegate is called before the workflow's own observers")
    func bk055() {
        let observer = WorkflowObserver(delegate: delegate, on: .immediate)
        let workflow = Workflow([.content(on: .immediate) { _ in }], identifier: "a")
        workflow.onSuccess(on: .immediate) { [delegate] (_, _: Int?) in delegate.recorder.note("success") }
        observer.observe(workflow)
        workflow.start()
        #expect(delegate.recorder.entries == ["a", "success"])
    }

    @Test("the delegate is not kept alive, and a workflow that has ended is not observed")
    func edges() async {
        weak var weakDelegate: Delegate?
        let observer: WorkflowObserver
        do {
            let delegate = Delegate()
            weakDelegate = delegate
            observer = WorkflowObserver(delegate: delegate, on: .immediate)
        }
        #expect(weakDelegate == nil)
        let workflow = Workflow([.append(1)])
        observer.observe(workflow)
        await workflow.runToEnd()
        observer.observe(workflow)
        #expect(observer.workflows.isEmpty)
    }
}
