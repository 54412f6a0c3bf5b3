/// Searches a text at every level of decoding, and in the same way each base64 text inside it.
///
///    s://?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM     the text
///           https://a/?password=abc             a text inside it, with levels of its own
///                               ^^^             found here
///                                   ••••        masked here: the letters that encode it
///
/// Decoded base64 is a quarter shorter than its letters, so the nesting ends. The total decoded size is limited as well, because an
/// attacker can craft a text that reads as different base64 at each level. When the limit is reached, the remaining runs of base64 are
/// masked completely.
struct Unpacking {
    private struct Text {
        var bytes: [UInt8]
        /// The index of the enclosing text. `groups` has the positions of the letters there that encode each group of three bytes.
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
        // Most runs read the same at the next level, and each run is unpacked only once.
        guard known.insert(whole).inserted, index > 0 || !isHarmless || isPlain(run.range, level) else { return }
        guard run.text.count <= room else { return found.append(place(of: whole, in: index)) }
        room -= run.text.count
        let groups = run.groups.map { level.original($0..<$0).lowerBound }
        texts.append(Text(bytes: run.text, outer: index, groups: groups))
    }

    /// Returns whether the range has a long enough run of unescaped letters. Only such runs are unpacked if the text is known to be
    /// harmless.
    private func isPlain(_ range: Range<Int>, _ level: DecodedLevel) -> Bool {
        var count = 0
        for index in range {
            count = level.original(index..<index + 1).count == 1 ? count + 1 : 0
            if count == PackedRun.shortest { return true }
        }
        return false
    }

    /// Returns where the secret of a nested text is in the outermost text.
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
