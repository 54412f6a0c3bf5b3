package import AppLinks
@_spi(Flat) import JSONDocument
import LinkLayers
import Records
import Secrets

/// Writes the output of `inspect --json` for one record after another into reused memory.
///
/// A link is read into flat memory (``FlatLink``) and written from there, without intermediate values. If something may be wrong with the
/// link, it is also read as a ``RecordContent`` for its findings and repairs. Everything else is written by the same code in both cases.
package struct InspectionWriter: ~Copyable {
    var link = FlatLink()
    var page: LinkPage

    package init(showsSecrets: Bool, capacity: Int = 1 << 10) {
        page = LinkPage(showsSecrets: showsSecrets, capacity: capacity)
    }

    /// Lends the written bytes to a closure.
    package func withOutput<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer { page.output.withSpan(body) }

    /// The number of bytes written.
    package var count: Int { page.output.count }

    /// Discards the written bytes, and frees memory beyond `most` bytes that a large record needed.
    package mutating func removeAll(keeping most: Int) {
        page.output.removeAll()
        page.output.shrink(to: most)
    }

    package mutating func endLine() { page.output.append(UInt8(ascii: "\n")) }

    /// Appends the JSON object of an unparsed line, without a line end.
    ///
    /// - Returns: Whether the record has a finding that is an error.
    package mutating func append(_ line: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry) -> Bool {
        let text = line.extracting(Self.trimmed(line))
        let source = Self.sourceApplication(of: entry)
        // A line that starts with a brace may be an object. A line that starts with a byte order mark needs a closer look.
        let isRead = !isCut && text.count > 0 && text[0] != UInt8(ascii: "{") && text[0] < 0x80 && read(text)
        if isRead, let ordinary = LinkInspection.ordinary(link, text, secrets: page.inputSecrets) {
            page.append(link, text, entry, sourceApplication: source, LinkAccount(ordinary))
            return false
        }
        let content = RecordContent(unsafe line.withUnsafeBufferPointer { unsafe Array($0) }, isCut: isCut, entry: entry)
        if isRead, case .link(let inspection) = content, inspection.link != nil {
            page.append(link, text, entry, sourceApplication: source, LinkAccount(inspection))
        } else {
            append(content)
        }
        return content.findings.contains { $0.severity == .error }
    }

    /// Parses the link and finds its secrets. Every URL is valid UTF-8 at this point.
    private mutating func read(_ text: Span<UInt8>) -> Bool {
        guard link.read(text) else { return false }
        page.isHarmless = link.absolute == nil && link.escapes.isHarmless && link.deeperEscapes.isHarmless
        // Zero-width characters are all beyond ASCII.
        if page.isHarmless, link.escapes.isBeyondASCII || link.deeperEscapes.isBeyondASCII { page.isHarmless = Secrets.isHarmless(text) }
        Secrets.find(in: text, isHarmless: page.isHarmless, &page.inputSecrets)
        return true
    }

    /// Appends a link that was parsed into a value.
    mutating func append(_ inspection: LinkInspection, _ value: IncomingLink) {
        let text = inspection.bytes.span
        guard read(text) else { return }
        page.append(link, text, value.entry, sourceApplication: inspection.knownSourceApplication, LinkAccount(inspection))
    }

    private static func sourceApplication(of entry: IncomingLink.Entry) -> String? {
        guard case .inbound(let application) = entry else { return nil }
        return application
    }

    /// Returns the range of the line without surrounding whitespace.
    private static func trimmed(_ line: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = line.count
        while start < end, isBlank(line[start]) { start += 1 }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The JSON of a link while it is being written, and what later parts need to know about earlier ones.
struct LinkPage: ~Copyable {
    let showsSecrets: Bool
    var output: ByteWriter
    /// The paths of masked values, as JSON strings separated by commas.
    var paths = ByteWriter()
    /// The start of each path.
    var pathStarts: [Int] = []
    /// Whether all names in the link read as written at every level; see ``Secrets/isHarmless(_:)``.
    var isHarmless = false
    /// Whether the data was surveyed and has no secrets other than the values of secret names.
    var isDataSurveyed = false
    /// Whether all of the data is visible as written.
    var isDataPlain = false
    /// The secrets in the text of the link.
    var inputSecrets: [Range<Int>] = []
    /// The messages written first, with their JSON. Link after link has the same ones.
    var messages: [WrittenMessage] = []
    // Reused to avoid allocations.
    var secrets: [Range<Int>] = []
    var frames: [ValueFrame] = []

    init(showsSecrets: Bool, capacity: Int) {
        self.showsSecrets = showsSecrets
        output = ByteWriter(capacity: capacity)
    }
}

/// The message of a finding, and the JSON string written for it.
struct WrittenMessage {
    let message: String
    let json: [UInt8]
    let isMasked: Bool
}
