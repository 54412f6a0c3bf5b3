internal import Dispatch
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
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { promise.trySet(Carried(())) }
        return Task(storage: promise.future)
    }
}
