import Foundation
import LinkLayers

/// How long an answer may be used again without asking, by RFC 9111 for a cache of one user. Only what the server says itself counts: answers
/// without a word about it are asked for each time, and so are those that would have to be validated.
struct Freshness: Sendable, Equatable {
    /// How many seconds it may be used from the moment the server made it.
    var lifetime: Int
    /// How old it was when it came.
    var age: Int

    /// Nil for an answer that is not to be kept.
    init?(status: Int, fields: [FetchedPage.Field]) {
        let values: (String) -> String = { name in
            fields.filter { $0.name.lowercased() == name }.map(\.value).joined(separator: ",")
        }
        guard [200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 410].contains(status) else { return nil }
        // Which of our fields make the difference is not told apart, but they are the same each time.
        guard !values("vary").contains("*") else { return nil }
        let directives = Self.directives(values("cache-control"))
        guard directives["no-store"] == nil, directives["no-cache"] == nil else { return nil }
        age = max(0, Int(values("age").trimmingBlanks) ?? 0)
        if let text = directives["max-age"] {
            lifetime = min(max(0, Int(text) ?? 0), 365 * 86400)
        } else if let expires = Self.date(values("expires")), let date = Self.date(values("date")) {
            lifetime = min(max(0, Int(expires.timeIntervalSince(date))), 365 * 86400)
        } else {
            return nil
        }
        if age >= lifetime { return nil }
    }

    /// `max-age=60, private` as names and values; of several of a name the first counts.
    private static func directives(_ text: String) -> [String: String] {
        var directives: [String: String] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first?.trimmingBlanks.lowercased(), directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? pair[1].trimmingBlanks.filter { $0 != "\"" } : ""
        }
        return directives
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`; the older spellings count as long ago.
    static func date(_ text: String) -> Date? {
        let words = text.split { $0 == " " || $0 == ":" }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
        let numbers = [words[3], words[1], words[4], words[5], words[6]].compactMap { Int($0) }
        guard numbers.count == 5, (1900...9999).contains(numbers[0]), numbers[1...].allSatisfy({ (0...99).contains($0) }) else {
            return nil
        }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (numbers[0], month + 1, numbers[1])
        (parts.hour, parts.minute, parts.second) = (numbers[2], numbers[3], numbers[4])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: parts)
    }
}
