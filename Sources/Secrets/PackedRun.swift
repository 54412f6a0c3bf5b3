import Bytes

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
        if Base64.value(bytes[index]) != nil { return true }
        return bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
    }

    /// Creates a run. Returns nil if the letters do not decode to text. Text that is truncated in the middle of a character is accepted.
    private init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var text: [UInt8] = []
        var groups: [Int] = []
        var isText = ReadableText()
        var decoder = Base64.Decoder()
        for index in range {
            guard let digit = Base64.value(bytes[index]) else { continue }
            if decoder.count % 4 == 0 { groups.append(index) }
            guard let byte = decoder.add(digit) else { continue }
            guard isText.take(byte) else { return nil }
            text.append(byte)
        }
        guard decoder.count >= Self.shortest else { return nil }
        // A group that was truncated after its first letter has no complete byte.
        if decoder.count % 4 == 1 { groups.removeLast() }
        groups.append(range.upperBound)
        self.range = range
        self.text = text
        self.groups = groups
    }
}
