package import Associations
package import Pages

/// How far an lookup has come: its steps, and the answers of servers so far.
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
    /// Association files, as they came.
    package private(set) var files: [ServedFile] = []

    /// The page as it was before its scripts ran or all hosts answered.
    package private(set) var page: PageAnswer?

    /// Whether a server has answered.
    var hasFound: Bool { !hops.isEmpty || !files.isEmpty }

    /// Ends what is going on: steps that were working are stopped, and those that never began are left out.
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

    /// Of several steps with one name the first that is not done is meant.
    private mutating func set(_ name: String, _ state: StepState) {
        guard let index = steps.firstIndex(where: { $0.name == name && $0.state != .done }) else { return }
        steps[index].state = state
    }
}
