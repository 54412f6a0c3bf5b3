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
}
