package import LinkLayers

/// A record together with its content, so that the record does not have to be read again.
///
/// Instances are compared by identity, because comparing contents could take long.
package final class ReadRecord: Sendable, Equatable {
    package let record: StoredRecord
    package let content: RecordContent
    /// The link in the record, or the link that its event is about; nil if the record has no link.
    package let link: LinkInspection?

    package init(_ record: StoredRecord, _ content: RecordContent) {
        self.record = record
        self.content = content
        link =
            switch content {
            case .link(let inspection): inspection
            case .event(let event, _, _): event.url.map { LinkInspection(Array($0.utf8)) }
            case .object: nil
            }
    }

    package static func == (left: ReadRecord, right: ReadRecord) -> Bool { left === right }
}
