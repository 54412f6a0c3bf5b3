package import Records

/// The links that the user has marked, in the order in which they were marked.
package struct Marks: Sendable, Equatable {
    package private(set) var records: [RecordID] = []

    /// Marks a link, which is then the link that was marked last, or removes its mark.
    mutating func set(_ id: RecordID, _ isMarked: Bool) {
        records.removeAll { $0 == id }
        if isMarked { records.append(id) }
    }

    func contains(_ id: RecordID) -> Bool { records.contains(id) }

    /// Returns the link that was marked last, other than the link `id`.
    func last(but id: RecordID?) -> RecordID? { records.last { $0 != id } }
}
