package import Records

/// What the list knows of a link without reading it again: eight bytes, because there may be a million.
package struct LinkRow: Sendable, Hashable {
    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let isAppLink = Flags(rawValue: 1)
        package static let hasError = Flags(rawValue: 2)
        package static let hasWarning = Flags(rawValue: 4)
        /// An app on the device received it.
        package static let wasReceived = Flags(rawValue: 8)
        /// It is a web page: no app receives it by its arriving.
        package static let isWebPage = Flags(rawValue: 16)
    }

    package var record: RecordID
    /// Index in `State.appNames` of the app that received it; meaningful with `.wasReceived`.
    package var app: UInt16
    package var flags: Flags
}
