import Records
package import Screen

/// The settings for drawing: the size of the screen, its glyphs, the user's time zone, and whether secrets are visible.
package struct Display: Sendable, Equatable {
    package var size = Size.zero
    package var glyphs = Glyphs.utf8
    package var showsSecrets = false
    /// The zone of all times on the screen.
    package var zone = LocalZone.utc
    /// The keys by which texts name commands. A command without a key is named as it is typed.
    package var keys: [Command: String] = [:]

    package init() {}

    package var mask: SecretMask { SecretMask(showsSecrets: showsSecrets, encoding: glyphs.encoding) }

    /// Returns the time of day in the user's time zone, such as `12:04:11`, with milliseconds if `withMilliseconds` is true.
    package func clock(_ milliseconds: Int64, withMilliseconds: Bool = false) -> String {
        String(decoding: Timestamp.text(local(milliseconds))[11..<(withMilliseconds ? 23 : 19)], as: UTF8.self)
    }

    /// Returns the first `count` characters of the date and the time of day in the user's time zone, such as `2026-11-21 12:04`.
    package func date(_ milliseconds: Int64, count: Int = 16) -> String {
        let text = Timestamp.text(local(milliseconds)).prefix(count)
        return String(decoding: text.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Returns a time in full, such as `2026-11-21 12:04:11.107 CET (UTC+1)`.
    func fullTime(_ milliseconds: Int64) -> String {
        "\(date(milliseconds, count: 23)) \(zone.period(at: milliseconds).title)"
    }

    private func local(_ milliseconds: Int64) -> Int64 {
        milliseconds &+ Int64(zone.period(at: milliseconds).minutesFromUTC) * 60_000
    }

    /// Parses an ISO 8601 timestamp with a zone, such as `2026-11-21T12:04:11.107+01:00`; nil for any other text.
    static func milliseconds(ofTimestamp text: String) -> Int64? {
        let bytes = Array(text.utf8.prefix(41))
        guard (20...40).contains(bytes.count) else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var rest = bytes[19...]
        var fraction: [UInt8] = []
        if rest.first == UInt8(ascii: ".") {
            fraction = Array(rest.dropFirst().prefix { digits.contains($0) })
            rest = rest.dropFirst(1 + fraction.count)
        }
        let thousandths = Array((fraction + Array("000".utf8)).prefix(3))
        guard let time = Timestamp.milliseconds(Array(bytes[..<19]) + Array(".".utf8) + thousandths + Array("Z".utf8)) else { return nil }
        if rest.elementsEqual("Z".utf8) { return time }
        let numbers = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), numbers.count == 4,
            numbers.allSatisfy(digits.contains), rest.count <= 6
        else { return nil }
        let figures = numbers.map { Int64($0) - 48 }
        let minutes = (figures[0] * 10 + figures[1]) * 60 + figures[2] * 10 + figures[3]
        return time - (sign == UInt8(ascii: "+") ? minutes : -minutes) * 60_000
    }

    /// Returns the time of day in an ISO timestamp or in that of a log (`11-26 09:42:00.000`), as written; any other text unchanged.
    static func clock(ofTimestamp text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        if parts.count == 2, parts[0].utf8.count == 5, parts[1].contains(":") { return String(parts[1].prefix(12)) }
        guard let t = text.utf8.firstIndex(of: UInt8(ascii: "T")), text.utf8.distance(from: text.startIndex, to: t) == 10 else {
            return text
        }
        return String(decoding: text.utf8[text.utf8.index(after: t)...].prefix(12), as: UTF8.self)
    }
}

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

/// A row of texts in several roles. The texts may come from outside the program, so they are sanitized before they are drawn.
package struct StyledLine: Sendable, Equatable {
    package struct Span: Sendable, Equatable {
        package var text: String
        package var role: Role
    }

    package var spans: [Span] = []

    package init(_ spans: (String, Role)...) {
        self.spans = spans.map { Span(text: $0.0, role: $0.1) }
    }

    package var text: String { spans.map(\.text).joined() }

    package mutating func append(_ text: String, _ role: Role) {
        spans.append(Span(text: text, role: role))
    }
}
