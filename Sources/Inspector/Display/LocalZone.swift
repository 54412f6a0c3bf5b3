/// The user's time zone, as the list of its changes, because the state reads no files.
package struct LocalZone: Sendable, Equatable {
    /// A time in which the zone has the same offset from UTC.
    package struct Period: Sendable, Equatable {
        /// The beginning, in milliseconds since 1970.
        var start: Int64
        var minutesFromUTC: Int
        /// The name, such as `CET`.
        var name: String

        package init(start: Int64, minutesFromUTC: Int, name: String) {
            self.start = start
            self.minutesFromUTC = minutesFromUTC
            self.name = name
        }

        /// The name with the offset, such as `CET (UTC+1)`.
        var title: String {
            guard minutesFromUTC != 0 else { return "UTC" }
            let (hours, minutes) = (abs(minutesFromUTC) / 60, abs(minutesFromUTC) % 60)
            let rest = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
            let offset = "UTC\(minutesFromUTC < 0 ? "-" : "+")\(hours)\(rest)"
            return name.isEmpty || name.hasPrefix("GMT") || name.hasPrefix("UTC") ? offset : "\(name) (\(offset))"
        }
    }

    package static let utc = LocalZone([])

    /// The periods, with the earliest first.
    private let periods: [Period]

    package init(_ periods: [Period]) { self.periods = periods }

    /// Returns the period of a time. The first period also stands for all times before it.
    func period(at milliseconds: Int64) -> Period {
        periods.last { $0.start <= milliseconds } ?? periods.first ?? Period(start: 0, minutesFromUTC: 0, name: "UTC")
    }
}
