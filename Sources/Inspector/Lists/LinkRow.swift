package import Records

/// A row of the list of links. It takes eight bytes, because there may be a million rows.
package struct LinkRow: Sendable, Hashable {
    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let isAppLink = Flags(rawValue: 1)
        package static let hasError = Flags(rawValue: 2)
        package static let hasWarning = Flags(rawValue: 4)
        /// An app on the device received the link.
        package static let wasReceived = Flags(rawValue: 8)
        /// The link is a web page, so no app receives it when it arrives.
        package static let isWebPage = Flags(rawValue: 16)
        /// The same link arrived before.
        package static let isRepeat = Flags(rawValue: 32)
        /// An app on the device claimed the link when it arrived, but was not installed.
        package static let wasMissed = Flags(rawValue: 64)
    }

    package var record: RecordID
    /// The index of the app that received the link, with `.wasReceived`, or that missed it, with `.wasMissed`. Otherwise it has no meaning.
    package var app: UInt16
    package var flags: Flags

    /// The text in the column of the receiver, if the link is a web page.
    static let pageReceiver = "(page)"

    /// Whether something was found in the link. A link in which nothing was found may still not open.
    var hasProblem: Bool { !flags.isDisjoint(with: [.hasError, .hasWarning]) }
}
