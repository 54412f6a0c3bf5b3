/// The search through a text at every level of decoding, and through whatever stands in it as base64, and in that again.
///
///     s://?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM     the text
///            https://a/?password=abc             a text in it, with levels of its own
///                                ^^^             found here
///                                    ••••        masked there: the letters that carry it
///
/// What is in a text is shorter than it by a quarter, so this ends. What is unpacked altogether is bounded all the same: a text may be made
/// so that it reads as base64 in another way at each level. Where the room is used up, the letters are masked as a whole.
struct Unpacking {
    private struct Text {
        var bytes: [UInt8]
        /// Where it stands: in which text, and in which of its letters each group of three bytes.
        var outer: Int?
        var groups: [Int] = []
    }

    private var texts: [Text]
    private var room: Int
    private let isHarmless: Bool
    private var found: [Range<Int>] = []

    static func secrets(in bytes: [UInt8]) -> [Range<Int>] {
        var unpacking = Unpacking(bytes)
        var next = 0
        while next < unpacking.texts.count {
            unpacking.search(next)
            next += 1
        }
        return unpacking.found
    }

    private init(_ bytes: [UInt8]) {
        texts = [Text(bytes: bytes)]
        room = 8 * bytes.count + 4096
        isHarmless = Secrets.isHarmless(bytes.span)
    }

    private mutating func search(_ index: Int) {
        var secrets: [Range<Int>] = []
        var known: Set<Range<Int>> = []
        var level: DecodedLevel? = DecodedLevel(texts[index].bytes)
        texts[index].bytes = []
        while let current = level {
            current.appendSecrets(to: &secrets)
            current.withoutZeroWidth()?.appendSecrets(to: &secrets)
            for run in PackedRun.all(in: current.bytes) { unpack(run, in: current, of: index, &known) }
            level = current.next()
        }
        for secret in secrets { found.append(place(of: secret, in: index)) }
    }

    private mutating func unpack(_ run: PackedRun, in level: DecodedLevel, of index: Int, _ known: inout Set<Range<Int>>) {
        let whole = level.original(run.range)
        // Most runs stand in the next level as they do in this one.
        guard known.insert(whole).inserted, index > 0 || !isHarmless || isPlain(run.range, level) else { return }
        guard run.text.count <= room else { return found.append(place(of: whole, in: index)) }
        room -= run.text.count
        let groups = run.groups.map { level.original($0..<$0).lowerBound }
        texts.append(Text(bytes: run.text, outer: index, groups: groups))
    }

    /// Whether enough letters in a row stand as they are. A survey of a harmless text does not ask for more.
    private func isPlain(_ range: Range<Int>, _ level: DecodedLevel) -> Bool {
        var count = 0
        for index in range {
            count = level.original(index..<index + 1).count == 1 ? count + 1 : 0
            if count == PackedRun.shortest { return true }
        }
        return false
    }

    /// Where a secret of a text in the text stands in that which everything is in.
    private func place(of secret: Range<Int>, in index: Int) -> Range<Int> {
        var (place, index) = (secret, index)
        while let outer = texts[index].outer {
            let groups = texts[index].groups
            place = groups[place.lowerBound / 3]..<groups[min((place.upperBound + 2) / 3, groups.count - 1)]
            index = outer
        }
        return place
    }
}
