import Foundation
import Panes

extension LocalZone {
    /// The zone of the user, with its changes from two years ago to two years from now.
    nonisolated static var current: LocalZone {
        let zone = TimeZone.current
        let years: TimeInterval = 2 * 366 * 86_400
        let end = Date.now + years
        var date = Date.now - years
        var periods = [period(of: zone, at: date)]
        // No zone changes more often than a few times a year.
        while periods.count < 32, let next = zone.nextDaylightSavingTimeTransition(after: date), next < end, next > date {
            date = next
            periods.append(period(of: zone, at: date))
        }
        return LocalZone(periods)
    }

    private nonisolated static func period(of zone: TimeZone, at date: Date) -> Period {
        Period(
            start: Int64(date.timeIntervalSince1970 * 1000), minutesFromUTC: zone.secondsFromGMT(for: date) / 60,
            name: zone.abbreviation(for: date) ?? "")
    }
}
