import Records
package import Screen

/// The settings for drawing: the size of the screen, its glyphs, the user's time zone, and whether secrets are visible.
package struct Display: Sendable, Equatable {
    package var size = Size.zero
    package var glyphs = Glyphs.utf8
    package var showsSecrets = false
    /// Minutes east of UTC, for the times in the lists.
    package var minutesFromUTC = 0

    var mask: SecretMask { SecretMask(showsSecrets: showsSecrets, encoding: glyphs.encoding) }

    /// Returns the time of day in the user's time zone, such as `12:04:11`, with milliseconds if `withMilliseconds` is true.
    package func clock(_ milliseconds: Int64, withMilliseconds: Bool = false) -> String {
        let day: Int64 = 86_400_000
        let local = milliseconds &+ Int64(minutesFromUTC) * 60_000
        let time = ((local % day) + day) % day
        let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { Self.padded($0, to: 2) }
        let clock = parts.joined(separator: ":")
        return withMilliseconds ? "\(clock).\(Self.padded(time % 1000, to: 3))" : clock
    }

    /// Returns the date and the time of day in the user's time zone, such as `2026-11-21 12:04`.
    func date(_ milliseconds: Int64) -> String {
        let text = Timestamp.text(milliseconds &+ Int64(minutesFromUTC) * 60_000).prefix(16)
        return String(decoding: text.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Returns the time of day in an ISO timestamp, as it was written. Returns any other text unchanged.
    static func clock(ofTimestamp text: String) -> String {
        guard let t = text.utf8.firstIndex(of: UInt8(ascii: "T")), text.utf8.distance(from: text.startIndex, to: t) == 10 else {
            return text
        }
        return String(decoding: text.utf8[text.utf8.index(after: t)...].prefix(12), as: UTF8.self)
    }

    private static func padded(_ number: Int64, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
