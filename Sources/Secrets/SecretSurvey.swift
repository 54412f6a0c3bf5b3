import Bytes

/// Decides in one quick pass that a text has no secret, or finds the secrets written in the usual way, as a JSON member.
///
/// The name of every secret has a `k` (token, key), a `w` (password), a `z` (authorization) or a `c` (secret), and a URL with a password
/// has an `@` or, if it is truncated, a colon near its end. The survey therefore tests eight bytes at a time for these letters and looks
/// closer only around them. If all eight bytes are base64 letters, the survey checks whether the run around them may decode to text.
/// Everything ambiguous is left to ``SecretSearch``. The survey may pass too much on to that search, but never too little.
///
///    "fb_access_token" : "abc"              found here; also with %22 for each quote
///    access_token=abc, me:pw@, \"password\"   found by SecretSearch
///
/// The survey is correct only for harmless texts (see ``Secrets/isHarmless(_:)``). Names in such a text read the same at every level of
/// decoding.
struct SecretSurvey {
    private enum Judgement {
        case nothing
        /// The name that was examined ends at this position.
        case passed(Int)
        case search
    }

    let bytes: ByteView

    /// Creates a survey of a text that must be harmless.
    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    /// Appends the secrets in order. Returns `false` if the whole text has to be searched instead. In that case, ignore what was appended.
    func run(into found: inout [Range<Int>]) -> Bool {
        if mayEndInPassword { return false }
        var resume = 0
        var packedEnd = 0
        var place = 0
        while place < bytes.count {
            let word = bytes.word(at: place)
            if Self.mayBePacked(word), place >= packedEnd {
                let run = packedRun(around: place)
                if mayBeText(run) { return false }
                packedEnd = run.upperBound
            }
            var hits = Self.triggers(word)
            while hits != 0 {
                let index = place + hits.trailingZeroBitCount >> 3
                hits &= hits &- 1
                guard index >= resume, Self.mayPrecede(bytes[index - 1]) else { continue }
                switch judge(index, &found) {
                case .nothing: break
                case .passed(let end): resume = end
                case .search: return false
                }
            }
            place += 8
        }
        return true
    }

    /// Returns a mask of the bytes that are `k c w z` in either case. Some other bytes may be included.
    @inline(__always)
    private static func triggers(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x0101_0101_0101_0101
        // Setting bits 0x28 makes K, C, k and c equal. Setting bit 0x20 makes W and w equal, and Z and z.
        let kc = (word | (low &* 0x28)) ^ (low &* 0x6B)
        let lowered = word | (low &* 0x20)
        let w = lowered ^ (low &* 0x77)
        let z = lowered ^ (low &* 0x7A)
        let found = ((kc &- low) & ~kc) | ((w &- low) & ~w) | ((z &- low) & ~z)
        return found & 0x8080_8080_8080_8080
    }

    /// Returns whether this byte may precede a matched letter in a name. Such a byte is one of `o i s e`, a separator that names may have
    /// between letters, or the last digit of a separator's escape.
    @inline(__always)
    private static func mayPrecede(_ byte: UInt8) -> Bool {
        let low: UInt64 = 0x0001_6001_0000_0000  // space - . 0
        let high: UInt64 = 0x0008_8234_A808_8234  // B D E I O S [ ] _ and b d e i o s
        let word = byte < 64 ? low : high
        return byte < 128 && (word >> UInt64(byte & 63)) & 1 == 1
    }

    // MARK: Names

    private func judge(_ index: Int, _ found: inout [Range<Int>]) -> Judgement {
        switch bytes[index] | 0x20 {
        case UInt8(ascii: "k"):
            if stands("to", before: index) {
                // This rules out words such as `stock` and `Tokyo`.
                let next = bytes[index + 1]
                guard next | 0x20 == UInt8(ascii: "e") || SecretNames.isFiller(next) || next == UInt8(ascii: "%") else { return .nothing }
                return judgeName(index, &found)
            }
            return stands("api", before: index) ? judgeName(index, &found) : .nothing
        case UInt8(ascii: "w"): return stands("pass", before: index) ? judgeName(index, &found) : .nothing
        case UInt8(ascii: "z"): return stands("authori", before: index) ? judgeName(index, &found) : .nothing
        case UInt8(ascii: "c"): return stands("clientse", before: index) ? judgeName(index, &found) : .nothing
        default: return .nothing
        }
    }

    /// Returns whether these letters precede a position, ignoring the characters that names may have between letters.
    private func stands(_ letters: StaticString, before index: Int) -> Bool {
        var place = index - 1
        var left = letters.utf8CodeUnitCount
        while left > 0 {
            guard place >= 0 else { return false }
            // The pointer is valid, because the literal is stored as UTF-8, and `left` is at most its number of bytes.
            if bytes[place] | 0x20 == (unsafe letters.utf8Start[left - 1]) {
                left -= 1
                place -= 1
            } else if SecretNames.isFiller(bytes[place]) {
                place -= 1
            } else if let start = startOfEscapedFiller(endingAt: place) {
                place = start - 1
            } else {
                return false
            }
        }
        return true
    }

    /// Returns where an escaped filler begins: `%20`, `%5B`, `%5D`, or one of these escapes escaped again.
    private func startOfEscapedFiller(endingAt place: Int) -> Int? {
        let last = bytes[place] | 0x20
        let isFiller =
            bytes[place - 1] == UInt8(ascii: "5") && (last == UInt8(ascii: "b") || last == UInt8(ascii: "d"))
            || bytes[place - 1] == UInt8(ascii: "2") && last == UInt8(ascii: "0")
        guard isFiller else { return nil }
        var start = place - 2
        while bytes[start] == UInt8(ascii: "5"), bytes[start - 1] == UInt8(ascii: "2") { start -= 2 }
        return bytes[start] == UInt8(ascii: "%") ? start : nil
    }

    /// Examines the name around `index`, which seems to end like the name of a secret. Unless the name is a complete JSON key, the whole
    /// text has to be searched.
    private func judgeName(_ index: Int, _ found: inout [Range<Int>]) -> Judgement {
        var start = index
        while Self.isNameByte(bytes[start - 1]) { start -= 1 }
        var end = index + 1
        while Self.isNameByte(bytes[end]) { end += 1 }
        // The number of bytes that spell a quote.
        var width = 1
        if bytes[start - 1] == UInt8(ascii: "%"), bytes[start] == UInt8(ascii: "2"), bytes[start + 1] == UInt8(ascii: "2"),
            start + 2 <= index
        {
            width = 3
            start += 2
        } else if bytes[start - 1] != UInt8(ascii: "\"") {
            return .search
        }
        guard isQuote(end, width) else { return .search }
        guard isSecret(start..<end) else { return .passed(end) }
        // Inside a value that is already secret, only the full search knows which names still count.
        if let last = found.last, start < last.upperBound { return .search }
        var place = afterBlanks(end + width, width)
        if bytes[place] == UInt8(ascii: ":") {
            place += 1
        } else if width == 3, bytes.hasPrefix("%3A", at: place) || bytes.hasPrefix("%3a", at: place) {
            place += 3
        } else {
            return .search
        }
        place = afterBlanks(place, width)
        guard isQuote(place, width) else { return .search }
        let value = place + width
        guard let valueEnd = endOfValue(from: value, width) else { return .search }
        if value < valueEnd { found.append(value..<valueEnd) }
        return .passed(end)
    }

    private func isSecret(_ name: Range<Int>) -> Bool { bytes.withSpan(name) { SecretNames.contains($0) } }

    private func isQuote(_ place: Int, _ width: Int) -> Bool {
        width == 1 ? bytes[place] == UInt8(ascii: "\"") : bytes.hasPrefix("%22", at: place)
    }

    private func afterBlanks(_ start: Int, _ width: Int) -> Int {
        var place = start
        while width == 1 ? bytes[place] == 0x20 : bytes.hasPrefix("%20", at: place) { place += width }
        return place
    }

    /// Returns the position of the closing quote or, in a truncated text, the end of the text. Returns nil if the value has bytes that
    /// could end it elsewhere after further decoding.
    private func endOfValue(from start: Int, _ width: Int) -> Int? {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): return width == 1 ? place : nil
            case UInt8(ascii: "\\"): return nil
            case UInt8(ascii: "%"):
                guard width == 3 else { return nil }
                if bytes.hasPrefix("%22", at: place) { return place }
                let isDeeper = bytes.hasPrefix("%25", at: place) || bytes.hasPrefix("%5C", at: place) || bytes.hasPrefix("%5c", at: place)
                if isDeeper { return nil }
            case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "'"):
                if width == 3 { return nil }
            default: break
            }
            place += 1
        }
        // The end of a truncated text also ends the value.
        return bytes.count
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    // MARK: Passwords in URLs

    /// Whether the text may end in `://user:passwo` at any level of decoding. It may if the part after the last delimiter follows a slash
    /// and has a colon.
    var mayEndInPassword: Bool {
        guard mayHaveColon else { return false }
        // JSON is never a single URL, and in JSON, more characters end an authority.
        let first = bytes[0]
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
        var hasColon = false
        // Whether the loop has passed an escaped delimiter. Before such a delimiter, only unescaped characters matter.
        var isDecodedDone = false
        var place = bytes.count - 1
        while place >= 0 {
            if isDecodedDone, place >= 7, !Self.hasSign(bytes.word(at: place - 7)) {
                place -= 8
                continue
            }
            switch bytes[place] {
            case UInt8(ascii: "/"): return hasColon
            case UInt8(ascii: "?"), UInt8(ascii: "#"): return false
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "&"), 0x20:
                if isJSON { return false }
            case UInt8(ascii: ":"): hasColon = true
            case UInt8(ascii: "A"), UInt8(ascii: "a"):
                if !isDecodedDone, bytes[place - 1] == UInt8(ascii: "3") { hasColon = true }
            case UInt8(ascii: "%") where !isDecodedDone:
                if bytes.hasPrefix("%25", at: place) || bytes.hasPrefix("%2F", at: place) || bytes.hasPrefix("%2f", at: place) {
                    // After further decoding, the colon may follow a slash.
                    if hasColon { return true }
                } else {
                    isDecodedDone = isEscapedEnd(place)
                }
            default: break
            }
            place -= 1
        }
        return false
    }

    /// Returns whether one of the eight bytes may be `/`, `?`, `#` or `:`. Some other bytes pass as well.
    @inline(__always)
    private static func hasSign(_ word: UInt64) -> Bool {
        let low: UInt64 = 0x0101_0101_0101_0101
        let slash = word ^ (low &* 0x2F)
        let question = word ^ (low &* 0x3F)
        let hash = word ^ (low &* 0x23)
        let colon = word ^ (low &* 0x3A)
        let found =
            ((slash &- low) & ~slash) | ((question &- low) & ~question) | ((hash &- low) & ~hash) | ((colon &- low) & ~colon)
        return found & 0x8080_8080_8080_8080 != 0
    }

    /// Whether there is a colon, or an escape that may be one.
    private var mayHaveColon: Bool {
        let low: UInt64 = 0x0101_0101_0101_0101
        var place = 0
        while place < bytes.count {
            let word = bytes.word(at: place)
            let colon = word ^ (low &* 0x3A)
            let percent = word ^ (low &* 0x25)
            if (((colon &- low) & ~colon) | ((percent &- low) & ~percent)) & 0x8080_8080_8080_8080 != 0 { return true }
            place += 8
        }
        return false
    }

    /// Returns whether one of `%20 %22 %23 %26 %27 %3C %3E %3F %7B %7D`, which end the authority of a URL, is at a position.
    private func isEscapedEnd(_ place: Int) -> Bool {
        let second = bytes[place + 2] | 0x20
        switch bytes[place + 1] {
        case UInt8(ascii: "2"): return second == 0x30 || second == 0x32 || second == 0x33 || second == 0x36 || second == 0x37
        case UInt8(ascii: "3"): return second == UInt8(ascii: "c") || second == UInt8(ascii: "e") || second == UInt8(ascii: "f")
        case UInt8(ascii: "7"): return second == UInt8(ascii: "b") || second == UInt8(ascii: "d")
        default: return false
        }
    }
}
