import Tasks
import Testing
import Workflows

/// How steps are combined and copied.
struct BuildingTests {
    @Test("bk-063: a step can be inserted after or before another step")
    func bk063() async throws {
        let workflow = Workflow()
        let first = workflow.add(.append(1))
        let last = workflow.add(.append(4))
        workflow.insert(.append(2), after: first)
        workflow.insert(.append(3), before: last)
        #expect(workflow.steps.map(\.name) == ["1", "2", "3", "4"])
        #expect(workflow.steps.first == first)
        #expect(try await workflow.output() == [1, 2, 3, 4])
    }

    @Test("bk-065: inserting after nil makes a step the first, inserting before nil the last")
    func bk065() async throws {
        let workflow = Workflow([.append(2), .append(3)])
        workflow.insert(.append(1), after: nil)
        workflow.insert(.append(4), before: nil)
        #expect(try await workflow.output() == [1, 2, 3, 4])
    }

    @Test("bk-067: steps can be inserted after the running step and added while the last step runs")
    func bk067() async throws {
        let gates = [Promise<Void>(), Promise<Void>()]
        let workflow = Workflow([.append(1, on: .immediate)])
        let running = workflow.add(.wait(for: gates[0]))
        workflow.add(.append(3, on: .immediate))
        let last = workflow.add(.wait(for: gates[1]))
        let completion = workflow.start()
        workflow.insert(.append(2, on: .immediate), after: running)
        gates[0].set()
        workflow.add(.append(4, on: .immediate))
        workflow.insert(.append(5, on: .immediate), after: workflow.steps.last)
        #expect(workflow.steps.map(\.name) == ["1", "wait", "2", "3", "wait", "4", "5"])
        #expect(workflow.steps.contains(last))
        gates[1].set()
        #expect(try await completion.value.output() == [1, 2, 3, 4, 5])
    }

    @Test("bk-068: inserting before the running step is a programming error")
    func bk068() async {
        await #expect(processExitsWith: .failure) {
            let workflow = Workflow()
            let running = workflow.add(.wait(for: Promise<Void>()))
            workflow.start()
            workflow.insert(.append(0), before: running)
        }
        await #expect(processExitsWith: .failure) {
            let workflow = Workflow([.wait(for: Promise<Void>())])
            workflow.start()
            workflow.insert(.append(0), after: nil)
        }
    }

    @Test("bk-071: inserting next to a step of another workflow is a programming error")
    func bk071() async {
        await #expect(processExitsWith: .failure) {
            let foreign = Workflow([.append(1)]).steps[0]
            Workflow([.append(1)]).insert(.append(2), after: foreign)
        }
        await #expect(processExitsWith: .failure) {
            let workflow = Workflow([.append(1)])
            workflow.copy().insert(.append(2), before: workflow.steps[0])
        }
    }

    @Test("bk-073: a copy of a finished workflow runs the same steps in the same order")
    func bk073() async throws {
        let workflow = Workflow((1...20).map { .append($0) }, identifier: "a")
        #expect(try await workflow.output() == Array(1...20))
        let copy = workflow.copy()
        copy.add(.append(21))
        #expect(try await copy.output() == Array(1...21))
        #expect(copy.identifier == nil)
        #expect(workflow.steps.count == 20)
        #expect(workflow.content?.output() == Array(1...20))
    }

    @Test("bk-076: a copy keeps the observers and accepts new observers")
    func bk076() async {
        let recorder = Recorder<String>()
        let target = Target()
        let workflow = Workflow([.append(1)])
        workflow.onSuccess(for: target, on: .immediate) { (_, _: [Int]?) in recorder.note("old") }
        let copy = workflow.copy()
        copy.onSuccess(on: .immediate) { (_, _: [Int]?) in recorder.note("new") }
        await copy.runToEnd()
        #expect(recorder.entries == ["old", "new"])
        await workflow.runToEnd()
        #expect(recorder.entries == ["old", "new", "old"])
    }

    @Test("bk-077: a copy of a cancelled workflow can be started")
    func bk077() async {
        let workflow = Workflow([.append(1)])
        workflow.cancel()
        let copy = workflow.copy()
        #expect(copy.status == WorkflowStatus())
        #expect(await copy.runToEnd().succeeded)
    }

    @Test("a step may be used twice, in one workflow and in several")
    func recipe() async throws {
        let step = WorkflowStep.append(7)
        #expect(try await Workflow([step, step]).output() == [7, 7])
        #expect(try await Workflow([step]).output() == [7])
    }
}
