import Records

/// An earlier arrival of the same link.
struct Repetition: Equatable {
    /// The number of the earlier link.
    var number: Int
    /// The milliseconds from its arrival to the arrival of the link; nil until both are read.
    var later: Int64?

    /// - Returns: nil if the link did not arrive before, or if the earlier one is no longer remembered.
    init?(of record: RecordID, _ lists: Lists, _ memory: ContentMemory) {
        guard let earlier = lists.repeats.earlier(than: record), let number = lists.number(of: earlier) else { return nil }
        self.number = number
        let time = { (id: RecordID) in memory.row(id)?.text?.arrivedAt }
        if let before = time(earlier), let now = time(record), now >= before { later = now - before }
    }

    /// `0.4 s later`; nil until the times are known.
    var delay: String? { later.map { "\(LaneLines.duration($0)) later" } }
}
