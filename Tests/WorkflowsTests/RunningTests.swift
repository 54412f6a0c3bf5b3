import Dispatch
import Tasks
import TestSupport
import Testing
import Workflows

/// How workflows run.
struct RunningTests {
    @Test("bk-002: steps run in order, one at a time")
    func bk002() async throws {
        let inside = Locked(0)
        let workflow = Workflow(
            (1...3).map { number in
                .closure("\(number)") { (list: [Int]?) -> [Int]? in
                    #expect(
                        inside.withLock {
                            $0 += 1; return $0
                        } == 1)
                    defer { inside.withLock { $0 -= 1 } }
                    return (list ?? []) + [number]
                }
            })
        #expect(try await workflow.output() == [1, 2, 3])
    }

    @Test("bk-004: a new workflow is neither executing nor finished")
    func bk004() {
        let workflow = Workflow([.append(1)])
        #expect(workflow.status == WorkflowStatus())
        #expect(!workflow.isExecuting && !workflow.isFinished && !workflow.isCancelled)
        #expect(workflow.content == nil)
    }

    @Test("bk-005: the status is executing, finished, not executing; then the observers are called")
    func bk005() async {
        let recorder = Recorder<String>()
        let workflow = Workflow([.append(1)])
        workflow.onStatus { _, status in
            recorder.note("\(status.isExecuting ? "executing" : "idle") \(status.isFinished ? "finished" : "open")")
        }
        workflow.onSuccess(on: .immediate) { (workflow, _: [Int]?) in
            recorder.note("success \(workflow.isExecuting) \(workflow.isFinished)")
        }
        await workflow.runToEnd()
        #expect(recorder.entries == ["executing open", "executing finished", "idle finished", "success false true"])
    }

    @Test("bk-007: a step runs on its executor; without one, on the queue that all workflows share")
    func bk007() async {
        let own = DispatchQueue(label: "own")
        let key = DispatchSpecificKey<String>()
        own.setSpecific(key: key, value: "own")
        let places = Recorder<String?>()
        let note: @Sendable (inout WorkflowContent) -> Void = { _ in places.note(DispatchQueue.getSpecific(key: key)) }
        await Workflow([.content(body: note), .content(on: .queue(own), body: note), .content(body: note)]).runToEnd()
        #expect(places.entries == [nil, "own", nil])
    }

    @Test("bk-009: two workflows may wait for each other")
    func bk009() async {
        let hello = DispatchSemaphore(value: 0)
        let answer = DispatchSemaphore(value: 0)
        let first = Workflow([
            .content { _ in
                hello.signal(); answer.wait()
            }
        ])
        let second = Workflow([
            .content { _ in
                hello.wait(); answer.signal()
            }
        ])
        first.start()
        second.start()
        #expect(await first.completion.settled().succeeded)
        #expect(await second.completion.settled().succeeded)
    }

    @Test("bk-010: a workflow without steps finishes at once")
    func bk010() async {
        let workflow = Workflow()
        #expect(await workflow.runToEnd().succeeded)
        #expect(workflow.isFinished && !workflow.isExecuting)
    }

    @Test("bk-012: starting twice is a programming error")
    func bk012() async {
        await #expect(processExitsWith: .failure) {
            let workflow = Workflow([.content(on: .immediate) { _ in }])
            workflow.start()
            workflow.start()
        }
    }

    @Test("a thousand steps on the calling thread do not grow the stack")
    func manySteps() async throws {
        let workflow = Workflow((0..<1_000).map { .append($0, on: .immediate) })
        #expect(try await workflow.output() == Array(0..<1_000))
    }

    @Test("the time for a step does not grow with the number of steps")
    func veryManySteps() {
        let step = WorkflowStep.closure(on: .immediate) { (number: Int?) in (number ?? 0) + 1 }
        let isLinear = ThreadTime.isLinear(from: 2000) { size in
            let content = Workflow(Array(repeating: step, count: size)).start()
            #expect(content.result?.output() == size)
        }
        #expect(isLinear)
    }

    @Test("workflows that start each other on the calling thread do not grow the stack either")
    func nested() async throws {
        #expect(try await Self.countdown(from: 20_000).output() == 0)
    }

    private static func countdown(from number: Int) -> Workflow {
        let step = WorkflowStep("count", on: .immediate) { content, _ in
            var content = content
            content.setOutput(number, for: .object)
            return number == 0 ? Future(content) : countdown(from: number - 1).start()
        }
        return Workflow([step])
    }

    @Test("a workflow lives while it runs, and no longer")
    func lifetime() async {
        weak var weakWorkflow: Workflow?
        let gate = Promise<Void>()
        let completion: Future<WorkflowContent>
        do {
            let workflow = Workflow([.wait(for: gate)])
            weakWorkflow = workflow
            workflow.onSuccess(on: .immediate) { (workflow, _: Int?) in _ = workflow }
            completion = workflow.start()
        }
        #expect(weakWorkflow != nil)
        gate.set()
        #expect(completion.isCompleted)
        #expect(weakWorkflow == nil)
    }

    @Test("a workflow that is dropped before its start ends cancelled")
    func dropped() {
        let completion = Workflow([.append(1)]).completion
        #expect(completion.isCancelled)
    }

    @Test("the description names identifier, state and steps")
    func description() {
        let workflow = Workflow([.append(1), .append(2)], identifier: "start page")
        #expect(workflow.description == "Workflow “start page”: ready, 1 → 2")
        workflow.identifier = nil
        #expect(workflow.description == "Workflow: ready, 1 → 2")
    }
}
