import Inspector
import Intake
import JSONDocument
import Panes
import Pasting
import Records
import Tasks

/// Stores what the user delivers, and the user's acts, on a separate thread.
///
/// Searching a paste for links takes long, and writing to the journal may wait for a disk. So the main actor does neither. Everything is
/// stored in the order in which it was given. At the end of the program, wait for `stored()`, because a delivery counts as accepted.
nonisolated final class Deliveries: Sendable {
    private let records: Records
    /// Whether records are saved. If they are not, problems with saving are not reported.
    private let isKept: Bool
    private let thread = WorkerThread("deliveries")

    init(_ records: Records, isKept: Bool) {
        self.records = records
        self.isKept = isKept
    }

    /// Stores the links and records in a text. The answer tells what was left out of the text or changed.
    func accept(paste: [UInt8], from source: RecordSource) -> Future<Message?> {
        thread.answer { [self] in
            let text = PastedText(paste)
            guard !text.records.isEmpty else { return .pasted(bytes: paste.count, Notice(.plain, "The paste was empty.")) }
            let acceptance = records.accept(records: text.records.map(\.bytes), from: source)
            return .pasted(bytes: paste.count, notice(about: acceptance) ?? Notice(text))
        }
    }

    /// Stores one record.
    func accept(record: [UInt8], from source: RecordSource) -> Future<Message?> {
        thread.answer { [self] in notice(about: records.accept(records: [record], from: source)).map { .notice($0) } }
    }

    /// Stores an act of the user with its time.
    func note(_ act: Act, at time: Int64) {
        thread.runSomewhere { [records] in
            if let bytes = act.bytes { records.note(act: bytes, at: time) }
        }
    }

    /// Restores the session in the journal, before anything else is stored, and then an act.
    func reopen(then act: Act?) -> Future<Result<ReopenedSession, JournalError>> {
        thread.answer { [records] in
            do throws(JournalError) { return .success(try records.reopen(then: act?.bytes)) } catch { return .failure(error) }
        }
    }

    /// Returns a future that settles when everything given so far is stored.
    func stored() -> Future<Void> { thread.drained() }

    /// Waits until everything given so far is stored. Blocks the caller.
    func waitUntilStored() { thread.join() }

    /// Returns the notice about records that could not be saved.
    private func notice(about acceptance: Records.Acceptance) -> Notice? {
        switch acceptance {
        case .kept: nil
        case .held where !isKept: nil
        case .held(1, let reason): Notice(.bad, "The record is shown but not saved: \(reason)")
        case .held(let count, let reason): Notice(.bad, "\(count) records are shown but not saved: \(reason)")
        case .refused(0, let reason): Notice(.bad, "Nothing was added: \(reason)")
        case .refused(let kept, let reason): Notice(.bad, "Only the first \(kept) were added: \(reason)")
        }
    }
}
