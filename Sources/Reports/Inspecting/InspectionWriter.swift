package import AppLinks
@_spi(Flat) import JSONDocument
import LinkLayers
import Records
import Secrets

/// Writes what `inspect --json` says of one record after another, into memory that is kept from record to record.
///
/// A link is read into flat memory (``FlatLink``) and written from there: bytes in, bytes out. Where something may be wrong with the link,
/// it is read as a ``RecordContent`` too, for its findings and repairs; all else is written by the same code either way.
package struct InspectionWriter: ~Copyable {
    var link = FlatLink()
    var page: LinkPage

    package init(showsSecrets: Bool, capacity: Int = 1 << 10) {
        page = LinkPage(showsSecrets: showsSecrets, capacity: capacity)
    }

    /// Lends what was written.
    package func withOutput<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer { page.output.withSpan(body) }

    /// How many bytes were written.
    package var count: Int { page.output.count }

    /// Forgets what was written, and gives back memory that one large record has needed.
    package mutating func removeAll(keeping most: Int) {
        page.output.removeAll()
        page.output.shrink(to: most)
    }

    package mutating func endLine() { page.output.append(UInt8(ascii: "\n")) }

    /// Appends the JSON object of a line as it came, without a line end.
    ///
    /// - Returns: Whether the line is one that is answered "no": it has a finding that is an error.
    package mutating func append(_ line: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry) -> Bool {
        let text = line.extracting(Self.trimmed(line))
        let source = Self.sourceApplication(of: entry)
        // What begins with a brace may be an object, and what with a byte order mark anything.
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

    /// Reads the link, which is UTF-8 unless it is no URL, and finds its secrets.
    private mutating func read(_ text: Span<UInt8>) -> Bool {
        guard link.read(text) else { return false }
        page.isHarmless = link.absolute == nil && link.escapes.isHarmless && link.deeperEscapes.isHarmless
        // Only what is beyond ASCII can be without width.
        if page.isHarmless, link.escapes.isBeyondASCII || link.deeperEscapes.isBeyondASCII { page.isHarmless = Secrets.isHarmless(text) }
        Secrets.find(in: text, isHarmless: page.isHarmless, &page.inputSecrets)
        return true
    }

    /// Appends a link that was read as a value.
    mutating func append(_ inspection: LinkInspection, _ value: IncomingLink) {
        let text = inspection.bytes.span
        guard read(text) else { return }
        page.append(link, text, value.entry, sourceApplication: inspection.knownSourceApplication, LinkAccount(inspection))
    }

    private static func sourceApplication(of entry: IncomingLink.Entry) -> String? {
        guard case .inbound(let application) = entry else { return nil }
        return application
    }

    /// The place of the line without the blanks around it.
    private static func trimmed(_ line: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = line.count
        while start < end, isBlank(line[start]) { start += 1 }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The JSON of links while it is written, and what is remembered from one part of a link to the next.
struct LinkPage: ~Copyable {
    let showsSecrets: Bool
    var output: ByteWriter
    /// Where something was masked, as JSON strings with commas between them.
    var paths = ByteWriter()
    /// Where each of them begins.
    var pathStarts: [Int] = []
    /// Whether names in the link and all that is in it stand as they read; see ``Secrets/isHarmless(_:)``.
    var isHarmless = false
    /// Whether the data was looked through, and no text in it but the values of secret names holds a secret.
    var isDataSurveyed = false
    /// Whether all of the data shows as it is.
    var isDataPlain = false
    /// The secrets of the text of the link.
    var inputSecrets: [Range<Int>] = []
    /// What the first findings said, as it was written: link after link has the same to tell.
    var messages: [WrittenMessage] = []
    // Kept for their memory.
    var secrets: [Range<Int>] = []
    var frames: [ValueFrame] = []

    init(showsSecrets: Bool, capacity: Int) {
        self.showsSecrets = showsSecrets
        output = ByteWriter(capacity: capacity)
    }
}

/// The message of a finding, and the JSON string that was written for it.
struct WrittenMessage {
    let message: String
    let json: [UInt8]
    let isMasked: Bool
}
