package import Bytes
import JSONDocument

/// Finds the secrets in one text after the other, as ``Secrets/ranges(in:)`` does. The memory is reused, so that an ordinary text takes no
/// allocation.
package struct SecretFinder: ~Copyable {
    /// The number of single decoding steps. Links nested in links are encoded again at each level. All remaining levels are decoded at
    /// once.
    private static let deepest = 6
    private static let deepestStrings = 3
    /// The minimum length of a text with a secret: `//:x`, with the password `x`.
    private static let shortest = 4

    private var unpacking: Unpacking
    private var level = DecodedLevel()
    private var deeper = DecodedLevel()

    package init(knowing knowledge: SecretKnowledge = .embedded) { unpacking = Unpacking(knowledge) }

    /// Whether a search of a part of the last text by itself finds no further secrets.
    package var knowsParts: Bool { !unpacking.memory.isUnsure }

    /// Returns what a secret of the last text holds, if that is neither a token nor a password.
    package func content(of secret: Range<Int>) -> String? { unpacking.contents.first { $0.secret == secret }?.what }

    /// Whether the contexts of the link that carries the last text may show further secrets in it.
    package var asksForCarrier: Bool { unpacking.memory.asksForCarrier }

    /// Replaces the content of `found` with the byte ranges of the secrets in a text, in order and without overlaps. If the text is a link,
    /// its own contexts also count for the JSON in it.
    ///
    /// - Parameters:
    ///   - decoded: The text decoded once, if the caller has it and if the text has no backslash.
    ///   - carrier: The contexts of the link that carries the text. See ``Secrets/contexts(of:)``.
    ///   - isRedirected: Whether the text is a link to which the carrier redirected, so that these contexts count for its parameters.
    ///   - depth: The number of nested JSON strings around the text. The search stops at a limit, because a hostile text may have hundreds.
    package mutating func find(
        in text: Span<UInt8>, decoded: DecodedText? = nil, carriedBy carrier: SecretContext = [], isRedirected: Bool = false,
        inStrings depth: Int = 0, _ found: inout [Range<Int>]
    ) {
        search(text, decoded, carrier, isRedirected, &found)
        // Few texts have a member that depends on the carrier, and reading all contexts takes as long as a search.
        if asksForCarrier, ByteView.with(text, SecretSearch.isLink) {
            let known = unpacking.knowledge.surroundings.contexts(of: text).union(carrier)
            if known != carrier { search(text, decoded, known, isRedirected, &found) }
        }
        if depth < Self.deepestStrings { addStrings(of: text, carrier, depth + 1, &found) }
    }

    /// Decodes each JSON string with escapes and adds the secrets found in it. More secrets may be found there than in the text as written:
    /// in a link with `\/`, or in a message whose words have `\u00f3`.
    private func addStrings(of text: Span<UInt8>, _ carrier: SecretContext, _ depth: Int, _ found: inout [Range<Int>]) {
        let content = text.trimmed
        guard let first = content.first, text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "["),
            text.place(of: UInt8(ascii: "\\"), from: first, end: content.upperBound) < content.upperBound
        else { return }
        let whole = MappedText(text.array)
        var tape = JSONTape()
        tape.read(text)
        var finder = SecretFinder(knowing: unpacking.knowledge)
        var own: [Range<Int>] = []
        for record in tape.records where record.kind == .string && record.flags.contains(.needsDecoding) {
            let string = whole.jsonDecoded(record.contentRange)
            finder.find(in: string.bytes.span, carriedBy: carrier, inStrings: depth, &own)
            for place in own { found.insert(joining: string.original(place)) }
        }
    }

    private mutating func search(
        _ text: Span<UInt8>, _ decoded: DecodedText?, _ carrier: SecretContext, _ isRedirected: Bool, _ found: inout [Range<Int>]
    ) {
        if !found.isEmpty { found.removeAll(keepingCapacity: true) }
        unpacking.begin(text.count, in: carrier, isRedirected: isRedirected)
        // Most texts are names and words.
        guard ByteView.with(text, Self.mayHaveSecrets) else { return }
        ByteView.with(text) { searchLevels(of: $0, decoded) }
        while let text = unpacking.next(&found) { ByteView.with(text.span) { searchLevels(of: $0, nil) } }
        if found.count > 1 { found.joinOverlapping() }
    }

    /// Returns whether a text has `=`, `:`, `/`, `%` or `\`, or letters that may be base64, or gaps between words, or letters beyond ASCII, or
    /// is a link with other escapes. Most names have nothing of the kind, and therefore no secret.
    static func mayHaveSecrets(_ bytes: ByteView) -> Bool {
        guard bytes.count >= shortest else { return false }
        for place in stride(from: 0, to: bytes.count, by: 16) {
            let block = ByteBlock(bytes, at: place)
            let signs = SecretSearch.signs(in: block) | block.marks(of: PercentCoding.percent) | block.marks(of: SecretSearch.backslash)
            if !(signs | SecretSearch.gaps(in: block) | block.marksBeyondASCII).isEmpty { return true }
        }
        return bytes.count >= PackedRun.shortest && PackedRun.isPossible(in: bytes) || HyphenatedLink.begins(bytes, at: 0)
    }

    /// Searches a text as written and after each further decoding.
    private mutating func searchLevels(of text: ByteView, _ decoded: DecodedText?) {
        let origins = Origins()
        guard unpacking.search(text, origins, isWritten: true), Self.hasEscapes(text) else { return }
        var depth = 1
        var isDecoded = true
        if let decoded {
            isDecoded = decoded.withOrigins { Self.search($0, $1, depth: depth, &unpacking, &level) }
            depth += 1
        } else {
            isDecoded = level.decodeOnce(text, origins)
        }
        while isDecoded {
            isDecoded = level.withBytes { Self.search($0, $1, depth: depth, &unpacking, &deeper) }
            swap(&level, &deeper)
            depth += 1
        }
    }

    /// Searches a decoded text, and decodes it to the next level. Returns whether there is one.
    private static func search(
        _ bytes: ByteView, _ origins: Origins, depth: Int, _ unpacking: inout Unpacking, _ next: inout DecodedLevel
    ) -> Bool {
        guard unpacking.search(bytes, origins, isWritten: false), hasEscapes(bytes) else { return false }
        return depth < deepest ? next.decodeOnce(bytes, origins) : next.decodeFully(bytes, origins)
    }

    /// Returns whether a text has an escape that may hide something. An escaped non-ASCII letter matters only in a name, because delimiters
    /// and base64 are ASCII.
    private static func hasEscapes(_ bytes: ByteView) -> Bool {
        var place = -1
        while true {
            place = bytes.firstPlace(of: PercentCoding.percent, or: SecretSearch.backslash, from: place + 1)
            guard place < bytes.count else { return false }
            let (byte, length) = Escape.read(bytes, at: place)
            if length > 1, byte < 0x80 || !ByteTable.kinds(byte).isVisible || isInName(place, bytes) { return true }
        }
    }

    /// Returns whether only name characters are between an escape and the next `=` or `:`, so that the escape is part of a name.
    private static func isInName(_ escape: Int, _ bytes: ByteView) -> Bool {
        let end = bytes.skip(escape + 3, while: SecretSearch.isNameByte)
        return bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":")
    }
}
