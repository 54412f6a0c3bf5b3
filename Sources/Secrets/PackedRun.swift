import AppLinks

/// A stretch of base64 that is text: where it stands, what it says, and which of its bytes are in which letters.
///
///     ?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM&x    the run of letters
///        https://a/?password=abc              its text
///        ^  ^  ^  ^  ^  ^  ^  ^  ^            a group of three bytes for each four letters
///
/// A run begins where no letter of base64 comes before, and behind the digits of an escape: `%22aHR0…`. JSON may write its slashes `\/`.
struct PackedRun {
    let range: Range<Int>
    let text: [UInt8]
    /// Where each group begins, and where the last one ends.
    let groups: [Int]

    /// Shorter ones decode to text by accident.
    static let shortest = 16

    /// The runs in a text, in their order. Of one that is no text as a whole, the parts between its slashes are looked at.
    static func all(in bytes: [UInt8]) -> [PackedRun] {
        var runs: [PackedRun] = []
        var index = 0
        while index < bytes.count {
            guard isLetter(bytes, at: index) else {
                index += 1
                continue
            }
            let start = begin(of: index, bytes)
            while index < bytes.count, isLetter(bytes, at: index) { index += 1 }
            guard index - start >= shortest else { continue }
            if let run = PackedRun(bytes, start..<index) {
                runs.append(run)
            } else {
                let parts = bytes[start..<index].split(separator: UInt8(ascii: "/"))
                for part in parts where part.count >= shortest && part.count < index - start {
                    if let run = PackedRun(bytes, part.indices) { runs.append(run) }
                }
            }
        }
        return runs
    }

    /// Behind the digits of the escape that ends here, if the run begins with such.
    private static func begin(of index: Int, _ bytes: [UInt8]) -> Int {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "%") else { return index }
        return EscapeChain(bytes, at: index - 1, end: bytes.count).range.upperBound
    }

    private static func isLetter(_ bytes: [UInt8], at index: Int) -> Bool {
        if Bytes.base64(bytes[index]) != nil { return true }
        return bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
    }

    /// Nil for letters that stand for anything else than text. A text that is cut in the middle of a character is one.
    private init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var text: [UInt8] = []
        var groups: [Int] = []
        var isText = TextCheck()
        var group: UInt32 = 0
        var count = 0
        for index in range {
            guard let digit = Bytes.base64(bytes[index]) else { continue }
            if count % 4 == 0 { groups.append(index) }
            group = group << 6 | UInt32(digit)
            count += 1
            guard count % 4 != 1 else { continue }
            // Six bits a letter: after the second, third and fourth of a group one more byte is full.
            let byte = UInt8(truncatingIfNeeded: group >> UInt32(6 - 2 * ((count - 1) % 4)))
            guard isText.take(byte) else { return nil }
            text.append(byte)
        }
        guard count >= Self.shortest else { return nil }
        // Of a group that was cut after its first letter nothing can be read.
        if count % 4 == 1 { groups.removeLast() }
        groups.append(range.upperBound)
        self.range = range
        self.text = text
        self.groups = groups
    }

    /// Whether bytes that come one by one may be text: no control characters, and what UTF-8 allows to follow each other.
    struct TextCheck {
        private var missing: Int

        /// - Parameter leading: so many bytes at the beginning may belong to a character that began before.
        init(leading: Int = 0) { missing = -leading }

        mutating func take(_ byte: UInt8) -> Bool {
            if missing > 0 {
                missing -= 1
                return byte & 0xC0 == 0x80
            }
            if missing < 0 {
                missing += 1
                if byte & 0xC0 == 0x80 { return true }
                missing = 0
            }
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20...0x7E: return true
            case 0xC2...0xDF: missing = 1
            case 0xE0...0xEF: missing = 2
            case 0xF0...0xF4: missing = 3
            default: return false
            }
            return true
        }
    }
}
