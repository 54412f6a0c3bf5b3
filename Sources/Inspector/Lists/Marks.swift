package import Records

/// The links that the user has marked, in the order in which they were marked.
package struct Marks: Sendable, Equatable {
    package private(set) var records: [RecordID] = []

    /// Marks a link, or removes its mark. Returns whether it is marked now.
    mutating func toggle(_ id: RecordID) -> Bool {
        if let index = records.firstIndex(of: id) {
            records.remove(at: index)
            return false
        }
        records.append(id)
        return true
    }

    /// Marks a link, so that it is the one that was marked last.
    mutating func markLast(_ id: RecordID) {
        records.removeAll { $0 == id }
        records.append(id)
    }

    func contains(_ id: RecordID) -> Bool { records.contains(id) }

    /// Returns the link that was marked last, apart from one.
    func last(but id: RecordID?) -> RecordID? { records.last { $0 != id } }
}
