/// The pipe through which a program writes to a source.
final class LogPipe {
    /// The reading end, which is closed when nobody uses it any more.
    let reader: OpenFile
    private let writer: Int32
    private var isWriterTaken = false

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("pipe") { unsafe pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = OpenFile(adopting: ends[0])
        writer = ends[1]
    }

    deinit {
        if !isWriterTaken { close(writer) }
    }

    /// Returns the writing end, which the caller closes.
    func takeWriter() -> Int32 {
        isWriterTaken = true
        return writer
    }
}
