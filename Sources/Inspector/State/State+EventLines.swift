import Records

extension State {
    /// Returns an event of the stream, to be written as a line; nil if there is no such event.
    package func eventLine(at index: Int) -> EventLine? {
        guard let source = eventSource(index) else { return nil }
        let record = lists.record(ofEvent: index)
        return EventLine(source: source, device: device, display: display, record: record, read: record.flatMap(memory.read))
    }
}
