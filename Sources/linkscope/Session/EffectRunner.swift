import AppLinks
import CursesTerminal
import Inspector
import Panes
import Records
import Store
import Tasks

/// Carries out the effects that reach beyond the screen. Each effect returns a future with a message, or with nil if there is no message.
///
/// Some effects finish at once. Others take a while on a thread of their own. The loop gets a future in both cases.
final class EffectRunner {
    let deliveries: Deliveries
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
        self.reader = BackgroundReader(store, reader)
        self.pages = pages
        self.files = files
        lookups = LookupRunner(network, environment: environment, post: post)
        devices = DeviceRunner(environment: environment, post: post)
        exporter = Exporter(store, reader, post: post)
        searcher = RowSearcher(store, reader, post: post)
        sorter = RowSorter(store, reader, post: post)
    }

    func run(_ effect: Effect) -> Future<Message?> {
        switch effect {
        case .paste(let text, let source): return deliveries.accept(paste: text, from: source)
        case .deliver(let record, let source): return deliveries.accept(record: record, from: source)
        case .resolve(let opening, let idiom): return resolve(opening, idiom)
        case .parse(let record): return reader.parse(record)
        case .lookUp(let lookup): lookups.run(lookup)
        case .stopLookup: lookups.stop()
        case .findDevices(let tools): devices.find(tools)
        case .findHandlers(let link, let device): devices.findHandlers(of: link, on: device)
        case .openOnDevice(let request): devices.open(request)
        case .stopOpeningOnDevice: devices.stop()
        case .export(let export): return exporter.run(export)
        case .stopExport: exporter.stop()
        case .saveApps(let declarations): return files.save(declarations)
        case .search(let scan): searcher.run(scan)
        case .stopSearch: searcher.stop()
        case .sort(let scan): sorter.run(scan)
        case .stopSort: sorter.stop()
        case .record(let act, let time): deliveries.note(act, at: time)
        case .cancelResolving:
            resolving?.cancel()
            resolving = nil
        case .post(let events): measurement.post(events)
        case .encodeQRCode(let bytes): return Future(.qrCode(QREncoder.code(of: bytes)))
        case .measureRate, .edit, .savePaneSizes, .listSessions, .openSession, .nameSession, .deleteSession, .holdReplay, .copy,
            .startSource, .stopSource, .countSources, .searchHistory, .readSession, .closeHistory, .expireNotice, .use, .repaint, .suspend,
            .quit:
            break
        }
        return Future(nil)
    }

    /// Stops what runs, and waits until no browser, folder or incomplete file is left. Do not run any effect after this call.
    func end() async {
        searcher.stop()
        sorter.stop()
        _ = await lookups.end().settled()
        _ = await devices.end().settled()
        _ = await exporter.end().settled()
    }

    private func resolve(_ opening: Opening, _ idiom: PageTags.Idiom) -> Future<Message?> {
        let source = CancellationTokenSource()
        resolving = source
        return pages.reading(as: idiom).appLink(for: opening.url).continueWith(token: source.token) { found in
            .resolved(opening, found.outcome ?? .cancelled)
        }
    }
}
