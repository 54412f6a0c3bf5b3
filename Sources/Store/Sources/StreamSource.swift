import Records
import Synchronization
import Tasks

/// Reads records from standard input or a pipe on its own thread. Lines that are available together go to the journal in one write.
package final class StreamSource: Sendable {
    package let name: String
    private let input: Int32
    /// The file of the descriptor; nil if the descriptor belongs to the caller. This reference keeps the descriptor open.
    private let file: OpenFile?
    private let source: RecordSource
    package let records: Records
    /// The end of what was read of a device's log. Lines before it are left out.
    private let progress: LogProgress?
    /// The state after the end of the stream; nil if the owner of the source reports it, because only the owner knows why the stream ended.
    private let stateAtEnd: SourceState?
    /// Completed when the thread stops reading.
    private let end = Promise<Void>()
    private let wake: Wake
    private let isCancelled = Atomic(false)

    /// Reads a descriptor, and keeps its file open meanwhile. Without a file, the descriptor belongs to the caller.
    init(
        descriptor: Int32, of file: OpenFile? = nil, name: String = SourceName.standardInput, source: RecordSource = .standardInput,
        records: Records, progress: LogProgress? = nil, stateAtEnd: SourceState? = .ended
    ) throws(SystemError) {
        self.progress = progress
        self.stateAtEnd = stateAtEnd
        self.name = name
        self.source = source
        self.records = records
        input = descriptor
        self.file = file
        wake = try Wake()
    }

    /// Opens a named pipe or a device, without waiting for a writer.
    package convenience init(path: String, records: Records) throws(SystemError) {
        let file = try OpenFile.open(path, O_RDONLY | O_NONBLOCK)
        try self.init(descriptor: file.descriptor, of: file, name: path, source: .file, records: records)
    }

    /// Reads everything until the end, and returns a source for a copy in a file without a name. Its records stay in that file, so their
    /// number is not limited by the memory. Call this instead of `start`.
    package func spooled(in folder: String) throws(SystemError) -> FileSource {
        let spool = try SpoolFile(beside: folder + "/linkscope")
        try spool.append(everythingFrom: input)
        return try FileSource(spool, of: name, records: records)
    }

    /// Starts reading. Errors are reported as the state of the source.
    package func start() {
        records.read(from: name, at: name, thread: "stream", atEnd: { [end] in end.trySet(()) }, run)
    }

    /// Settles when the source has stopped reading.
    var ended: Future<Void> { end.future }

    /// Requests the thread to stop reading. Records that were delivered are kept.
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wake.signal()
        records.outbox?.wakeAll()
    }

    private func run() throws(SystemError) {
        var buffer = LineBuffer(limit: RecordLimits.kept, capacity: 1 << 18)
        var group = LineGroup(from: source, records.reader, now: records.now)
        // A source that is stopped at once must not tell that it follows after it was reported as off.
        guard !isCancelled.load(ordering: .acquiring) else { return }
        tell(stateAtEnd == .ended ? .reading(progress: nil) : .following)
        while !isCancelled.load(ordering: .acquiring) {
            let ready = try Readiness.wait([(wake.descriptor, Readiness.readable), (input, Readiness.readable)])
            if ready[0] != 0 { return }
            guard let count = try buffer.receive(from: input) else { continue }
            while let line = buffer.nextLine() {
                if let progress, !progress.note(buffer.bytes[line.range]) { continue }
                add(line, of: buffer, to: &group)
                if group.isFull, !deliver(&group) { return }
            }
            if count == 0, let line = buffer.takeRest() { add(line, of: buffer, to: &group) }
            if !deliver(&group) { return }
            if count == 0 {
                if let stateAtEnd { tell(stateAtEnd) }
                return
            }
        }
    }

    // If this is inlined, the compiler of Swift 6.3.1 crashes in an optimized build with `-enable-testing`.
    @inline(never)
    private func add(_ line: LineBuffer.Line, of buffer: LineBuffer, to group: inout LineGroup) {
        if source == .log {
            group.addLogLine(buffer.bytes[line.range])
        } else {
            group.add(buffer.bytes[line.range], isCut: line.isCut)
        }
    }

    /// Adds the records of a group. Returns whether reading may continue.
    private func deliver(_ group: inout LineGroup) -> Bool {
        defer { group.removeAll() }
        if case .refused(_, let reason) = records.append([group], ifUnwritable: .hold) {
            tell(.failed(reason: "\(name): reading stopped; \(group.count) records were not added. \(reason)"))
            return false
        }
        records.count(group.count, linesLeftOut: group.linesLeftOut, from: name)
        records.outbox?.waitForRoom()
        return true
    }
}
