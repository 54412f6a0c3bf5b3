import AppLinks
import Tasks

/// The work of a `FetchLoop`'s thread from start to end. Used only on that thread.
final class FetchRun {
    let loop: FetchLoop
    private let multi: CurlMulti
    /// The idle transfers.
    private var resting: [CurlTransfer] = []
    /// The orders that wait, in reverse, so that the next order is the last element. The orders in `behind` come after these, in the order
    /// of that array.
    private var waiting: [FetchOrder] = []
    private var behind: [FetchOrder] = []
    private var jobs: [Int: FetchJob] = [:]
    /// The jobs that wait for a name lookup. libcurl enforces the time limits of all other jobs.
    private var lookingUp: [Int: FetchJob] = [:]

    init(loop: FetchLoop, multi: CurlMulti) {
        self.loop = loop
        self.multi = multi
    }

    /// Does all available work, then waits for more. Returns false if no work is left.
    func turn() -> Bool {
        guard let work = loop.take() else {
            cancelAll()
            return false
        }
        behind += work.arrivals
        for id in work.givenUp {
            if let job = jobs[id] { end(job, .cancelled) }
        }
        for (id, addresses) in work.lookedUp {
            if let job = lookingUp.removeValue(forKey: id) { go(on: job, job.lookedUp(addresses)) }
        }
        startWaiting()
        multi.perform()
        while let ended = multi.nextEnded() { answer(ended.transfer, ended.code) }
        for job in lookingUp.values where job.isTooLate { go(on: job, job.tooLate()) }
        startWaiting()
        guard !jobs.isEmpty else { return false }
        loop.waiting { multi.wait(lookingUp.values.map(\.timeLeft).min()) }
        return true
    }

    private func startWaiting() {
        while jobs.count < loop.settings.concurrency {
            if waiting.isEmpty {
                waiting = behind.reversed()
                behind = []
            }
            guard let order = waiting.popLast() else { return }
            // The order was cancelled while it waited.
            if order.promise.future.isCompleted { continue }
            let job = FetchJob(order, of: self)
            jobs[order.id] = job
            go(on: job, job.begin())
        }
    }

    private func go(on job: FetchJob, _ next: FetchJob.Next) {
        switch next {
        case .ask:
            guard let exchange = job.exchange else { return }
            if !exchange.start(on: multi) { end(job, .failure(FetchFailure(.noLibrary("it accepts no transfer")))) }
        case .lookUp(let host):
            let id = job.order.id
            lookingUp[id] = job
            HostLookup.start(host) { [weak loop] addresses in loop?.tell { $0.lookedUp.append((id, addresses)) } }
        case .end(let outcome):
            end(job, outcome)
        }
    }

    private func answer(_ transfer: CurlTransfer.ID, _ code: Int) {
        guard let job = jobs.values.first(where: { $0.exchange?.transfer?.id == transfer }), let exchange = job.exchange else { return }
        let next = job.answered(code, exchange)
        if let transfer = exchange.end(on: multi, code: code) {
            transfer.rest()
            resting.append(transfer)
        }
        go(on: job, next)
    }

    /// Returns an idle or new transfer, or nil if libcurl cannot create one.
    func takeTransfer() -> CurlTransfer? { resting.popLast() ?? CurlTransfer(loop.settings) }

    private func end(_ job: FetchJob, _ outcome: Outcome<FetchedPage>) {
        jobs[job.order.id] = nil
        lookingUp[job.order.id] = nil
        job.exchange?.end(on: multi)
        job.order.end(outcome)
    }

    private func cancelAll() {
        for job in jobs.values { end(job, .cancelled) }
        for order in waiting + behind + loop.takeRest().arrivals { order.end(.cancelled) }
        waiting = []
        behind = []
    }
}
