import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

extension LinkReading {
    /// Calls a closure with the data as reports show it: if a key is repeated, its last value counts and takes the place of the first. Does
    /// nothing if there is no data.
    ///
    /// - Parameter body: Receives the nodes of the data, their text, the node of the extras (nil if there are none), and whether the text
    ///   is the data itself.
    func withReportedData(_ body: (Span<NodeRecord>, Span<UInt8>, _ extras: Int?, _ isAsWritten: Bool) -> Void) {
        guard let data else { return }
        let tape = tape
        guard tape.hasFindings else { return query.decoded.withSpan(data) { body(tape.records.span, $0, fields.extras, true) } }
        guard let root = document?.root else { return }
        let single = Array(JSONValue(root).description.utf8)
        var singleTape = JSONTape()
        singleTape.read(single.span)
        let extras = fields.extras == nil ? nil : singleTape.withView(of: single.span) { $0.value(of: "extras", in: 0) }
        body(singleTape.records.span, single.span, extras, false)
    }
}

// The texts of the nodes of a document.
extension Span<UInt8> {
    /// Calls a closure with the decoded text of a string.
    func withText<Answer>(of record: NodeRecord, _ body: (Span<UInt8>) -> Answer) -> Answer {
        guard record.flags.contains(.needsDecoding) else { return body(extracting(record.contentRange)) }
        let decoded = ByteView.with(self) { Array($0.text(of: record).utf8) }
        return body(decoded.span)
    }

    /// Returns the number of bullets that replace a value that has a secret name and is not a string.
    func bulletCount(for record: NodeRecord) -> Int {
        JSONDocument(extracting(record.range).array).root.map { JSONValue($0).description.count } ?? 0
    }
}
