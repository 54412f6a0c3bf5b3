import Screen

extension FuzzTarget {
    /// Terminal input decodes to the same keys however it is split into reads, and nothing is left over after a pause.
    ///
    /// The first byte determines how the reads are split.
    static func keysProblem(_ bytes: [UInt8]) -> String? {
        guard let pattern = bytes.first else { return nil }
        let sent = Array(bytes.dropFirst())
        let (keys, decoder) = decoded([sent[...]])
        // Every key takes at least one byte.
        if keys.count > sent.count { return "\(keys.count) keys of \(sent.count) bytes" }
        if !decoder.isInPaste, decoder.wakesAt != nil { return "something is held for ever" }
        let single = decoded(sent.indices.map { sent[$0...$0] }).keys
        if single != keys { return "byte by byte: \(single), in one read: \(keys)" }
        let cut = decoded(reads(of: sent, pattern)).keys
        if cut != keys { return "in several reads: \(cut), in one: \(keys)" }
        return nil
    }

    private static func decoded(_ reads: [ArraySlice<UInt8>]) -> (keys: [Key], decoder: KeyDecoder) {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for read in reads { keys += decoder.feed(read, at: .zero) }
        keys += decoder.idle(at: .seconds(60))
        return (keys, decoder)
    }

    /// Splits the bytes into reads of 0 to 7 bytes, determined by the pattern and the bytes themselves.
    private static func reads(of bytes: [UInt8], _ pattern: UInt8) -> [ArraySlice<UInt8>] {
        var reads: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        var state = UInt32(pattern) &+ 1
        while !rest.isEmpty {
            // The constants of a common linear congruential generator, whose upper bits are good.
            state = state &* 1_664_525 &+ 1_013_904_223
            let count = Int(state >> 29)
            reads.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return reads
    }
}
