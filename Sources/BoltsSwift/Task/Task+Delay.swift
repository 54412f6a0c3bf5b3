internal import Dispatch
public import Foundation
internal import Tasks

extension Task {
    /// A task that succeeds, with nothing, once that many seconds have passed.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        Task<Void>.delayed(delay)
    }
}

extension Task where TResult == Void {
    /// A task that succeeds once that many seconds have passed.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        delayed(delay)
    }

    fileprivate class func delayed(_ delay: TimeInterval) -> Task<Void> {
        let promise = Promise<Carried<Void>>.ofTask()
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { promise.trySet(Carried(())) }
        return Task(storage: promise.future)
    }
}
