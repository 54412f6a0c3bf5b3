import AppLinks

/// A run of base64 that decodes to text, with the decoded text and the position of each letter group.
///
///    ?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM&x    the run of letters
///       https://a/?password=abc              its text
///       ^  ^  ^  ^  ^  ^  ^  ^  ^            a group of three bytes for each four letters
///
/// A run begins after a byte that is not a base64 letter, or after the digits of an escape: `%22aHR0…`. JSON may escape the run's slashes
/// as `\/`.
struct PackedRun {
    let range: Range<Int>
    let text: [UInt8]
    /// The start of each group, and the end of the last group.
    let groups: [Int]

    /// The minimum length of a run. Shorter runs may decode to text by accident.
    static let shortest = 16

    /// Returns the runs in a text, in source order. If a run is not text as a whole, the parts between its slashes are tried.
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

    /// Returns where the run begins: at `index`, or after the digits of an escape if a percent sign precedes `index`.
    private static func begin(of index: Int, _ bytes: [UInt8]) -> Int {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "%") else { return index }
        return EscapeChain(bytes, at: index - 1, end: bytes.count).range.upperBound
    }

    private static func isLetter(_ bytes: [UInt8], at index: Int) -> Bool {
        if Bytes.base64(bytes[index]) != nil { return true }
        return bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
    }

    /// Creates a run. Returns nil if the letters do not decode to text. Text that is truncated in the middle of a character is accepted.
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
            // Each letter adds six bits. The second, third and fourth letter of a group each complete a byte.
            let byte = UInt8(truncatingIfNeeded: group >> UInt32(6 - 2 * ((count - 1) % 4)))
            guard isText.take(byte) else { return nil }
            text.append(byte)
        }
        guard count >= Self.shortest else { return nil }
        // A group that was truncated after its first letter has no complete byte.
        if count % 4 == 1 { groups.removeLast() }
        groups.append(range.upperBound)
        self.range = range
        self.text = text
        self.groups = groups
    }

    /// Checks bytes one by one for readable text: lead bytes with the right number of continuation bytes, and no control characters except
    /// TAB, LF and CR.
    struct TextCheck {
        private var missing: Int

        /// - Parameter leading: The number of bytes at the start that may belong to a truncated character.
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
