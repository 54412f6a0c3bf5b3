import Records

// The steps of a file source's thread:
//
//    read all ──► follow: wait ──► the file grew? read on
//                            ├──► it is shorter, or has other bytes at the last position? its records are lost; read it from the start
//                            ├──► another file has the name? finish the old one, whose records stay readable, then read the new one
//                            └──► the name is gone? finish the file, and wait for the name
//
// The watch is set before the file is examined. A change after the examination is then always noticed.

/// The state of a file source's thread, which reads the file.
struct FileReading: ~Copyable {
    private struct Opened {
        var file: OpenFile
        var number: RecordIndex.FileNumber
        var scanner: FileScanner
        var identity: FileStatus
    }

    private let source: FileSource
    private let wake: Wake
    private var toldProgress = -1.0

    init(_ source: FileSource, wake: Wake) {
        self.source = source
        self.wake = wake
    }

    mutating func run() throws(SystemError) {
        source.tell(.reading(progress: 0))
        guard source.isFollowing else {
            var opened = try open()
            try readOn(&opened, isFirst: true)
            deliverRest(&opened)
            if !source.isCancelled { source.tell(.ended) }
            return
        }
        var watcher = try FileWatcher(path: source.path, cancel: wake)
        try watcher.watchFile()
        var opened = try open()
        try readOn(&opened, isFirst: true)
        // If the file was not changed for a second, its last line is treated as complete even without a newline.
        if WallClock.now() - opened.identity.modifiedAt > 1000 { deliverRest(&opened) }
        if !source.isCancelled { source.tell(.following) }
        var hasName = try settle(&opened, &watcher, hadName: true)
        while !source.isCancelled {
            switch try watcher.wait(milliseconds: opened.scanner.hasRest ? source.patience : nil) {
            case .cancelled: return
            case .timeout: deliverRest(&opened)
            case .changed: hasName = try settle(&opened, &watcher, hadName: hasName)
            }
        }
    }

    /// Handles all changes to the file. Returns whether a file with its name exists.
    private mutating func settle(_ opened: inout Opened, _ watcher: inout FileWatcher, hadName: Bool) throws(SystemError) -> Bool {
        var isOther = !hadName
        while !source.isCancelled {
            if try isOverwritten(opened) {
                isOther = true
                source.records.index.markLost(opened.number, reason: "was overwritten or truncated")
                source.tell(.changed(.truncated))
                opened = try fresh(opened.file)
            }
            try readOn(&opened, isFirst: false)
            guard let named = try? FileStatus.of(source.path, followingLinks: true) else {
                deliverRest(&opened)
                if hadName { source.tell(.changed(.removed)) }
                try watcher.watchFolder()
                // A file with the name may have appeared before the folder was watched.
                if (try? FileStatus.of(source.path, followingLinks: true)) == nil { return false }
                continue
            }
            if named.isSameFile(as: opened.identity) {
                if !hadName { try watcher.watchFile() }
                if isOther { source.tell(.following) }
                return true
            }
            deliverRest(&opened)
            isOther = true
            source.tell(.changed(.replaced))
            try watcher.watchFile()
            opened = try open(isReopening: false)
        }
        return true
    }

    private func open(isReopening: Bool = true) throws(SystemError) -> Opened {
        // A named pipe may have replaced the file.
        let file = if let copy = source.copy { copy } else { try OpenFile.regular(source.path, O_RDONLY) }
        let status = try file.status()
        if isReopening, let reopened = source.reopened, let old = try? reopened.file.status() {
            if old.isSameFile(as: status), old.size >= reopened.end {
                return Opened(
                    file: reopened.file, number: reopened.number,
                    scanner: FileScanner(reopened.file, from: reopened.end, source.records.reader),
                    identity: status)
            }
            source.tell(.changed(old.isSameFile(as: status) ? .truncated : .replaced))
        }
        return try fresh(file)
    }

    /// Returns the file with a scanner at its start and a new file number.
    private func fresh(_ file: OpenFile) throws(SystemError) -> Opened {
        Opened(
            file: file, number: source.records.index.addFile(file, path: source.path),
            scanner: FileScanner(file, from: 0, source.records.reader),
            identity: try file.status())
    }

    /// Returns whether the file was overwritten: it is shorter than before, or the last bytes that were read have changed.
    private func isOverwritten(_ opened: Opened) throws(SystemError) -> Bool {
        let last = opened.scanner.lastBytes
        let there = try opened.file.bytes(at: opened.scanner.readOffset - Int64(last.count), count: last.count)
        return there != last
    }

    /// Reads on to the end of the file and delivers all complete lines.
    private mutating func readOn(_ opened: inout Opened, isFirst: Bool) throws(SystemError) {
        while !source.isCancelled {
            let start = opened.scanner.lineOffset
            let found = try opened.scanner.next()
            append(found, of: opened, from: start)
            if found.reachedEnd { return }
            if isFirst { tellProgress(opened) }
            source.records.outbox?.waitForRoom()
        }
    }

    private func deliverRest(_ opened: inout Opened) {
        guard opened.scanner.hasRest, !source.isCancelled else { return }
        let start = opened.scanner.lineOffset
        append(opened.scanner.takeRest(), of: opened, from: start)
    }

    private func append(_ found: FileScanner.Found, of opened: Opened, from start: Int64) {
        guard !found.places.isEmpty else { return }
        let reference = FileReference(
            path: source.path, size: (try? opened.file.status().size) ?? found.end, inode: opened.identity.inode,
            offset: start, end: found.end, records: found.places.count)
        source.records.append(found, of: opened.number, reference: reference)
        source.records.count(found.places.count, from: source.name)
    }

    private mutating func tellProgress(_ opened: Opened) {
        let size = max(opened.identity.size, 1)
        let progress = min(Double(opened.scanner.lineOffset) / Double(size), 1)
        guard progress - toldProgress >= 0.02 else { return }
        toldProgress = progress
        source.tell(.reading(progress: progress))
    }
}
