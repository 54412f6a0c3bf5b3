import JSONDocument
package import Records

extension State {
    /// Returns an event of the stream; nil if its record cannot be read.
    package func eventContent(at index: Int, records: [RecordID: StoredRecord]) -> EventContent? { eventReader(records).event(at: index) }

    func eventReader(_ records: [RecordID: StoredRecord]) -> EventReader {
        EventReader(
            lists: lists, appNames: device.appNames, display: display, memory: memory, records: records,
            recordBeingRead: detail.reading == nil ? detail.record : nil)
    }

    /// Returns an event as one line of JSON, in the format that linkscope reads: `event`, `ts`, `url`, then the arguments of the event.
    ///
    /// An event that arrived as valid JSON is returned as it arrived. For any other event, `postedBy` is the app that posted the event, and
    /// `linkNumber` is the number of the link that caused it.
    ///
    /// - Parameter timestamp: Converts milliseconds since 1970 to an ISO time.
    package func eventLine(
        at index: Int,
        records: [RecordID: StoredRecord],
        timestamp: (Int64) -> String
    ) -> [UInt8]? {
        guard lists.events.indices.contains(index) else { return nil }
        let row = lists.events[index]
        if row.kind == .received, let bytes = records[RecordID(index: row.index)]?.bytes, JSONDocument(bytes).isValid { return bytes }
        guard let content = eventContent(at: index, records: records) else { return nil }
        let record = row.kind == .posted ? nil : records[RecordID(index: row.index)]
        let time = lists.posted(row)?.time ?? record?.arrivedAt ?? 0
        var object: JSONObject = ["event": .string(content.name), "ts": .string(timestamp(time))]
        if let url = content.arguments.first(where: { $0.name == "inputURL" || $0.name == "outputURL" }) {
            object["url"] = .string(url.value)
        }
        for argument in content.arguments { object[argument.name] = .string(argument.value) }
        if let app = content.app { object["postedBy"] = .string(app) }
        if let number = content.link.flatMap(lists.number(of:)) { object["linkNumber"] = .number(JSONNumber(number)) }
        return (try? JSONValue.object(object).serialized()).map { Array($0.utf8) }
    }
}
