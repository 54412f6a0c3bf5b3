import Screen

extension FuzzTarget {
    /// What a terminal sends: how it was cut into reads changes nothing, and nothing is left when it pauses.
    ///
    /// The first byte says how the reads are cut.
    static func keysProblem(_ bytes: [UInt8]) -> String? {
        guard let pattern = bytes.first else { return nil }
        let sent = Array(bytes.dropFirst())
        let (keys, decoder) = decoded([sent[...]])
        // Every key takes a byte at least.
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
        for read in reads { keys += decoder.feed(Array(read), at: .zero) }
        keys += decoder.idle(at: .seconds(60))
        return (keys, decoder)
    }

    /// Reads of 0 to 7 bytes, in an order that the pattern and the bytes themselves decide.
    private static func reads(of bytes: [UInt8], _ pattern: UInt8) -> [ArraySlice<UInt8>] {
        var reads: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        var state = UInt32(pattern) &+ 1
        while !rest.isEmpty {
            // Constants of a usual linear congruential generator; its upper bits are the good ones.
            state = state &* 1_664_525 &+ 1_013_904_223
            let count = Int(state >> 29)
            reads.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return reads
    }
}
