import AppLinks
package import Deciding
import JSONDocument
import LinkLayers
package import Panes
package import Records

/// A link of the list with all that is needed to write it to a file, on any thread: what happened to it in this session.
package struct LinkLine: Sendable {
    package let number: Int
    let row: LinkRow
    /// What the user did with the link.
    let way: LinkOpenings?
    let device: Device
    let display: Display
    /// The events that the device posted because the user opened the link or returned from it.
    package let posted: [Event]

    package var record: RecordID { row.record }

    /// What the user opened the link from the last time; nil if the link only arrived, or was opened from the home screen.
    package var opener: SimulatedDevice.Front? {
        way?.departure.flatMap { $0.frontBefore == .home ? nil : $0.frontBefore }
    }

    /// Whether the user opened the link in the app that its page names.
    package var wasOpenedByPage: Bool { row.flags.contains(.isWebPage) && way?.departure?.appLink.targets.isEmpty == false }
    /// How the link ended, in the word of its row.
    package var result: String { LinkEnd(row.flags, departure: way?.departure).word }
    /// The app that received the link when it arrived. The events of the arrival come from this app.
    package var firstReceiver: String? { row.flags.contains(.wasReceived) ? device.appNames[row.app] : nil }

    /// The app that received the link when it arrived, or when the user opened it.
    package var receiver: String? {
        if let firstReceiver { return firstReceiver }
        guard let departure = way?.departure, departure.outcome.type == .app else { return nil }
        return device.name(of: departure.frontAfter)
    }

    /// Returns why the link ended so, and what helps if it did not open. The reason is nil if an app received the link when it arrived.
    ///
    /// - Parameter content: The content of the link's record.
    package func story(_ content: RecordContent) -> (reason: String?, remedy: Reception.Remedy?) {
        if let departure = way?.departure {
            guard let failure = departure.failure else { return ("opened in \(device.name(of: departure.frontAfter))", nil) }
            return (failure, departure.remedy { device.name(of: $0) })
        }
        var url: LinkURL?
        if case .link(let inspection) = content { url = inspection.link?.inputURL }
        let reception = device.reception(of: row, url, opening: nil, clock: { display.clock($0) }) { device.name(of: $0) }
        return (reception.reason.map { firstReceiver == nil ? $0 : "assumed: \($0)" }, reception.remedy)
    }
}

extension Departure {
    /// Returns what the user can do if nothing opened; nil if something opened, or nothing helps.
    fileprivate func remedy(_ name: FrontName) -> Reception.Remedy? {
        if let scheme = unclaimedScheme { return .declare(scheme: scheme) }
        guard outcome.type == .failure else { return nil }
        return steps.last { $0.isInstalled == false }?.app.map { .install(app: name(.app($0))) }
    }
}

/// An event of the stream with all that is needed to write it as one line of JSON, on any thread.
package struct EventLine: Sendable {
    package let source: EventSource
    let device: Device
    /// The record with its content, if it has already been read.
    package let read: ReadRecord?

    /// Returns the line as linkscope reads it: `event`, `ts`, `url`, then the arguments; nil if the record does not contain the event.
    ///
    /// An event that arrived as valid JSON is returned as it arrived. For any other event, `postedBy` is the app that posted the event, and
    /// `linkNumber` is the number of the link that caused it. `undone` is true if the user took back the act that posted it.
    ///
    /// - Parameter read: The record of the event.
    package func json(_ read: ReadRecord?) -> [UInt8]? {
        if case .event(_, let document, _)? = read?.content, document.isValid { return read?.record.bytes }
        guard let event = source.event(read) else { return nil }
        var object: JSONObject = ["event": .string(event.name), "ts": .string(event.isoTime)]
        if let url = event.arguments.first(where: { $0.name == "inputURL" || $0.name == "outputURL" }) {
            object["url"] = .string(url.value)
        }
        for argument in event.arguments { object[argument.name] = .string(argument.value) }
        if let app = event.app { object["postedBy"] = .string(app) }
        if let number = source.linkNumber { object["linkNumber"] = .number(JSONNumber(number)) }
        if event.isUndone { object["undone"] = true }
        return (try? JSONValue.object(object).serialized()).map { Array($0.utf8) }
    }

    /// Returns what is known of the event; nil if the record does not contain it.
    package func facts(_ read: ReadRecord?) -> EventFacts? {
        source.event(read).map { EventFacts($0, on: device, name: device.name) }
    }
}
