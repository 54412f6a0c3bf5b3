import Foundation
import Tasks
import Workflows

/// Records entries from any thread, in order.
final class Recorder<Entry: Sendable>: Sendable {
    private let stored = Locked<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    func note(_ entry: Entry) {
        stored.withLock { $0.append(entry) }
    }
}

struct Mistake: Error, Equatable {
    var number = 0
}

/// An object that observers are added for, or whose lifetime is tracked.
final class Target: Sendable {}

extension WorkflowStep {
    /// Creates a step that appends its number to the list in the object slot.
    static func append(_ number: Int, on executor: FutureExecutor? = nil) -> WorkflowStep {
        .closure("\(number)", on: executor) { (list: [Int]?) in (list ?? []) + [number] }
    }

    /// Creates a step that records that it runs and then waits for `gate`.
    static func wait(for gate: Promise<Void>, _ name: String = "wait") -> WorkflowStep {
        WorkflowStep(name, on: .immediate) { content, _ in gate.future.continueOnSuccessWith { content } }
    }

    static func fail(_ error: any Error) -> WorkflowStep {
        .content("fail") { _ in throw error }
    }

    /// Creates a step that puts bytes into the data slot.
    static func data(_ text: String) -> WorkflowStep {
        .content("data") { $0[.data] = Data(text.utf8) }
    }
}

extension Workflow {
    /// Runs the workflow to its end, whatever the outcome.
    @discardableResult
    func runToEnd() async -> Outcome<WorkflowContent> {
        await start().settled()
    }

    /// Runs the workflow and returns its output.
    func output<Value: Sendable>(as type: Value.Type = Value.self) async throws -> Value? {
        try await run().output()
    }
}

extension Outcome {
    var succeeded: Bool { value != nil }
}
