package import Associations
package import Pages

/// The progress of a lookup: its steps, and the answers of servers so far.
package struct LookupProgress: Sendable {
    package enum StepState: String, Sendable {
        case waiting, working, done, failed
        /// The lookup was stopped while the step was working.
        case stopped
    }

    package struct Step: Sendable {
        package var name: String
        package var state: StepState
    }

    package private(set) var steps: [Step] = []
    package private(set) var hops: [RedirectHop] = []
    /// The association files in the order in which they arrived.
    package private(set) var files: [ServedFile] = []

    /// The page before its scripts have run or all hosts have answered.
    package private(set) var page: PageAnswer?

    /// Whether a server has answered.
    var hasFound: Bool { !hops.isEmpty || !files.isEmpty }

    /// Marks the working steps as stopped, and removes the steps that have not begun.
    mutating func stop() {
        steps.removeAll { $0.state == .waiting }
        for index in steps.indices where steps[index].state == .working { steps[index].state = .stopped }
    }

    mutating func record(_ news: LookupNews) {
        switch news {
        case .planned(let names): steps = names.map { Step(name: $0, state: .waiting) }
        case .started(let name): set(name, .working)
        case .finished(let name): set(name, .done)
        case .broke(let name): set(name, .failed)
        case .hop(let hop): hops.append(hop)
        case .file(let file): files.append(file)
        case .pageSoFar(let answer): page = answer
        case .page, .verdict, .failed, .stopped: break
        }
    }

    /// Changes the state of the first step that has this name and is not done.
    private mutating func set(_ name: String, _ state: StepState) {
        guard let index = steps.firstIndex(where: { $0.name == name && $0.state != .done }) else { return }
        steps[index].state = state
    }
}
