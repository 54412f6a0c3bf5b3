import Checks
import Dispatch
import Inspector
import LinkLayers
import Panes
import Projects
import Records
import Store
import Synchronization
import Tasks

/// Writes files for the inspector, one at a time, on a thread of its own.
nonisolated final class Exporter: Sendable {
    private let store: any RecordStore
    private let reader: RecordReader
    private let post: @Sendable (Message) -> Void
    private let writer: any FileWriting
    private let timer: any FutureTimer
    private let thread = WorkerThread("exports")
    private let running = Mutex<CancellationTokenSource?>(nil)

    /// How long the end of the program waits for a file. A disk on the network may never answer.
    static let patience = Duration.seconds(2)

    /// - Parameters:
    ///   - writer: Writes to the disk.
    ///   - timer: Measures the patience.
    ///   - post: Takes the news about the progress.
    init(
        _ store: any RecordStore, _ reader: RecordReader, writer: any FileWriting = SystemFileWriter(), timer: any FutureTimer = .dispatch,
        post: @escaping @Sendable (Message) -> Void
    ) {
        self.store = store
        self.reader = reader
        self.writer = writer
        self.timer = timer
        self.post = post
    }

    /// Writes a file. The message tells how that ended.
    func run(_ export: Export) -> Future<Message?> {
        let source = CancellationTokenSource()
        running.withLock { $0 = source }
        return thread.answer { [self] in .export(export.number, write(export, source.token)) }
    }

    func stop() { running.withLock { $0?.cancel() } }

    /// Stops the running export. The future settles when its file is removed, or fails if the disk does not answer.
    func end() -> Future<Void> {
        stop()
        return thread.drained().timeout(after: Self.patience, timer: timer)
    }

    private func write(_ export: Export, _ token: CancellationToken) -> ExportNews {
        let path = Self.expanded(export.path)
        if case .suite(let order) = export.content { return record(order, export, in: path, token) }
        do throws(SystemError) {
            let file = try NewFile(path: path, replaces: export.replaces, writer: writer)
            let tell = progress(of: export, token)
            var content = ExportWriter(store: store, reader: reader, now: WallClock.now())
            let isComplete = try content.write(export) { bytes, done throws(SystemError) in
                try file.append(bytes)
                return tell(done)
            }
            guard isComplete else { return .stopped }
            try file.finish()
            return .written(bytes: file.count)
        } catch {
            return .failed(Self.words(error, export.path, .writeFile, "write! \(export.path)"))
        }
    }

    /// Writes a suite, and the file of its device beside it.
    private func record(_ order: SuiteOrder, _ export: Export, in path: String, _ token: CancellationToken) -> ExportNews {
        let name = Self.deviceFile(of: path)
        let devicePath = PathParts(path).folder + name
        var file = export.path
        do {
            // The file is created first, so that a file that cannot be written is reported before the suite is made.
            let suite = try NewFile(path: path, replaces: export.replaces, writer: writer)
            let made = try self.suite(order, in: PathParts(path).folder, deviceFile: name, progress(of: export, token))
            guard let made else { return .stopped }
            try suite.append(Array(made.recording.suite.utf8).span)
            if let text = made.recording.device {
                file = PathParts(export.path).folder + name
                try NewFile(path: devicePath, replaces: export.replaces, writer: writer).finish(with: Array(text.utf8))
            }
            try suite.finish()
            return .recorded(made.told)
        } catch let error as SystemError {
            return .failed(Self.words(error, file, .recordSuite, "suite! \(export.path)"))
        } catch {
            return .failed(HintedText((error as? RecordingProblem)?.words ?? "\(export.path): \(error)"))
        }
    }

    /// Returns the name of the device file of a suite: `links.device.json` for `links.yaml`.
    private static func deviceFile(of path: String) -> String {
        let name = PathParts(path).name
        return name[..<(name.lastIndex(of: ".") ?? name.endIndex)] + ".device.json"
    }

    /// The time between two messages about the progress, in nanoseconds. A file that is written faster has none.
    private static let newsInterval: UInt64 = 200_000_000

    /// Returns a function that takes the number of rows that are done, and posts it now and then. It returns false to stop the export.
    private func progress(of export: Export, _ token: CancellationToken) -> (Int) -> Bool {
        var lastNews = DispatchTime.now()
        return { [post] done in
            let now = DispatchTime.now()
            if now.uptimeNanoseconds - lastNews.uptimeNanoseconds > Self.newsInterval {
                lastNews = now
                post(.export(export.number, .progress(done)))
            }
            return !token.isCancellationRequested
        }
    }

    /// Returns the path with the user's home in place of `~`.
    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Folders.home else { return path }
        return home + path.dropFirst()
    }

    /// Returns what failed, why, and what to do.
    private static func words(_ error: SystemError, _ path: String, _ command: Command, _ typed: String) -> HintedText {
        let advice: String
        switch error.code {
        case EEXIST: return "\(path) exists already. To replace it, \(type: command, typed)"
        case EISDIR: return "\(path) is a folder. Add the name of a file."
        case ENOENT, ENOTDIR: return "\(path): its folder does not exist. Create the folder, or choose another one."
        case _ where error.isDiskFull: advice = "Free some space, or write to another disk."
        case EACCES, EPERM, EROFS: advice = "Choose a folder that you may write to."
        default: advice = "Try another file."
        }
        return "\(path): \(error.reason). \(advice)"
    }

    // MARK: Suites

    /// The number of links that are read at once.
    private static let pieceRows = 256

    /// Makes the suite that the user ordered, from the records of its links. Returns nil if it was stopped.
    ///
    /// - Parameters:
    ///   - folder: The folder of the suite; empty for the current one.
    ///   - file: The name of the device file beside the suite.
    ///   - progress: Takes the number of links that are done. Returns false to stop.
    private func suite(
        _ order: SuiteOrder, in folder: String, deviceFile file: String, _ progress: (Int) -> Bool
    ) throws(RecordingProblem) -> (recording: Recording, told: RecordedSuite)? {
        // The device depends on what opened the links, so this is asked of all of them first.
        let openers = Set((0..<order.rows.count).lazy.compactMap { order.line($0)?.opener })
        var recorder = try SuiteRecorder(
            device: order.device, openers: openers, own: Library.devices, project: order.project,
            in: order.project?.folder.flatMap { ProjectFolder.path(of: $0, in: folder) }, file: file, keepsSecrets: order.keepsSecrets)
        var (leftOut, withoutPage) = (0, 0)
        for start in stride(from: 0, to: order.rows.count, by: Self.pieceRows) {
            let range = start..<min(start + Self.pieceRows, order.rows.count)
            let lines = range.compactMap(order.line)
            let stored = store.records(lines.map(\.record))
            for line in lines {
                guard let record = stored[line.record], let text = text(of: record) else {
                    leftOut += 1
                    continue
                }
                if line.wasOpenedByPage { withoutPage += 1 }
                try recorder.add(RecordedLink(text, from: line.opener))
            }
            guard progress(range.upperBound) else { return nil }
        }
        let recording = try recorder.recording()
        let told = RecordedSuite(
            links: recording.links, deviceFile: recording.device == nil ? nil : file, leftOut: recording.leftOut + leftOut,
            secrets: recording.secrets, withoutPage: withoutPage)
        return (recording, told)
    }

    /// Returns the link of a record; nil if it is not whole or not UTF-8.
    private func text(of record: StoredRecord) -> String? {
        guard !record.isCut, case .link(let inspection) = reader.content(of: record.bytes, isCut: false) else { return nil }
        return String(validating: inspection.bytes, as: UTF8.self)
    }
}
