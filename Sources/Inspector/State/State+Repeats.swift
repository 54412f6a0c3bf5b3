import Records

// The same link, arriving again.

extension State {
    /// The longest time between two arrivals that are probably one tap, in milliseconds.
    private static let oneTap: Int64 = 2_000

    /// Returns a text about the same link that arrived before a link; nil if there was none.
    func repeats(of record: RecordID) -> String? {
        guard let repetition = Repetition(of: record, lists, memory) else { return nil }
        guard let time = repetition.later, let delay = repetition.delay else { return "same as #\(repetition.number)" }
        let later = "same as #\(repetition.number), \(delay)"
        return time <= Self.oneTap
            ? "\(later): probably one tap that was handled twice, so count it once"
            : "\(later): opened again, or replayed; an app that counts both counts one user twice"
    }

    /// The same link that arrived before the link of the pane, if its time has to be read.
    var repeatToRead: RecordID? {
        guard case .link(let id)? = detail.subject, let earlier = lists.repeats.earlier(than: id), memory.row(earlier) == nil else {
            return nil
        }
        return edges.recordsBeingParsed.contains(earlier) ? nil : earlier
    }
}
