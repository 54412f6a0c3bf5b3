package import Records

extension Lists {
    /// Returns the rows of the events that a record contains, that follow from its link, or that opening its link caused; in the order of
    /// the stream.
    ///
    /// The rows that are made from records are in the order of their records, so a binary search finds them among a million.
    package func events(of record: RecordID) -> [Int] {
        var rows = posted.indices.filter { posted[$0].link == record }.map { postedRows[$0] }
        var row = firstEvent(of: record)
        while row < events.count, events[row].kind == .posted || events[row].index == record.index {
            if events[row].kind != .posted { rows.append(row) }
            row += 1
        }
        return rows.sorted()
    }

    /// Returns the first row made from this record or a later one.
    private func firstEvent(of record: RecordID) -> Int {
        events.indices.partitionPoint { index in
            // Posted events have no record order, so the nearest earlier row made from a record is compared.
            let row = events[...index].last { $0.kind != .posted }
            return row.map { $0.index >= record.index } ?? false
        }
    }
}
