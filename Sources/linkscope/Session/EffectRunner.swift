import AppLinks
import CursesTerminal
import Devices
import Dispatch
import Foundation
import Inspector
import Panes
import Records
import Store
import Tasks

/// A run of the inspector, with a screen or in plain mode. Both have the same state, effects and mailbox.
protocol Session: AnyObject, Sendable {
    var state: State { get }
    var records: Records { get }
    var effects: EffectRunner { get }
    var mailbox: Mailbox { get }
    /// Called when events were added, so that followers know that they can request more.
    var onEvents: (() -> Void)? { get set }
    /// The session itself, if it has a screen.
    var screen: InspectorSession? { get }

    func handle(_ message: Message)
    /// Takes the answer to links or records that the user delivered.
    func deliver(_ answer: Future<Message?>)
    /// Opens the saved session with a journal.
    func open(_ path: String)
    func end(_ code: Int32)
}

extension Session {
    /// Returns the source for an argument. If `follow` is true, the source keeps reading a file as it grows. Delivers a link at once, as if
    /// it were pasted, and returns nil, because a link has no source.
    func source(
        of argument: InputArgument, _ input: String, follow: Bool = true, in console: Console
    ) throws(CommandFailure) -> (any IntakeSource)? {
        do throws(SystemError) {
            switch argument {
            case .link(let bytes):
                if let doubt = InputArgument.doubt(about: input) { handle(.notice(Notice(.bad, "\(doubt)"))) }
                deliver(effects.deliveries.accept(paste: bytes, from: .argument))
                return nil
            case .file(let path): return try records.source(path: path, follow: follow)
            case .standardInput: return try records.standardInput(descriptor: console.standardInput)
            }
        } catch {
            throw CommandFailure(input, error)
        }
    }

    /// Opens the socket through which other terminals reach this inspector. If that fails, the inspector shows a notice and runs without a
    /// socket.
    func listen(_ environment: [String: String]) -> InspectorSocket? {
        do throws(SocketError) {
            let folder = Folders.runtime(environment: environment)
            let socket = try InspectorSocket(folder: folder, records: records, isKept: screen != nil) { [weak self] cursor, limit, answer in
                self?.onMain { session in
                    let (lines, next) = session.eventLines(from: cursor, limit: limit)
                    answer { [records = session.records] in (records.json(of: lines, records.reader), next) }
                }
            }
            onEvents = { [weak socket] in socket?.eventsAppended() }
            handle(.address("linkscope send --to \(ProcessInfo.processInfo.processIdentifier) LINK"))
            return socket
        } catch {
            handle(.notice(Notice(.bad, "linkscope send cannot reach this inspector: \(error)")))
            return nil
        }
    }

    /// Returns the events from a position on, and the position after them.
    func eventLines(from cursor: Int, limit: Int) -> (lines: [EventLine], next: Int) {
        let range = min(max(cursor, 0), state.lists.events.count)..<min(max(cursor, 0) + limit, state.lists.events.count)
        return (range.compactMap { state.eventLine(at: $0) }, range.isEmpty ? state.lists.events.count : range.upperBound)
    }

    /// Handles the message of an effect. If the message is already available, it is handled at once, so that the next frame or sentence
    /// shows its result. Otherwise it is handled when it arrives.
    func receive(_ answer: Future<Message?>) {
        guard let outcome = answer.outcome else { return mailbox.post(urgent: answer) }
        if let message = outcome.value ?? nil { handle(message) }
    }

    /// Runs `body` on the main actor as soon as possible.
    nonisolated func onMain(_ body: @escaping @MainActor (Self) -> Void) {
        DispatchQueue.main.async { [weak self] in
            // The main queue runs on the main actor.
            MainActor.assumeIsolated { if let self { body(self) } }
        }
    }
}

final class EffectRunner {
    let deliveries: Deliveries
    /// The saved sessions, of which the user can open another one.
    let shelf: SessionShelf
    private let pages: SamplePages
    private let lookups: LookupRunner
    private let devices: DeviceRunner
    let reader: BackgroundReader
    private let exporter: Exporter
    private let searcher: RowSearcher
    private let sorter: RowSorter
    private let files: DeviceFiles
    private let measurement = MeasurementCenter()
    private var resolving: CancellationTokenSource?

    /// - Parameters:
    ///   - store: Where records are read; nil for `records`.
    ///   - isKept: Whether records are saved.
    init(
        _ records: Records, store: (any RecordStore)? = nil, isKept: Bool, pages: SamplePages, network: NetworkRules, files: DeviceFiles,
        mailbox: Mailbox, environment: [String: String]
    ) {
        let (store, reader) = (store ?? records, records.reader)
        let post: @Sendable (Message) -> Void = { mailbox.post(urgent: $0) }
        deliveries = Deliveries(records, isKept: isKept)
        shelf = SessionShelf(records, environment)
        self.reader = BackgroundReader(store, reader)
        self.pages = pages
        self.files = files
        lookups = LookupRunner(network, environment: environment, post: post)
        devices = DeviceRunner(environment: environment, post: post)
        exporter = Exporter(store, reader, post: post)
        searcher = RowSearcher(store, reader, post: post)
        sorter = RowSorter(store, reader, post: post)
    }

    /// Carries out an effect. Some effects finish at once. Others take a while on a thread of their own, and the session receives a future.
    func run(_ effect: Effect, for session: any Session) {
        switch effect {
        case .paste(let text, let source): session.deliver(deliveries.accept(paste: text, from: source))
        case .deliver(let record, let source): session.deliver(deliveries.accept(record: record, from: source))
        case .record(let act, let time):
            deliveries.note(act, at: time)
            session.screen?.keepHistory()
        case .parse(let record): session.receive(reader.parse(record))
        case .search(let scan): searcher.run(scan)
        case .stopSearch: searcher.stop()
        case .sort(let scan): sorter.run(scan)
        case .stopSort: sorter.stop()
        case .saveApps(let declarations): session.receive(files.save(declarations))
        case .post(let events): measurement.post(events)
        case .encodeQRCode(let bytes): session.handle(.qrCode(QREncoder.code(of: bytes)))

        case .resolve(let opening, let idiom): session.receive(resolve(opening, idiom))
        case .cancelResolving:
            resolving?.cancel()
            resolving = nil
        case .lookUp(let lookup): lookups.run(lookup)
        case .stopLookup: lookups.stop()
        case .findDevices(let tools): devices.find(tools)
        case .findHandlers(let link, let device): devices.findHandlers(of: link, on: device)
        case .openOnDevice(let request): devices.open(request)
        case .stopOpeningOnDevice: devices.stop()
        case .export(let export): session.receive(exporter.run(export))
        case .stopExport: exporter.stop()

        case .listSessions: session.receive(shelf.list())
        case .nameSession(let path, let name): session.receive(shelf.name(path, name))
        case .deleteSession(let path): session.receive(shelf.delete(path))
        case .openSession(let path): session.open(path)
        case .quit: session.end(Exit.fine)

        // Plain mode has no screen: no window shows the sources or the history, and no notice has to disappear.
        case .startSource(let request): session.screen?.sources.start(request)
        case .stopSource(let name): session.screen?.sources.stop(name)
        case .countSources(let milliseconds): session.screen?.countSources(after: milliseconds)
        case .searchHistory(let words, let isFirst): session.screen?.history.search(words, updates: isFirst)
        case .readSession(let entry): session.screen?.history.readSession(of: entry)
        case .closeHistory: session.screen?.history.stopSearch()
        case .holdReplay(let isHeld): session.screen?.onHoldReplay?(isHeld)
        case .expireNotice(let number, let milliseconds): session.screen?.post(.noticeExpired(number), after: milliseconds)
        case .measureRate(let milliseconds): session.screen?.post(.rateMeasured, after: milliseconds)
        case .copy(let bytes): session.screen?.copy(bytes)
        case .edit(let text): session.screen?.edit(text)
        case .savePaneSizes(let sizes): session.screen?.save(sizes)
        case .use(let theme): session.screen?.use(theme)
        case .repaint: session.screen?.terminal?.repaint()
        case .suspend: session.screen?.terminal?.suspend()
        }
    }

    /// How long linkscope waits for its parts when it ends. A disk on the network may never answer.
    static let patience = Duration.seconds(5)

    /// Stops what runs, and waits until no browser, tool, folder or incomplete file is left and `others` have ended, but not longer than
    /// `patience`. Do not run any effect after this call.
    func end(_ others: [Future<Void>] = []) async {
        searcher.stop()
        sorter.stop()
        _ = await Self.end(of: lookups.end() + devices.end() + [exporter.end()] + others).settled()
    }

    /// Returns a future that settles when all of these have ended, or fails if one of them takes too long.
    static func end(of parts: [Future<Void>], timer: any FutureTimer = .dispatch) -> Future<Void> {
        .whenAll(parts).timeout(after: patience, timer: timer)
    }

    private func resolve(_ opening: Opening, _ idiom: PageTags.Idiom) -> Future<Message?> {
        let source = CancellationTokenSource()
        resolving = source
        return pages.appLink(for: opening.url, on: idiom).continueWith(token: source.token) { found in
            .resolved(opening, found.outcome ?? .cancelled)
        }
    }
}
