internal import Foundation
internal import Tasks

extension Task {
    /// Blocks the calling thread until this has completed.
    ///
    /// On the main thread it says so on the standard error stream, and goes on: work that needs the main thread never comes
    /// to an end there.
    public func waitUntilCompleted() {
        if storage.isCompleted { return }
        if MainQueue.isCurrent {
            FileHandle.standardError.write(Data("BoltsSwift: waitUntilCompleted() blocks the main thread.\n".utf8))
        }
        storage.wait()
    }
}
