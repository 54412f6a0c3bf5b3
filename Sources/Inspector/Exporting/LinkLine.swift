package import AppLinks
import LinkLayers
package import Records

/// A link of the list with all that is needed to write it to a file, on any thread: what happened to it in this session.
package struct LinkLine: Sendable {
    /// An event that the device posted because the user opened the link or returned from it.
    package struct Posted: Sendable {
        package var event: DeviceEvent
        /// The app that posted the event.
        package var app: String?
    }

    /// The number of the link in the list.
    package let number: Int
    let row: LinkRow
    /// What the user did with the link.
    let way: LinkWay?
    let device: Device
    let display: Display
    package let posted: [Posted]

    package var record: RecordID { row.record }

    /// The app or browser from which the user opened the link the last time; nil if the link only arrived, or was opened from the home
    /// screen.
    package var opener: SimulatedDevice.Front? {
        way?.departure.flatMap { $0.frontBefore == .home ? nil : $0.frontBefore }
    }

    /// Whether the user opened the link in the app that its page names.
    package var wasOpenedByPage: Bool { row.flags.contains(.isWebPage) && way?.departure?.appLink.targets.isEmpty == false }
    /// How the link ended, in the word of its row.
    package var result: String { LinkEnd(row.flags, departure: way?.departure).word }
    /// The app that received the link when it arrived. The events of the arrival come from this app.
    package var firstReceiver: String? { device.receiver(of: row) }

    /// The app that received the link when it arrived, or when the user opened it.
    package var receiver: String? {
        if let firstReceiver { return firstReceiver }
        guard let departure = way?.departure, departure.outcome.type == .app else { return nil }
        return device.name(of: departure.frontAfter)
    }

    /// Returns why the link ended so; nil if an app of the device received it when it arrived.
    ///
    /// - Parameter content: The content of the link's record.
    package func reason(_ content: RecordContent) -> String? { story(content).reason }

    /// Returns the reason, and what the user can do if the link did not open.
    func story(_ content: RecordContent) -> (reason: String?, remedy: Reception.Remedy?) {
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
    fileprivate func remedy(_ name: (SimulatedDevice.Front) -> String) -> Reception.Remedy? {
        if let scheme = unclaimedScheme { return .declare(scheme: scheme) }
        guard outcome.type == .failure else { return nil }
        return steps.last { $0.isInstalled == false }?.app.map { .install(app: name(.app($0))) }
    }
}
