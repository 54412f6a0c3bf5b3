package import AppLinks
import Bytes
import LinkLayers
import Records
import Secrets

/// Writes the output of `inspect --json`. The memory is reused from record to record.
///
/// A link is parsed into flat memory (``FlatLink``) and written from there, without intermediate values. A link that may have a problem is
/// also parsed into a ``RecordContent``, which has its findings and repairs. In both cases, the same code writes everything else.
package struct InspectionWriter: ~Copyable {
    var link = FlatLink()
    var page: LinkPage

    package init(showsSecrets: Bool, capacity: Int = 1 << 10) {
        page = LinkPage(showsSecrets: showsSecrets, capacity: capacity)
    }

    /// Calls a closure with the written bytes.
    package func withOutput<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer { page.output.withSpan(body) }

    /// The number of bytes written.
    package var count: Int { page.output.count }

    /// Discards the written bytes. Releases memory that a large record needed, but keeps up to `most` bytes.
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
        // A line that starts with a brace may be a JSON object. A line that starts with a byte beyond ASCII may begin with a byte order
        // mark.
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

    /// Parses the link and finds its secrets. Returns false if the text is not a URL. If the result is true, the text is valid UTF-8.
    private mutating func read(_ text: Span<UInt8>) -> Bool {
        guard link.read(text) else { return false }
        page.isHarmless = link.absolute == nil && link.escapes.isHarmless && link.deeperEscapes.isHarmless
        // The text must also have no zero-width characters, which can only occur in text beyond ASCII.
        if page.isHarmless, link.escapes.isBeyondASCII || link.deeperEscapes.isBeyondASCII { page.isHarmless = Secrets.isHarmless(text) }
        Secrets.find(in: text, isHarmless: page.isHarmless, &page.inputSecrets)
        return true
    }

    /// Appends a link that was already parsed into a value.
    mutating func append(_ inspection: LinkInspection, _ value: IncomingLink) {
        let text = inspection.bytes.span
        guard read(text) else { return }
        page.append(link, text, value.entry, sourceApplication: inspection.knownSourceApplication, LinkAccount(inspection))
    }

    private static func sourceApplication(of entry: IncomingLink.Entry) -> String? {
        guard case .inbound(let application) = entry else { return nil }
        return application
    }

    /// Returns the range of the line without whitespace at both ends.
    private static func trimmed(_ line: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = line.count
        while start < end, ByteClass.isBlank(line[start]) { start += 1 }
        while end > start, ByteClass.isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

}

/// The JSON of a link while it is being written, and the facts about earlier parts that later parts need.
struct LinkPage: ~Copyable {
    let showsSecrets: Bool
    var output: ByteWriter
    /// The paths of masked values, as JSON strings separated by commas.
    var paths = ByteWriter()
    /// The offset of each path in `paths`.
    var pathStarts: [Int] = []
    /// Whether all names in the link can be compared as written, even after repeated decoding. See ``Secrets/isHarmless(_:)``.
    var isHarmless = false
    /// Whether the data was searched for secrets, and has no secrets except the values of secret names.
    var isDataSurveyed = false
    /// Whether all characters of the data are visible without escapes.
    var isDataPlain = false
    /// The secrets in the text of the link.
    var inputSecrets: [Range<Int>] = []
    /// The first messages that were written, with their JSON. The messages are kept because the same messages occur in many links.
    var messages: [WrittenMessage] = []
    // Buffers that are reused to avoid allocations.
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
