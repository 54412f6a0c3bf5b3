// Runs continuations on an actor in the order they arrive. One task per continuation would not keep the order, because tasks
// created by one thread may reach an actor in any order. So one task at a time carries all queued jobs to the actor.

/// The queue of jobs for an actor, as a value without side effects.
private struct ActorQueue: Sendable {
    private var jobs: [@Sendable () -> Void] = []
    private var isCarried = false

    /// Adds a job. Returns whether the caller must start a task that carries the jobs to the actor.
    mutating func append(_ job: @escaping @Sendable () -> Void) -> Bool {
        jobs.append(job)
        defer { isCarried = true }
        return !isCarried
    }

    /// Returns the queued jobs. If there are none, the task that carries the jobs must end.
    mutating func takeAll() -> [@Sendable () -> Void] {
        defer { jobs = [] }
        isCarried = !jobs.isEmpty
        return jobs
    }
}

extension FutureExecutor {
    /// Runs continuations on an actor, always asynchronously, in the order they are submitted to this executor.
    ///
    /// The compiler does not know that the closure is isolated to the actor. Call `actor.assumeIsolated` in the closure; the call always
    /// succeeds. Closures that wait for the actor together run with the priority of the task that submitted the first of them.
    /// - Parameter actor: The actor to run on: the main actor or any other, with or without an executor of its own. The returned executor
    ///   keeps the actor alive.
    public static func actor(_ actor: any Actor) -> FutureExecutor {
        let mailbox = ActorMailbox(actor)
        return .custom("actor \(type(of: actor))") { mailbox.submit($0) }
    }
}

/// The queue of the jobs for one actor.
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

    /// Runs the queued jobs on the actor, and lets other work of the actor run between two rounds.
    private func carry(on actor: isolated any Actor) async {
        while true {
            let jobs = queue.withLock { $0.takeAll() }
            if jobs.isEmpty { return }
            for job in jobs { job() }
            await Task.yield()
        }
    }
}
