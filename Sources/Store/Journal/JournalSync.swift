import Dispatch
import Synchronization
import Tasks

// `fdatasync` takes milliseconds, and a source may deliver 50,000 records a second. So lines are written at once, which protects them against
// the end of the program, and are brought to the disk in groups: the first line after a pause starts a timer, and all lines that were written
// until it ends are synchronized together. The thread runs only while lines are written, so an idle program sleeps.

/// Brings the lines of a journal to the disk, so that a crash of the machine loses at most those of the last 50 ms.
final class JournalSync: Sendable {
    /// The time in microseconds between a line and the beginning of its synchronization. It leaves time for the disk.
    private static let pause: UInt32 = 30_000

    private let file: OpenFile
    private let writer: any FileWriting
    private let thread = WorkerThread("journal", patience: .milliseconds(500))
    private let isDirty = Atomic(false)

    init(_ file: OpenFile, _ writer: any FileWriting) {
        self.file = file
        self.writer = writer
    }

    /// Notes that a line was written.
    func noteWrite() {
        guard !isDirty.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // If no thread can be started, the system brings the lines to the disk later.
        try? thread.run { [self] in
            usleep(Self.pause)
            synchronize()
        }
    }

    /// Brings everything that was written to the disk now.
    func synchronize() {
        guard isDirty.exchange(false, ordering: .acquiringAndReleasing) else { return }
        // If the disk fails here, the next write fails too and is reported.
        try? writer.synchronize(file.descriptor)
    }
}
