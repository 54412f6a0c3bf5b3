import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

/// The secrets of the link that is being written, and of any other text.
///
/// A link is searched for secrets once, as a whole. Nearly always, the secrets that this finds include those of each part of the link. Then
/// only the parts with a secret are searched by themselves.
struct LinkSecrets: ~Copyable {
    /// Whether secrets are written unmasked. If so, nothing is a secret.
    let areShown: Bool
    /// The secrets in the text of the link.
    private(set) var input: [Range<Int>] = []
    /// The secrets in the text that was searched last.
    private(set) var found: [Range<Int>] = []
    /// The secrets that ``find(in:isClean:)`` found last. Nil if secrets are shown.
    var masked: [Range<Int>]? { areShown ? nil : found }
    /// The offset, in the decoded query, of the data that is being written. Nil if the data is not copied from the query.
    var dataStart: Int?
    /// The place of the data in the decoded query of the link; nil if the link has no data.
    private var data: Range<Int>?
    /// Whether `input` includes the secrets of each part of the link.
    private var knowsParts = false
    /// The secrets in the decoded query of the link.
    private(set) var query: [Range<Int>] = []
    private var finder = SecretFinder()
    /// The link, and its contexts. The contexts are nil until they are needed.
    private var link: [UInt8] = []
    private var contexts: SecretContext?

    init(areShown: Bool) {
        self.areShown = areShown
    }

    /// The maximum number of secrets whose memory is kept for the next record.
    private static let mostKept = 256

    /// Forgets the previous record.
    mutating func begin() {
        (input, knowsParts, data, dataStart) = ([], false, nil, nil)
        (link, contexts) = ([], nil)
        if query.capacity > Self.mostKept { query = [] } else if !query.isEmpty { query.removeAll(keepingCapacity: true) }
        if found.capacity > Self.mostKept { found = [] }
    }

    /// Begins a link, whose secrets are known.
    mutating func begin(_ inspection: LinkInspection, _ link: AppLinkReading) {
        begin()
        if areShown { return }
        input = inspection.secrets
        knowsParts = inspection.knowsSecretsOfParts
        self.link = inspection.bytes
        for secret in input { query.append(link.query.decoded.decoded(secret)) }
        data = link.data
        dataStart = data?.lowerBound
    }

    /// Forgets the secrets of a link, so that the next inspection can reuse their memory.
    mutating func end() { (input, link) = ([], []) }

    // MARK: What is known

    /// Returns whether a part of the text of the link is known to have no secret.
    func hasNone(inInput place: Range<Int>) -> Bool { knowsParts && !input.overlap(place) }

    /// Returns whether a part of the decoded query is known to have no secret.
    func hasNone(inQuery place: Range<Int>) -> Bool { knowsParts && !query.overlap(place) }

    /// Returns whether a part of the data is known to have no secret.
    func hasNone(inData place: Range<Int>) -> Bool {
        dataStart.map { hasNone(inQuery: $0 + place.lowerBound..<$0 + place.upperBound) } ?? false
    }

    /// Returns whether a string of the data is known to have no secret.
    func hasNone(_ node: Int?, of link: AppLinkReading) -> Bool {
        guard let record = node.map({ link.tape.records[$0] }) else { return false }
        return !record.flags.contains(.needsDecoding) && hasNone(inData: record.range)
    }

    /// Returns whether the text of a layer is known to have no secret. A text that was put together or decoded further may have secrets
    /// that the link as written does not show.
    func hasNone(in layer: Layer) -> Bool {
        isClean(layer.text.bytes.span, hasNone: layer.text.isPart && hasNone(inInput: layer.range))
    }

    /// Returns whether a part is written unmasked: secrets are shown, or the part has neither a secret nor a truncated password.
    func isClean(_ text: Span<UInt8>, hasNone: Bool) -> Bool { areShown || hasNone && !Secrets.mayEndInPassword(text, isDecoded: false) }

    /// Returns whether the value of a parameter is masked as a whole. It is masked if its name makes it a secret, and if the search of its
    /// link found a secret in it. The search knows which parameters are beside the name, and which ones belong to a nested link.
    ///
    /// - Parameters:
    ///   - place: The place of the value in the decoded query.
    ///   - known: The secrets of the decoded query.
    mutating func isSecret(_ value: Span<UInt8>, at place: Range<Int>, among known: [Range<Int>], name: Span<UInt8>) -> Bool {
        guard !areShown, known.overlap(place), Secrets.mayBeSecret(name: name) else { return false }
        return Secrets.isSecret(value, name: name, in: knownContexts())
    }

    /// Returns whether a parameter's value is shown even if it looks like a key. The value is shown if its name and the parameters beside
    /// it make it public, and if the search of its link found nothing in it.
    ///
    /// - Parameters:
    ///   - place: The place of the value in the decoded query.
    ///   - known: The secrets of the decoded query.
    ///   - link: The link that the parameter belongs to.
    func isPublic(at place: Range<Int>, among known: [Range<Int>], name: Span<UInt8>, in link: @autoclosure () -> [UInt8]) -> Bool {
        !areShown && !known.overlap(place) && Secrets.isPublic(name: name, in: Secrets.contexts(ofParametersIn: link().span))
    }

    /// Returns whether the value of a member is masked as a whole.
    ///
    /// - Parameter hasNone: Whether the value is known to have no secret.
    mutating func isSecret(_ node: Int, named key: Int, in view: JSONView, hasNone: Bool) -> Bool {
        if areShown || hasNone { return false }
        var answer = false
        view.withText(of: key) { name in
            guard Secrets.mayBeSecret(name: name) else { return }
            switch view[node].kind {
            case .object, .array: answer = Secrets.isSecret(name: name)
            case .string, .number, .bool, .null: view.withText(of: node) { answer = Secrets.isSecret($0, name: name, in: knownContexts()) }
            }
        }
        return answer
    }

    private mutating func knownContexts() -> SecretContext {
        if let contexts { return contexts }
        let found = Secrets.contexts(of: link.span)
        contexts = found
        return found
    }

    // MARK: Searching

    /// Finds the secrets in a text.
    ///
    /// - Parameter isClean: Whether the text is known to have no secret.
    mutating func find(in text: Span<UInt8>, isClean: Bool = false) {
        if !areShown, !isClean {
            // `SecretContext(rawValue: 0)` is the empty set. Outside the module of the type, `[]` would first create an array.
            finder.find(in: text, carriedBy: contexts ?? SecretContext(rawValue: 0), &found)
            if contexts == nil, finder.asksForCarrier { finder.find(in: text, carriedBy: knownContexts(), &found) }
            return
        }
        if !found.isEmpty { found.removeAll(keepingCapacity: true) }
    }

    /// Finds the secrets in a part of a decoded text: those that the part shows by itself, and those that are known from the whole text.
    ///
    /// - Parameters:
    ///   - place: The place of the part in the decoded text.
    ///   - known: The secrets of the decoded text.
    ///   - isClean: Whether the part is known to have no secret.
    mutating func find(in part: Span<UInt8>, at place: Range<Int>, among known: [Range<Int>], isClean: Bool) {
        find(in: part, isClean: self.isClean(part, hasNone: isClean))
        if areShown || isClean || !known.overlap(place) { return }
        found += known.parts(in: place)
        found.joinOverlapping()
    }

    /// Returns a part of a text that is not UTF-8 as UTF-8, with the known secrets masked.
    static func masked(_ text: Span<UInt8>, _ part: Range<Int>, among known: [Range<Int>]) -> [UInt8] {
        Array(String(decoding: Secrets.masked(text.extracting(part).array, known.parts(in: part)), as: UTF8.self).utf8)
    }

    /// Finds the secrets in a decoded string.
    ///
    /// - Parameter isKnown: Whether the string as it was written is known to have a secret. If no secret is found in the decoded string,
    ///   the whole string then counts as a secret.
    mutating func find(inDecoded text: Span<UInt8>, isKnown: Bool) {
        find(in: text)
        if !areShown, isKnown, found.isEmpty, text.count > 0 { found.append(0..<text.count) }
    }

    /// Finds the secrets in a name or value of a query.
    ///
    /// - Parameters:
    ///   - known: The secrets of the decoded query.
    ///   - isOfLink: Whether the query is the one of the link, not the one of its target.
    ///   - isClean: Whether the whole query is known to have no secret.
    mutating func find(in text: Span<UInt8>, at place: Range<Int>, among known: [Range<Int>], isOfLink: Bool, isClean: Bool) {
        if isOfLink, place == data { return find(inData: text, at: place) }
        find(in: text, at: place, among: known, isClean: isClean || isOfLink && hasNone(inQuery: place))
    }

    /// Finds the secrets in the whole data, which is a part of the decoded query.
    private mutating func find(inData text: Span<UInt8>, at place: Range<Int>) {
        found.removeAll(keepingCapacity: true)
        for secret in query where secret.overlaps(place) {
            found.append(secret.lowerBound - place.lowerBound..<secret.upperBound - place.lowerBound)
        }
        let isKnown = knowsParts && found.allSatisfy { Self.isString($0, in: text) } && !Secrets.mayEndInPassword(text, isDecoded: false)
        if !isKnown { find(in: text) }
    }

    /// Returns whether a secret is the whole text of a JSON string. The text around the data cannot move the end of such a secret.
    private static func isString(_ secret: Range<Int>, in text: Span<UInt8>) -> Bool {
        let quote = UInt8(ascii: "\"")
        return secret.lowerBound > 0 && secret.upperBound < text.count && text[secret.lowerBound - 1] == quote
            && text[secret.upperBound] == quote && !secret.contains { text[$0] == quote }
    }
}
