import Bytes

/// Searches one level of decoding after the other, and collects the texts in them that have a coding of their own, such as base64, and
/// therefore levels of their own. If such a text has a secret, so has the text that encodes it, wherever that stands.
///
///    s://?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM     the text
///           https://a/?password=abc             a text inside it, with levels of its own
///                               ^^^             found here
///                                   ••••        masked here: the letters that encode it
///
/// Decoded base64 is a quarter shorter than its letters, so the nesting ends. The total decoded size is limited as well, because an
/// attacker can craft a text that reads as different base64 at each level, and because a few letters may hold a very long text in
/// compressed form. When the limit is reached, the remaining texts with a coding of their own are masked completely.
struct Unpacking: ~Copyable {
    private struct Text {
        var bytes: [UInt8]
        /// The index of the enclosing text, or nil if that is the whole text.
        var outer: Int?
        /// The start of each group in the enclosing text, and the end of the last group.
        var groups: [Int]
        /// The number of bytes that a group stands for.
        var groupSize: Int
    }

    private var texts: [Text] = []
    /// The index of the text that is searched, or nil for the whole text.
    private var current: Int?
    /// The places of the texts with a coding of their own that were found in the text that is searched.
    private var known: Set<Range<Int>> = []
    private var room = 0
    private(set) var memory = SecretSearch.Memory()
    private var seen = DecodedLevel()
    let knowledge: SecretKnowledge

    init(_ knowledge: SecretKnowledge) { self.knowledge = knowledge }

    /// The secrets that are neither tokens nor passwords, as ranges of the whole text, and what they hold.
    private(set) var contents: [(secret: Range<Int>, what: String)] = []

    /// Starts with a text of `count` bytes, and forgets the one before.
    ///
    /// - Parameters:
    ///   - carrier: See ``SecretSearch/Memory/carrier``.
    ///   - isRedirected: See ``SecretSearch/Memory/isRedirected``.
    mutating func begin(_ count: Int, in carrier: SecretContext, isRedirected: Bool) {
        if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
        room = 8 * count + 4096
        current = nil
        memory.isUnsure = false
        if !contents.isEmpty { contents.removeAll() }
        (memory.carrier, memory.isRedirected, memory.asksForCarrier) = (carrier, isRedirected, false)
        if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    }

    /// Searches a level of the current text. Returns whether it may have escapes.
    mutating func search(_ bytes: ByteView, _ origins: Origins, isWritten: Bool) -> Bool {
        let (mayHaveEscapes, mayLookOtherwise) = SecretSearch.search(bytes, origins, isWritten: isWritten, knowledge, &memory)
        // An iterator would make a copy of all of the memory.
        for index in memory.hyphenated.indices { unpack(HyphenatedLink.run(bytes, at: memory.hyphenated[index]), origins) }
        unpackStarred(in: bytes, origins)
        if mayLookOtherwise, seen.showSeen(bytes, origins) {
            seen.withBytes { _ = SecretSearch.search($0, $1, isWritten: isWritten, knowledge, &memory) }
        }
        // Links that were found in the shown text are not unpacked: their positions belong to that text, and they lack the hidden
        // characters.
        if !memory.hyphenated.isEmpty { memory.hyphenated.removeAll(keepingCapacity: true) }
        if !memory.starred.isEmpty { memory.starred.removeAll(keepingCapacity: true) }
        let (shapes, paths) = (knowledge.shapes, knowledge.paths)
        var shapesEnd = 0
        PackedRun.forEachPlace(in: bytes) { letters in
            shapesEnd = shapes.search(letters, in: bytes, from: shapesEnd) {
                memory.add(shape: $0.secret, holding: $0.content, origins)
            }
            paths.search(letters, in: bytes) { memory.add(shape: $0, origins) }
            // One byte more than there is room for shows that a text is too long.
            PackedRun.forEach(at: letters, in: bytes, atMost: { room + 1 }) { unpack($0, origins) }
        }
        return mayHaveEscapes
    }

    /// Moves on to the next text with a coding of its own, after all levels of the current text. Appends the secrets of the current text to
    /// `found`. Returns nil after the last text.
    mutating func next(_ found: inout [Range<Int>]) -> [UInt8]? {
        // An empty value has no letters, but its place is in a group of them.
        for secret in memory.secrets where !secret.isEmpty {
            let place = place(of: secret)
            if !place.isEmpty { found.append(place) }
        }
        if !memory.secrets.isEmpty { memory.secrets.removeAll(keepingCapacity: true) }
        if !memory.contents.isEmpty {
            contents += memory.contents.map { (place(of: $0.secret), $0.what) }
            memory.contents = []
        }
        let next = current.map { $0 + 1 } ?? 0
        guard next < texts.count else { return nil }
        current = next
        known.removeAll(keepingCapacity: true)
        defer { texts[next].bytes = [] }
        return texts[next].bytes
    }

    /// Unpacks the links with asterisks. A link that begins inside another one is skipped, because the outer link was read to its end.
    private mutating func unpackStarred(in bytes: ByteView, _ origins: Origins) {
        var end = 0
        for index in memory.starred.indices where memory.starred[index] >= end {
            guard let link = AsteriskLink.run(bytes, at: memory.starred[index]) else { return }
            unpack(link, origins)
            end = link.range.upperBound
        }
    }

    private mutating func unpack(_ run: PackedRun, _ origins: Origins) {
        let whole = origins.original(run.range)
        // Most runs read the same at the next level, and each run is unpacked only once.
        guard known.insert(whole).inserted else { return }
        guard run.text.count <= room else {
            room = 0
            return memory.secrets.append(whole)
        }
        room -= run.text.count
        texts.append(Text(bytes: run.text, outer: current, groups: run.groups.map(origins.original), groupSize: run.groupSize))
    }

    /// Returns where the secret of the current text is in the whole text.
    private func place(of secret: Range<Int>) -> Range<Int> {
        var (place, next) = (secret, current)
        while let index = next {
            let (groups, size) = (texts[index].groups, texts[index].groupSize)
            place = groups[place.lowerBound / size]..<groups[min((place.upperBound + size - 1) / size, groups.count - 1)]
            next = texts[index].outer
        }
        return place
    }
}
