import AppLinks
import Bytes
import JSONDocument

extension AppLinkReading {
    /// Calls a closure with the data as reports show it: if a key is repeated, its last value counts and takes the place of the first. Does
    /// nothing if there is no data.
    ///
    /// - Parameter body: Receives the data, the node of the extras (nil if there are none), and whether the text is the data itself.
    func withReportedData(_ body: (JSONView, _ extras: Int?, _ isAsWritten: Bool) -> Void) {
        guard data != nil else { return }
        guard tape.hasFindings else { return withData { body($0, fields.extras, true) } }
        guard let root = document?.root else { return }
        JSONDocument(JSONValue(root).description).withView { view in
            body(view, fields.extras == nil ? nil : view.value(of: "extras", in: 0), false)
        }
    }
}

extension JSONView {
    /// Calls a closure with the decoded text of a string.
    func withText<Answer>(of node: Int, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let record = self[node]
        guard record.flags.contains(.needsDecoding) else { return bytes.withSpan(record.contentRange, body) }
        return text(of: node).withBytes(body)
    }

    /// Returns the number of bullets that replace a value that has a secret name and is not a string.
    func bulletCount(for node: Int) -> Int { JSONDocument(source(of: node)).root.map { JSONValue($0).description.count } ?? 0 }
}
