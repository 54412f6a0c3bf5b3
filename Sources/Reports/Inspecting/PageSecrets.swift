import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

/// The secrets of the link that is being written, and of any other text. Those of the link and of its layers are known from its inspection.
struct PageSecrets: ~Copyable {
    /// Whether secrets are written unmasked. If so, nothing is a secret.
    let areShown: Bool
    /// The secrets in the text of the link.
    private(set) var input: [Range<Int>] = []
    /// The secrets in the decoded query of the link.
    private(set) var query: [Range<Int>] = []
    /// The secrets in the data of the link.
    private(set) var data: [Range<Int>] = []
    /// The secrets in the text that was searched last.
    private(set) var found: [Range<Int>] = []
    /// The secrets that were found last. Nil if secrets are shown.
    var masked: [Range<Int>]? { areShown ? nil : found }
    private var judge = LinkSecrets()

    init(areShown: Bool) {
        self.areShown = areShown
    }

    /// The maximum number of secrets whose memory is kept for the next record.
    private static let mostKept = 256

    /// Forgets the previous record.
    mutating func begin() {
        (input, query, data) = ([], [], [])
        judge.begin([])
        if found.capacity > Self.mostKept { found = [] }
    }

    /// Begins with a link, after ``begin()``.
    mutating func begin(_ inspection: LinkInspection, _ link: AppLinkReading) {
        if areShown { return }
        judge.begin(inspection.bytes, learned: inspection.learned)
        if inspection.secrets.isEmpty { return }
        input = inspection.secrets
        query = inspection.querySecrets
        data = link.data.map(query.parts) ?? []
    }

    /// Forgets the link, so that the next inspection can reuse its memory.
    mutating func end() {
        input = []
        judge.end()
    }

    /// Finds the secrets in a text that is not a part of the link as it is written.
    mutating func find(in text: Span<UInt8>) {
        if areShown { found.removeAll(keepingCapacity: true) } else { judge.find(in: text, &found) }
    }

    /// Finds the secrets in a decoded string of a document, as ``LinkSecrets/find(in:of:among:_:)`` does.
    mutating func find(in text: Span<UInt8>, of record: NodeRecord, among known: [Range<Int>]) {
        if areShown { found.removeAll(keepingCapacity: true) } else { judge.find(in: text, of: record, among: known, &found) }
    }

    /// Returns a part of a text that is not UTF-8 as UTF-8, with the known secrets masked.
    static func masked(_ text: Span<UInt8>, _ part: Range<Int>, among known: [Range<Int>]) -> [UInt8] {
        Array(String(decoding: Secrets.masked(text.extracting(part).array, known.parts(in: part)), as: UTF8.self).utf8)
    }
}
