import AppLinks
import Bytes
import Secrets

/// Tells when a signed link expires: the signature covers a time, after which the server rejects the link.
///
///    X-Amz-Date=20260801T000000Z&X-Amz-Expires=3600     2026-08-01 01:00:00 UTC
///    se=2026-08-01T01:00:00Z                            the same
///    Expires=1785546000                                 the same
enum ExpiryFindings {
    /// Tells the time in words. linkscope does not compare it with the clock, so that a link has the same findings at any time.
    static func tell(
        _ component: LinkQuery.Component, _ expiry: Expiry, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList
    ) {
        guard let value = component.value, let written = component.item.value else { return }
        let text = url.query.decoded.bytes(value)
        if case .secondsAfter = expiry, let seconds = number(text[...]), seconds > mostSeconds {
            let message = "The link's lifetime is longer than seven days (\(mostSeconds) seconds), so the server always refuses the link."
            return sink.found(Finding(.expiryTooLong, message, range: edits.place(written)))
        }
        let time: Int? =
            switch expiry {
            case .seconds: number(text[...])
            case .time: self.time(text)
            case .secondsAfter(let name):
                url.first(name)?.value.flatMap { self.time(url.query.decoded.bytes($0)) }.flatMap { start in
                    number(text[...]).map { start + $0 }
                }
            }
        guard let time, let words = words(time) else { return }
        let message = "The link expires at \(words)."
        sink.found(Finding(.expiry, message, range: edits.place(written)))
    }

    /// Tells when a signed token expires. The time is not secret, although the token is.
    static func tellToken(_ text: MappedText, _ sink: inout FindingList) {
        guard let time = SignedToken.expiry(in: text.bytes).flatMap(number), let words = words(time) else { return }
        let message = "The signed token in the link expires at \(words)."
        sink.found(Finding(.expiry, message, range: text.original))
    }

    /// The maximum number of seconds after the signing for which AWS and Google Cloud accept a link.
    private static let mostSeconds = 604_800

    /// Returns a number of at most eleven digits, which is enough for the seconds of all years with four digits.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        guard (1...11).contains(text.count), text.allSatisfy(ByteClass.isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    /// Returns the seconds since 1970 of `2026-08-01`, `2026-08-01T01:00Z`, `2026-08-01T01:00:00.000Z` or `20260801T010000Z`.
    private static func time(_ text: [UInt8]) -> Int? {
        let whole = text.last == UInt8(ascii: "Z") ? text.dropLast() : text[...]
        let digits = whole.prefix { $0 != UInt8(ascii: ".") }.filter { !"-:T".utf8.contains($0) }
        guard [8, 12, 14].contains(digits.count), digits.count == 8 || whole.count < text.count else { return nil }
        func part(_ start: Int, _ count: Int, in values: ClosedRange<Int>) -> Int? {
            guard start < digits.count else { return 0 }
            return number(digits[start..<start + count]).flatMap { values.contains($0) ? $0 : nil }
        }
        guard let year = part(0, 4, in: 1...9999), let month = part(4, 2, in: 1...12), let day = part(6, 2, in: 1...31),
            let hour = part(8, 2, in: 0...23), let minute = part(10, 2, in: 0...59), let second = part(12, 2, in: 0...59)
        else { return nil }
        return CivilDate(year: year, month: month, day: day).number * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Returns a time for people: `2026-08-01 01:00:00 UTC`. Returns nil before the year 2000 and after the year 9999, because such a
    /// number is no time.
    private static func words(_ time: Int) -> String? {
        guard (946_684_800..<253_402_300_800).contains(time) else { return nil }
        let date = CivilDate(day: time / 86_400)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.year)-\(padded(date.month))-\(padded(date.day)) "
            + "\(padded(time / 3600 % 24)):\(padded(time / 60 % 60)):\(padded(time % 60)) UTC"
    }
}
