package import AppLinks
import Bytes
import LinkLayers
import Records
import Secrets

/// Writes the output of `inspect --json`. The memory is reused from record to record.
package struct InspectionWriter: ~Copyable {
    /// The memory for the inspection of the next link.
    private var memory = InspectionMemory()
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
        switch RecordContent(line, isCut: isCut, entry: entry, into: &memory) {
        case .link(var inspection):
            append(inspection)
            let isWrong = inspection.severity == .error
            inspection.giveBack(&memory)
            return isWrong
        case let content:
            append(content)
            return content.findings.contains { $0.severity == .error }
        }
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
    /// Whether all characters of the data are visible without escapes.
    var isDataPlain = false
    /// The secrets in the text of the link.
    var inputSecrets: [Range<Int>] = []
    /// Whether `inputSecrets` include the secrets of each part of the link.
    var knowsParts = false
    /// The secrets in the decoded query of the link.
    var querySecrets: [Range<Int>] = []
    /// The offset in the decoded query of the data that is being written; nil if the data is not copied from there.
    var dataStart: Int?
    /// The first messages that were written, with their JSON. The messages are kept because the same messages occur in many links.
    var messages: [WrittenMessage] = []
    // Buffers that are reused to avoid allocations.
    var finder = SecretFinder()
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
