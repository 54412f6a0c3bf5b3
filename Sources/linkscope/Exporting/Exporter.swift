import AppLinks
import Bytes
import Checks
import Deciding
import Dispatch
import Inspector
import JSONDocument
import LinkLayers
import Panes
import PlainMode
import Projects
import Records
import Reports
import Secrets
import Store
import Synchronization
import Tasks

/// Writes files for the inspector, one at a time, on a thread of its own.
nonisolated final class Exporter: Sendable {
    private let store: any RecordStore
    private let reader: RecordReader
    private let post: @Sendable (Message) -> Void
    private let writer: any FileWriting
    private let thread = WorkerThread("exports")
    private let running = Mutex<CancellationTokenSource?>(nil)

    /// - Parameters:
    ///   - writer: Writes to the disk.
    ///   - post: Takes the news about the progress.
    init(
        _ store: any RecordStore, _ reader: RecordReader, writer: any FileWriting = SystemFileWriter(),
        post: @escaping @Sendable (Message) -> Void
    ) {
        self.store = store
        self.reader = reader
        self.writer = writer
        self.post = post
    }

    /// Writes a file. The message tells how that ended.
    func run(_ export: Export) -> Future<Message?> {
        let source = CancellationTokenSource()
        running.withLock { $0 = source }
        return thread.answer { [self] in .export(export.number, write(export, source.token)) }
    }

    func stop() { running.withLock { $0?.cancel() } }

    /// Stops the running export. The future settles when its file is removed.
    func end() -> Future<Void> {
        stop()
        return thread.drained()
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
            return .failed(Self.words(error, file, .recordSuite, "suite! \(export.path) \(order.typed)"))
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
        for start in stride(from: 0, to: order.rows.count, by: ExportWriter.pieceRows) {
            let range = start..<min(start + ExportWriter.pieceRows, order.rows.count)
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

/// Makes the bytes of a file that the user asked for, piece by piece. Secrets are masked in all of them.
nonisolated struct ExportWriter {
    /// Takes a piece and the number of rows that are done. Returns false to stop.
    typealias Take = (Span<UInt8>, Int) throws(SystemError) -> Bool

    let store: any RecordStore
    let reader: RecordReader
    /// The time of writing, in milliseconds since 1970.
    let now: Int64

    /// The number of rows that are read at once.
    static let pieceRows = 256

    /// Writes all pieces. Returns false if it was stopped.
    mutating func write(_ export: Export, _ take: Take) throws(SystemError) -> Bool {
        switch (export.content, export.format) {
        case (.links(let rows, let line), .csv): return try table(Self.linkColumns, rows.count, take) { linkCells($0.compactMap(line)) }
        case (.links(let rows, let line), let format):
            var inspections = InspectionWriter(.json, showsSecrets: false)
            return try objects(rows.count, isArray: format == .json, take) { links($0.compactMap(line), &inspections) }
        case (.events(let rows, let line), .csv): return try table(Self.eventColumns, rows.count, take) { eventCells($0.compactMap(line)) }
        case (.events(let rows, let line), let format):
            return try objects(rows.count, isArray: format == .json, take) { range in
                store.json(of: range.compactMap(line), reader).map { JSONLine.safe(Secrets.masked($0)) }
            }
        case (.report(let record, _, let state), _): return try take(Array(report(state.story(of: record)).utf8).span, 1)
        // `Exporter` writes suites, which have a second file.
        case (.suite, _): return true
        case (.pages(let pages), _):
            var log = HARLog()
            for page in pages { log.append(page.value, endedAt: page.time) }
            return try take(Array((log.json + "\n").utf8).span, pages.count)
        }
    }

    // MARK: JSON

    /// Writes objects, one on each line, or as an array.
    private func objects(
        _ count: Int, isArray: Bool, _ take: Take, _ make: (Range<Int>) -> [[UInt8]]
    ) throws(SystemError) -> Bool {
        var isFirst = true
        if isArray, try !take(Array("[\n".utf8).span, 0) { return false }
        for start in stride(from: 0, to: count, by: Self.pieceRows) {
            let range = start..<min(start + Self.pieceRows, count)
            var bytes: [UInt8] = []
            for object in make(range) {
                if isArray, !isFirst { bytes += ",\n".utf8 }
                bytes += object
                if !isArray { bytes.append(UInt8(ascii: "\n")) }
                isFirst = false
            }
            guard try take(bytes.span, range.upperBound) else { return false }
        }
        return isArray ? try take(Array("\n]\n".utf8).span, count) : true
    }

    /// Returns the inspections of links, in the format of `linkscope inspect --json`, with what happened to each link in this session.
    private func links(_ lines: [LinkLine], _ writer: inout InspectionWriter) -> [[UInt8]] {
        let stored = store.records(lines.map(\.record))
        return lines.compactMap { line in
            guard let record = stored[line.record] else { return nil }
            let content = reader.content(of: record.bytes, isCut: record.isCut)
            writer.append(content, in: session(of: line, record, content))
            defer { writer.removeAll(keeping: 1 << 16) }
            return writer.withOutput { output in
                var bytes = Array(output.array)
                while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
                return bytes
            }
        }
    }

    private func session(of line: LinkLine, _ record: StoredRecord, _ content: RecordContent) -> LinkSession {
        var events: [Event] = []
        let arrival = Timestamp.string(record.arrivedAt)
        if let receiver = line.firstReceiver {
            events = content.events.map { posted in
                var event = posted
                (event.time, event.app) = (record.arrivedAt, receiver)
                return event
            }
        }
        events += line.posted
        return LinkSession(
            number: line.number, time: arrival, source: record.source.rawValue, result: line.result, reason: line.story(content).reason,
            receiver: line.receiver, events: events)
    }

    // MARK: Tables

    private static let linkColumns = [
        "number", "time", "source", "link", "target", "referer", "referer_url", "received_by", "severity", "findings",
        "result", "reason",
    ]
    private static let eventColumns = ["link", "time", "event", "app", "from", "to", "result", "url", "undone", "arguments"]

    private func table(
        _ columns: [String], _ count: Int, _ take: Take, _ make: (Range<Int>) -> [[String]]
    ) throws(SystemError) -> Bool {
        var table = CSVTable()
        table.append(columns)
        var start = 0
        repeat {
            let range = start..<min(start + Self.pieceRows, count)
            for cells in make(range) { table.append(cells) }
            guard try take(table.bytes.span, range.upperBound) else { return false }
            table.removeAll()
            start = range.upperBound
        } while start < count
        return true
    }

    private func linkCells(_ lines: [LinkLine]) -> [[String]] {
        let stored = store.records(lines.map(\.record))
        return lines.compactMap { line in
            guard let record = stored[line.record] else { return nil }
            let content = reader.content(of: record.bytes, isCut: record.isCut)
            var inspection: LinkInspection?
            if case .link(let found) = content { inspection = found }
            let link = inspection?.link
            return [
                "\(line.number)", Timestamp.string(record.arrivedAt), record.source.rawValue,
                inspection.map { PlainText.safe($0.text.masked()) } ?? Self.masked(record.bytes), inspection?.target.masked() ?? "",
                Secrets.masked(link?.refererAppName ?? ""), link?.refererURL.flatMap { inspection?.searched($0).masked() } ?? "",
                line.receiver ?? "",
                content.findings.map(\.severity).max()?.rawValue ?? "", content.findings.map(\.code.rawValue).joined(separator: " "),
                line.result, Secrets.masked(line.story(content).reason ?? ""),
            ]
        }
    }

    private func eventCells(_ lines: [EventLine]) -> [[String]] {
        store.read(lines, reader).compactMap { line, record in
            guard let facts = line.facts(record) else { return nil }
            let event = facts.event
            return [line.source.linkNumber.map { "\($0)" } ?? "", event.isoTime]
                + [event.name, event.app ?? "", facts.from, facts.to, facts.result, facts.url].map { Secrets.masked($0) }
                + [event.isUndone ? "yes" : "", Self.json(ofArgumentsIn: event)]
        }
    }

    /// Returns the arguments as a JSON object. A name that is repeated stays repeated.
    private static func json(ofArgumentsIn event: Event) -> String {
        let members = event.arguments.map { argument in
            let value = event.searched(argument).masked()
            return "\(JSONValue.string(Secrets.masked(argument.name))):\(JSONValue.string(value))"
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static func masked(_ bytes: [UInt8]) -> String { PlainText.safe(Secrets.masked(bytes)) }

    // MARK: The report on a link

    private func report(_ story: LinkStory) -> String {
        guard let record = try? store.record(story.record) else { return "This record can no longer be read.\n" }
        let title = story.number.map { "Link #\($0)" } ?? "Record"
        let arrival = Timestamp.string(record.arrivedAt)
        var report = LinkReport(
            title: story.place.map { "\(title): \($0)" } ?? title,
            facts: [(name: "linkscope", value: "\(ProgramVersion.number), written at \(Timestamp.string(now))")],
            content: reader.content(of: record.bytes, isCut: record.isCut))
        report.facts.append((name: "Arrived", value: "\(arrival) (\(record.source.rawValue))"))
        if let reception = story.reception { report.facts.append((name: "Received", value: reception)) }
        if let result = story.result {
            report.facts.append((name: "Result", value: result))
            if story.didNotOpen { report.failure = (result, story.advice) }
        }
        report.facts.append((name: "Device", value: "\(story.device.name), simulated"))

        report.journey = [(arrival, "Arrived.")]
        if story.eventsLeftOut > 0 { report.journey.append(("", "\(story.eventsLeftOut) earlier events.")) }
        for (step, read) in zip(story.steps, store.read(story.steps.map(\.event), reader)) {
            guard let event = step.event.source.event(read.record) else { continue }
            report.journey.append((event.isoTime, step.sentence))
            report.events.append(event)
        }
        report.lane = story.lane
        report.opening = story.opening
        report.lookups = story.lookups.map { ($0.title, $0.lines) }
        (report.device, report.apps) = (story.device, story.apps)
        report.commands = story.commands
        return report.markdown
    }
}

nonisolated extension RecordStore {
    /// Returns the lines of events. Reads the records that have not been read yet.
    func json(of lines: [EventLine], _ reader: RecordReader) -> [[UInt8]] {
        read(lines, reader).compactMap { line, record in line.json(record) }
    }

    /// Returns events with their records, and reads those that were not read yet.
    fileprivate func read(_ lines: [EventLine], _ reader: RecordReader) -> [(line: EventLine, record: ReadRecord?)] {
        let read = records(Array(Set(lines.filter { $0.read == nil }.compactMap(\.source.record)))).mapValues(reader.read)
        return lines.map { line in (line, line.read ?? line.source.record.flatMap { read[$0] }) }
    }
}
