import AppLinks
import Inspector
import Intake
import JSONDocument
import Pasting
import QRCodes
import Records
import Tasks

/// Carries out the effects that reach beyond the screen. Each effect returns a future with a message, or with nil if there is no message.
///
/// Most effects finish at once, because storing or reading a record is one short access to a file. Resolving a link may take a while and
/// can be cancelled. The loop gets a future in both cases.
final class EffectRunner {
    private let records: Records
    private let pages: SamplePages
    private let lookups: LookupRunner
    private let reader = BackgroundReader()
    private let measurement = MeasurementCenter()
    private var resolving: CancellationTokenSource?
    /// Whether records are saved. If they are not, problems with saving are not reported.
    private let isKept: Bool

    init(records: Records, pages: SamplePages, lookups: LookupRunner, isKept: Bool) {
        self.lookups = lookups
        self.records = records
        self.pages = pages
        self.isKept = isKept
    }

    func run(_ effect: Effect) -> Future<Message?> {
        switch effect {
        case .load(let id): return load(id)
        case .deliver(let lines, let source): return notice(about: records.accept(records: lines, from: source))
        case .resolve(let opening, let idiom): return resolve(opening, idiom)
        case .readPaste(let bytes): return reader.read(paste: bytes)
        case .readRecord(let record): return reader.read(record)
        case .lookUp(let lookup): lookups.run(lookup)
        case .stopLookup: lookups.stop()
        case .record(let act):
            if let text = try? act.json.serialized() { records.note(act: Array(text.utf8)) }
        case .cancelResolving:
            resolving?.cancel()
            resolving = nil
        case .post(let events): measurement.post(events)
        case .encodeQRCode(let bytes): return Future(.qrCode(QREncoder.code(of: bytes)))
        case .copy, .repaint, .suspend, .quit: break
        }
        return Future(nil)
    }

    /// Stops the running lookup. The future settles when the lookup's files and processes are cleaned up. Do not run any effect after this
    /// call.
    func end() -> Future<Void> { lookups.end() }

    /// Returns the notice about records that could not be saved. Records that were accepted arrive like records from any other source.
    func notice(about acceptance: Records.Acceptance) -> Future<Message?> {
        let notice: Notice? =
            switch acceptance {
            case .kept: nil
            case .held where !isKept: nil
            case .held(1, let reason): Notice(.bad, "The record is shown but not saved: \(reason)")
            case .held(let count, let reason): Notice(.bad, "\(count) records are shown but not saved: \(reason)")
            case .refused(0, let reason): Notice(.bad, "Nothing was added: \(reason)")
            case .refused(let kept, let reason): Notice(.bad, "Only the first \(kept) were added: \(reason)")
            }
        return Future(notice.map { .notice($0) })
    }

    /// Reads a record. This runs on the main actor, because it is fast to read at most 1 MiB from a file that was just written.
    private func load(_ id: RecordID) -> Future<Message?> {
        let records = records
        return Future { try records.record(id) }.continueWith { read in
            .loaded(id, read.result, reason: read.error.map { "\($0)" })
        }
    }

    private func resolve(_ opening: Opening, _ idiom: PageTags.Idiom) -> Future<Message?> {
        let source = CancellationTokenSource()
        resolving = source
        return pages.reading(as: idiom).appLink(for: opening.url).continueWith(token: source.token) { found in
            .resolved(opening, found.outcome ?? .cancelled)
        }
    }
}
