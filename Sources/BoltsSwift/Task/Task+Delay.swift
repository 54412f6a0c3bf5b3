public import Foundation
internal import Tasks

extension Task {
    /// Returns a task that succeeds after `delay` seconds.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        Task<Void>.delayed(delay)
    }
}

extension Task where TResult == Void {
    /// Returns a task that succeeds after `delay` seconds.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        delayed(delay)
    }

    fileprivate class func delayed(_ delay: TimeInterval) -> Task<Void> {
        let promise = Promise<Carried<Void>>.leavingPending()
        // A `Duration` cannot hold every number of seconds. Thirty years are as good as forever.
        let seconds = delay > 0 ? min(delay, 1e9) : 0
        _ = DispatchFutureTimer().schedule(after: .seconds(seconds)) { promise.trySet(Carried(())) }
        return Task(storage: promise.future)
    }
}
