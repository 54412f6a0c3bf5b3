internal import Foundation
internal import Tasks

extension Task {
    /// Blocks the calling thread until this task has completed.
    ///
    /// On the main thread, the method writes a warning to standard error before waiting, because a task that needs the main thread would
    /// never complete.
    public func waitUntilCompleted() {
        if storage.isCompleted { return }
        if MainQueue.isCurrent {
            FileHandle.standardError.write(Data("BoltsSwift: waitUntilCompleted() blocks the main thread.\n".utf8))
        }
        storage.wait()
    }
}
