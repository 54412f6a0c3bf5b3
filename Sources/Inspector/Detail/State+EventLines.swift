import AppLinks
import JSONDocument
package import Records

extension State {
    /// An event as one line of JSON, in the form that linkscope reads: `event`, `ts`, `url`, then its arguments.
    ///
    /// An event that came in goes out as it came, unless it is no valid JSON: then what could be read of it. `postedBy` and `linkNumber` say which app of the device posted the others, and the
    /// number that the link which caused them has in the list of links.
    ///
    /// - Parameter timestamp: Writes milliseconds since 1970 as an ISO time.
    package func eventLine(
        at index: Int,
        records: [RecordID: StoredRecord],
        timestamp: (Int64) -> String
    ) -> [UInt8]? {
        guard events.indices.contains(index) else { return nil }
        let row = events[index]
        if row.kind == .received, let bytes = records[RecordID(index: row.index)]?.bytes, JSONDocument(bytes).isValid { return bytes }
        guard let content = eventContent(at: index, records: records) else { return nil }
        let record = row.kind == .posted ? nil : records[RecordID(index: row.index)]
        let time = row.kind == .posted ? posted[Int(row.index)].time : record?.arrivedAt ?? 0
        var object: JSONObject = ["event": .string(content.name), "ts": .string(timestamp(time))]
        if let url = content.arguments.first(where: { $0.name == "inputURL" || $0.name == "outputURL" }) {
            object["url"] = .string(url.value)
        }
        for argument in content.arguments { object[argument.name] = .string(argument.value) }
        if let app = content.app { object["postedBy"] = .string(app) }
        if let number = content.link.flatMap(self.number(of:)) { object["linkNumber"] = .number(JSONNumber(number)) }
        return (try? JSONValue.object(object).serialized()).map { Array($0.utf8) }
    }
}
