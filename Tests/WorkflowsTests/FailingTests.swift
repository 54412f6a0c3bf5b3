import Foundation
import Tasks
import Testing
import Workflows

/// Steps that fail.
struct FailingTests {
    @Test("bk-031: a failing step ends the workflow, and the failure observer is called once")
    func bk031() async {
        let recorder = Recorder<String>()
        let workflow = Workflow([.append(1), .fail(Mistake(number: 2)), .content { _ in recorder.note("step 3") }])
        workflow.onSuccess(on: .immediate) { (_, _: Int?) in recorder.note("success") }
        workflow.onFailure(on: .immediate) { [weak workflow] told, error in
            #expect(told === workflow)
            #expect(error as? Mistake == Mistake(number: 2))
            recorder.note("failure")
        }
        let outcome = await workflow.runToEnd()
        #expect(outcome.error as? Mistake == Mistake(number: 2))
        #expect(recorder.entries == ["failure"])
        #expect(workflow.isFinished && !workflow.isExecuting && !workflow.isCancelled)
    }

    @Test("bk-034: a workflow may fail without a failure observer")
    func bk034() async {
        let recorder = Recorder<String>()
        let workflow = Workflow([.fail(Mistake())])
        workflow.onSuccess(on: .immediate) { (_, _: Int?) in recorder.note("success") }
        await workflow.runToEnd()
        #expect(recorder.entries.isEmpty)
        #expect(workflow.isFinished)
    }

    @Test("bk-036: a step may report an error after it was cancelled")
    func bk036() {
        let recorder = Recorder<String>()
        let gate = Promise<WorkflowContent>()
        let workflow = Workflow([WorkflowStep("wait", on: .immediate) { _, _ in gate.future }])
        workflow.onSuccess(on: .immediate) { (_, _: Int?) in recorder.note("success") }
        workflow.onFailure(on: .immediate) { _, _ in recorder.note("failure") }
        workflow.start()
        workflow.cancel()
        gate.set(error: Mistake())
        #expect(workflow.isFinished && workflow.isCancelled && !workflow.isExecuting)
        #expect(workflow.completion.isCancelled)
        #expect(recorder.entries.isEmpty)
    }

    @Test("bk-037: the error that a closure throws is the failure")
    func bk037() async {
        let workflow = Workflow([.closure { (_: Int?) -> Int? in throw Mistake(number: 3) }])
        await #expect(throws: Mistake(number: 3)) { try await workflow.run() }
    }

    @Test("a closure step that yields nothing fails, with BkTask's domain and code 0")
    func noOutput() async throws {
        let forms: [WorkflowStep] = [
            .closure("empty") { (_: Int?) -> Int? in nil },
            .closure("empty") { (_: Int?, _) -> Int? in nil },
            .future("empty") { (_: Int?, _) in Future<Int?>(nil) },
            .async("empty") { (_: Int?) -> Int? in nil },
        ]
        for step in forms {
            let workflow = Workflow([.append(1), step, .append(2)])
            let error = try #require(await workflow.runToEnd().error)
            #expect(error as? WorkflowError == .noOutput(step: "empty"))
            #expect((error as NSError).domain == "com.backelite.bktask.ErrorDomain")
            #expect((error as NSError).code == 0)
            #expect(error.localizedDescription.contains("empty"))
            #expect(workflow.content?.output() == [1])
        }
    }

    @Test("an error that a closure reports is the failure if it yields nothing, and is ignored if it yields a value")
    func reportedError() async throws {
        func step(_ output: Int?) -> WorkflowStep {
            .closure { (_: Int?, _, error) in
                error = Mistake(number: 4)
                return output
            }
        }
        #expect(await Workflow([step(nil)]).runToEnd().error as? Mistake == Mistake(number: 4))
        #expect(try await Workflow([step(5)]).output() == 5)
    }

    @Test("a step that throws CancellationError cancels the workflow; no observer is called")
    func cancellation() async {
        let recorder = Recorder<String>()
        let workflow = Workflow([.fail(CancellationError()), .append(2)])
        workflow.onFailure(on: .immediate) { _, _ in recorder.note("failure") }
        #expect(await workflow.runToEnd().isCancelled)
        #expect(workflow.isCancelled && workflow.isFinished)
        #expect(recorder.entries.isEmpty)
    }
}
