import AppLinks
import Screen

extension LinkEnd {
    /// - Parameter departure: The result of opening the link; nil if the user did not open it.
    init(_ flags: LinkRow.Flags, departure: Departure?) {
        let end: LinkEnd =
            if let departure {
                LinkEnd(departure)
            } else if flags.contains(.wasReceived) {
                .received
            } else {
                flags.contains(.isWebPage) ? .page : .noApp
            }
        self = end.role == .ok && flags.contains(.hasError) ? .error : end
    }

    /// Creates the end that an event of the device tells; nil if it tells none.
    init?(_ posted: DeviceEvent) {
        guard !posted.isUndone else {
            self = .undone
            return
        }
        let values = posted.event.arguments.pairs
        self.init(success: values.last { $0.key == "success" }?.value, type: values.last { $0.key == "type" }?.value)
    }
}

extension LinkRow {
    /// Returns whether the link has an error or a warning, or did not open.
    ///
    /// - Parameter departure: The result of opening the link; nil if the user did not open it.
    func hasProblem(after departure: Departure?) -> Bool { hasProblem || LinkEnd.failures.contains(LinkEnd(flags, departure: departure)) }
}
