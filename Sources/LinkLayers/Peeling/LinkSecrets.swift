import AppLinks
import Bytes
package import JSONDocument
package import Secrets

/// Judges, with the whole link in view, what is secret in a link, in its layers, and in other texts about it. A secret is a range of bytes,
/// so everything that shows a part of the link masks the same bytes.
///
/// A search of the whole text nearly always finds the secrets of each of its parts. The exceptions:
///
///    u=https://me:a%22b@host     a part by itself may show more, so the parts of such a text are searched, too
///    password=see https://a:b@c  if only a part of the value was found, its name makes the rest a secret
package struct LinkSecrets: ~Copyable {
    /// The secrets of the link.
    private(set) var ranges: [Range<Int>] = []
    /// The places in the link of secrets that were found only in a decoded layer.
    private(set) var learned: [Range<Int>] = []
    /// Searches the link. The other finder searches everything else.
    private var finder = SecretFinder()
    private var partFinder = SecretFinder()
    private var walk = JSONWalk()
    private var link: [UInt8] = []
    /// The contexts of the link. Nil until they are needed.
    private var contexts: SecretContext?
    /// The secrets that were found only in a decoded layer. A search of other texts does not recognize them.
    private var values: [[UInt8]] = []

    package init() {}

    /// Finds the secrets of a link.
    ///
    /// - Parameters:
    ///   - isURL: Whether the text is a URL.
    ///   - known: Secrets that were found only in a decoded layer when the link was read before.
    mutating func find(in link: AppLinkReading, isURL: Bool, knowing known: [Range<Int>]) {
        begin(link.text, learned: known)
        if !learned.isEmpty { learned = [] }
        var found: [Range<Int>] = []
        // A text that needs no encoding has no backslash, so the decoded query is the link decoded once.
        finder.find(in: link.text.span, decoded: isURL && !link.needsEncoding ? link.query.decoded : nil, &found)
        if !known.isEmpty { add(known, to: &found) }
        addValues(in: link.text, to: &found)
        let isSearched = finder.knowsParts
        if isURL, !found.isEmpty || !isSearched {
            complete(&found, in: link.text, link.query, link.data, link.tape, isSearched: isSearched)
        }
        ranges = found
    }

    /// Begins with a link or document whose secrets are known.
    ///
    /// - Parameter learned: The secrets that were found only in a decoded layer.
    package mutating func begin(_ link: [UInt8], learned: [Range<Int>] = []) {
        (self.link, contexts) = (link, nil)
        if !values.isEmpty || !learned.isEmpty { values = learned.map { Array(link[$0]) }.filter { $0.count >= Self.leastValue } }
    }

    /// The minimum length of a secret to search for literally.
    private static let leastValue = 4
    /// The minimum length of a secret to search for inside words, too. Shorter secrets may be a part of an ordinary word.
    private static let leastPart = 8

    /// Forgets the link, whose memory is reused for the next one.
    package mutating func end() { (link, values) = ([], []) }

    /// Returns what a secret of the link holds, if that is neither a token nor a password.
    func content(of secret: Range<Int>) -> String? { finder.content(of: secret) }

    /// Replaces `found` by the secrets of a text that was decoded or made from the link, or that is about it.
    package mutating func find(in text: Span<UInt8>, _ found: inout [Range<Int>]) {
        search(text, &found)
        if !found.isEmpty || !partFinder.knowsParts { complete(&found, in: text.array, isSearched: partFinder.knowsParts) }
        if !values.isEmpty { addValues(in: text.array, to: &found) }
    }

    /// Adds the places of the secrets that were found only in a decoded layer.
    private func addValues(in text: [UInt8], to found: inout [Range<Int>]) {
        for value in values {
            let places = text.ranges(of: value)
            add(value.count < Self.leastPart ? places.filter { Self.isWhole($0, in: text) } : places, to: &found)
        }
    }

    /// Returns whether no letter or digit is right before or after a part of a text. The digits of an escape do not count.
    private static func isWhole(_ part: Range<Int>, in text: [UInt8]) -> Bool {
        let (start, end) = (part.lowerBound, part.upperBound)
        // The text may be escaped several times: `%2520`.
        var escape = start - 3
        while escape > 1, text[escape] == UInt8(ascii: "5"), text[escape - 1] == UInt8(ascii: "2") { escape -= 2 }
        let isAfterEscape = escape >= 0 && text[escape] == PercentCoding.percent
        return (start == 0 || isAfterEscape || !ByteClass.isLetterOrDigit(text[start - 1]))
            && (end == text.count || !ByteClass.isLetterOrDigit(text[end]))
    }

    /// Replaces `found` by the secrets of a decoded string of a document.
    ///
    /// - Parameters:
    ///   - record: The string in its document.
    ///   - known: The secrets of the document. If fewer are found in the decoded string than in its written form, all of it is a secret.
    package mutating func find(in text: Span<UInt8>, of record: NodeRecord, among known: [Range<Int>], _ found: inout [Range<Int>]) {
        guard record.flags.contains(.needsDecoding) else { return found = known.parts(in: record.contentRange) }
        find(in: text, &found)
        let isSecret = known.cover(record.contentRange) || known.overlapping(record.contentRange).count > found.count
        if isSecret, text.count > 0 { found = [text.indices] }
    }

    /// Returns the text of a value as a reader sees it, with its secrets: a decoded string, and any other value as it was written.
    ///
    /// - Parameter known: The secrets of the document.
    package mutating func text(of node: JSONDocument.Node, among known: [Range<Int>]) -> SearchedText {
        guard let text = node.stringValue else { return SearchedText(node.written, known.parts(in: node.range)) }
        var found: [Range<Int>] = []
        text.withBytes { find(in: $0, of: node.record, among: known, &found) }
        return SearchedText(text, found)
    }

    // MARK: Layers

    /// Returns the secrets of the text of a layer: those that the link has there, and those that are found only in the decoded text.
    ///
    /// - Parameters:
    ///   - range: The place of the text in the outer layer.
    ///   - outer: The layer in which the text stands as it is. Nil if it was decoded or put together.
    mutating func find(in text: MappedText, at range: Range<Int>?, of outer: Layer?) -> [Range<Int>] {
        var found = known(in: text, at: range, of: outer)
        guard !text.isPart || !finder.knowsParts || !found.isEmpty else { return found }
        var own: [Range<Int>] = []
        find(in: text.bytes.span, &own)
        add(own, to: &found)
        // The parts of the text may have another order in the link, so each byte has its own place there.
        for place in own.joined().lazy.map({ text.original($0..<$0 + 1) }) where !place.isEmpty && !ranges.cover(place) {
            learned.insert(joining: place)
        }
        return found
    }

    private func known(in text: MappedText, at range: Range<Int>?, of outer: Layer?) -> [Range<Int>] {
        if ranges.isEmpty { return [] }
        if text.isPart { return ranges.overlapping(text.original).compactMap(text.part) }
        if text.isPacked {
            // In the link, a secret takes all letters that hold a part of it, and these also hold other bytes.
            guard let range, let outer, outer.text.isPacked else { return [] }
            // Something may have been put before the text.
            let start = range.upperBound - text.count
            return outer.secrets.overlapping(range).map { secret in
                let part = secret.clamped(to: range)
                return part.lowerBound - start..<part.upperBound - start
            }
        }
        // The parts of the text may have another order in the link.
        var found: [Range<Int>] = []
        for index in 0..<text.count where ranges.cover(text.original(index..<index + 1)) { found.insert(joining: index..<index + 1) }
        return found
    }

    // MARK: Parts

    /// Adds what the parts of a text show by themselves, and the rest of the values that have the name of a secret.
    ///
    /// - Parameter isSearched: Whether the parts show no more than the search of the text.
    private mutating func complete(_ found: inout [Range<Int>], in text: [UInt8], isSearched: Bool) {
        if ValueForm.isJSON(text.span) { return complete(&found, inJSON: MappedText(text), isSearched: isSearched) }
        var query = LinkQuery()
        guard query.read(text.span) != nil else { return }
        complete(&found, in: text, query, isSearched: isSearched)
    }

    /// - Parameters:
    ///   - data: The place of the App Link data in the decoded query, if the text is the link.
    ///   - tape: The data, as it was read.
    private mutating func complete(
        _ found: inout [Range<Int>], in text: [UInt8], _ query: LinkQuery, _ data: Range<Int>? = nil, _ tape: JSONTape? = nil,
        isSearched: Bool
    ) {
        lazy var around = Secrets.contexts(ofParametersIn: text.span)
        // Nearly always, a value is a secret as a whole or has none.
        for component in query.components where !isSearched || component.item.value.map(found.isPartial) == true {
            if !isSearched { add(MappedText(query.decoded, component.name), to: &found) }
            guard let place = component.item.value, let value = component.value.map({ MappedText(query.decoded, $0) }) else { continue }
            let name = query.decoded.bytes(component.name)
            if found.isPartial(place), isSecret(value.bytes, named: name) { add([place], to: &found) }
            if !isSearched, !Secrets.isPublic(name: name.span, in: around) { add(value, to: &found) }
            guard ValueForm.isJSON(value.bytes.span) else { continue }
            complete(&found, inJSON: value, component.value == data ? tape : nil, isSearched: isSearched)
        }
    }

    private mutating func complete(_ found: inout [Range<Int>], inJSON text: MappedText, _ tape: JSONTape? = nil, isSearched: Bool) {
        let known = found.overlapping(text.original).compactMap(text.part)
        (tape.map { JSONDocument(text.bytes, $0) } ?? JSONDocument(text.bytes)).withView { view in
            walk.begin()
            while let step = walk.step(in: view) {
                guard case .value(let node) = step else { continue }
                let isString = view[node].kind == .string
                let value = isString ? view[node].contentRange : view[node].range
                let isPartial = known.isPartial(value)
                if isSearched, !isPartial { walk.skip(in: view) }
                if !isSearched || isPartial, let container = walk.containers.last, container.isObject {
                    let name = text.jsonDecoded(view[container.key].contentRange)
                    if !isSearched { add(name, to: &found) }
                    if isPartial {
                        let isContainer = view[node].kind == .object || view[node].kind == .array
                        let isSecret =
                            isContainer
                            ? Secrets.isSecret(name: name.bytes.span) : isSecret(text.jsonDecoded(value).bytes, named: name.bytes)
                        if isSecret { add([text.original(value)], to: &found) }
                    }
                }
                if !isSearched, isString { add(text.jsonDecoded(value), to: &found) }
            }
        }
    }

    /// Returns whether the name makes the whole value a secret.
    private mutating func isSecret(_ value: [UInt8], named name: [UInt8]) -> Bool {
        Secrets.isSecret(value.span, name: name.span, in: carrier())
    }

    /// Adds what a text shows by itself.
    private mutating func add(_ text: MappedText, to found: inout [Range<Int>]) {
        var own: [Range<Int>] = []
        search(text.bytes.span, &own)
        add(own.map(text.original), to: &found)
    }

    private func add(_ ranges: [Range<Int>], to found: inout [Range<Int>]) {
        for range in ranges { found.insert(joining: range) }
    }

    private mutating func search(_ text: Span<UInt8>, _ found: inout [Range<Int>]) {
        // `SecretContext(rawValue: 0)` is the empty set. Outside the module of the type, `[]` would first create an array.
        partFinder.find(in: text, carriedBy: contexts ?? SecretContext(rawValue: 0), &found)
        if contexts == nil, partFinder.asksForCarrier { partFinder.find(in: text, carriedBy: carrier(), &found) }
    }

    private mutating func carrier() -> SecretContext {
        if let contexts { return contexts }
        let found = Secrets.contexts(of: link.span)
        contexts = found
        return found
    }
}
