import JSONDocument
package import Records

/// An event of the stream with all that is needed to write it as one line of JSON, on any thread.
package struct EventLine: Sendable {
    let source: DetailSource.EventSource
    let device: Device
    let display: Display
    /// The record of the event; nil for an event that the device posted.
    package let record: RecordID?
    /// The record that contains the event, or the link that caused it.
    package var link: RecordID? { record ?? source.posted?.link }
    /// The record with its content, if it has already been read.
    package let read: ReadRecord?

    /// Returns the line, in the format that linkscope reads: `event`, `ts`, `url`, then the arguments of the event. Returns nil if the
    /// record does not contain the event.
    ///
    /// An event that arrived as valid JSON is returned as it arrived. For any other event, `postedBy` is the app that posted the event, and
    /// `linkNumber` is the number of the link that caused it. `undone` is true if the user took back the act that posted it.
    ///
    /// - Parameters:
    ///   - read: The record of the event.
    ///   - timestamp: Converts milliseconds since 1970 to an ISO time.
    package func json(_ read: ReadRecord?, timestamp: (Int64) -> String) -> [UInt8]? {
        if source.row.kind == .received, let read, case .event(_, let document, _) = read.content, document.isValid {
            return read.record.bytes
        }
        guard let content = EventContent(source, read, display) else { return nil }
        var object: JSONObject = ["event": .string(content.name), "ts": .string(timestamp(time(read)))]
        if let url = content.arguments.first(where: { $0.name == "inputURL" || $0.name == "outputURL" }) {
            object["url"] = .string(url.value)
        }
        for argument in content.arguments { object[argument.name] = .string(argument.value) }
        if let app = content.app { object["postedBy"] = .string(app) }
        if let number = source.linkNumber { object["linkNumber"] = .number(JSONNumber(number)) }
        if content.isUndone { object["undone"] = true }
        return (try? JSONValue.object(object).serialized()).map { Array($0.utf8) }
    }

    /// The number of the link that caused the event, in the list of links.
    package var linkNumber: Int? { source.linkNumber }

    /// Returns the time of the event, in milliseconds since 1970.
    package func time(_ read: ReadRecord?) -> Int64 { source.posted?.time ?? read?.record.arrivedAt ?? 0 }

    /// Returns the event; nil if the record does not contain it.
    package func content(_ read: ReadRecord?) -> EventContent? {
        var event = EventContent(source, read, display)
        let sender = event?.arguments.last { $0.name == "sourceApplication" }?.value
        event?.sender = sender.flatMap(device.knownName)
        return event
    }
}
