// Continuations on an actor, in the order they come. A task for each would not keep it: tasks made by one thread may reach
// an actor in another order. So there is a queue, and one task at a time that carries it to the actor, several jobs a hop.

/// The jobs on their way to an actor. Pure: answers whether the caller has to send somebody.
private struct ActorQueue: Sendable {
    private var jobs: [@Sendable () -> Void] = []
    private var isCarried = false

    mutating func append(_ job: @escaping @Sendable () -> Void) -> Bool {
        jobs.append(job)
        defer { isCarried = true }
        return !isCarried
    }

    /// The jobs that have come meanwhile; none means that the carrier may go.
    mutating func takeAll() -> [@Sendable () -> Void] {
        defer { jobs = [] }
        isCarried = !jobs.isEmpty
        return jobs
    }
}

extension FutureExecutor {
    /// On an actor, in the order in which continuations come to this executor. Always asynchronously.
    ///
    /// The closure is not isolated to the actor as far as the compiler knows; `actor.assumeIsolated` in it tells, and holds.
    /// It runs with the priority of the task whose doing it is.
    /// - Parameter actor: Where it runs; the main actor, any other one, one with an executor of its own. It is kept alive.
    public static func actor(_ actor: any Actor) -> FutureExecutor {
        let mailbox = ActorMailbox(actor)
        return .custom("actor \(type(of: actor))") { mailbox.submit($0) }
    }
}

/// Where the jobs for one actor wait.
private final class ActorMailbox: Sendable {
    private let actor: any Actor
    private let queue = Locked(ActorQueue())

    init(_ actor: any Actor) {
        self.actor = actor
    }

    func submit(_ job: @escaping @Sendable () -> Void) {
        guard queue.withLock({ $0.append(job) }) else { return }
        Task { await self.carry(on: self.actor) }
    }

    /// Runs what is there, on the actor; between two rounds others have a chance.
    private func carry(on actor: isolated any Actor) async {
        while true {
            let jobs = queue.withLock { $0.takeAll() }
            if jobs.isEmpty { return }
            for job in jobs { job() }
            await Task.yield()
        }
    }
}
