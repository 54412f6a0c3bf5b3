import Bytes

/// Converts the dates of HTTP headers to seconds since 1970.
///
///    Sun, 06 Nov 1994 08:49:37 GMT     the current format
///    Sunday, 06-Nov-94 08:49:37 GMT    the obsolete RFC 850 format
///    Sun Nov  6 08:49:37 1994          the format of C's asctime
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the seconds, or nil if the text is not a date in one of these formats.
    package static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.lowercased().split { ", -:".contains($0) }.map(String.init)
        switch words.count {
        case 8 where words[7] == "gmt": return seconds(words[3], words[2], words[1], words[4...6])
        case 7: return seconds(words[6], words[1], words[2], words[3...5])
        default: return nil
        }
    }

    private static func seconds(_ year: String, _ month: String, _ day: String, _ time: ArraySlice<String>) -> Int? {
        let clock = time.compactMap { number($0, upTo: 60) }
        guard var year = number(year, upTo: 9999), let month = months.firstIndex(of: month), let day = number(day, upTo: 31), day > 0,
            clock.count == 3, clock[0] < 24, clock[1] < 60
        else { return nil }
        // The obsolete format has a year of two digits. Years from 70 on are in the 20th century.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        guard year >= 1900 else { return nil }
        return days(year, month + 1, day) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    private static func number(_ text: String, upTo most: Int) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(ByteClass.isDigit), let number = Int(text), number <= most else {
            return nil
        }
        return number
    }

    /// Returns the number of days since 1970 in the Gregorian calendar. Here, a year starts in March, so that the leap day is its last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
