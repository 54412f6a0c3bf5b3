import Dispatch
import Tasks

/// The executors of a network, good and bad ones. Executors of the same place share their queue, thread or actor.
struct StressExecutors: Sendable {
    private actor Somebody {}

    private let queue: DispatchQueue
    private let thread: WorkerThread
    private let actor: FutureExecutor
    private let postman: StressPostman

    init(seed: UInt64, _ postman: StressPostman) {
        queue = DispatchQueue(label: "stress \(seed)")
        thread = WorkerThread("other \(seed)")
        actor = .actor(Somebody())
        self.postman = postman
    }

    subscript(place: StressPlan.Place) -> FutureExecutor {
        let postman = postman
        return switch place {
        case .direct: .default
        case .immediate: .immediate
        case .global: .queue(.global())
        case .serial: .queue(queue)
        case .thread: thread.executor
        case .actor: actor
        case .inline: .custom("\(place)") { job in job() }
        case .late: .custom("\(place)") { job in postman.take(job) }
        case .twice:
            .custom("\(place)") { job in
                job()
                job()
                postman.take(job)
            }
        case .twiceLate:
            .custom("\(place)") { job in
                postman.take(job)
                DispatchQueue.global().async(execute: job)
            }
        case .dropping: .custom("\(place)") { _ in }
        case .droppingLate: .custom("\(place)") { job in postman.take(isLost: true, job) }
        }
    }
}
