/// The pipe through which a program writes to a source.
struct LogPipe {
    /// The reading end, which is closed when nobody uses it any more.
    let reader: OpenFile
    /// The writing end, which its user closes.
    let writer: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("pipe") { unsafe pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = OpenFile(adopting: ends[0])
        writer = ends[1]
    }
}
