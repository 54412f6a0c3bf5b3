import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records

// Scripts rely on the keys of `inspect --json` and on their order.

/// The report on a record as JSON while it is being written, and the facts about earlier parts that later parts need.
struct JSONPage: ~Copyable {
    var output: ByteWriter
    var secrets: LinkSecrets
    /// The paths of masked values, as JSON strings separated by commas.
    var paths = ByteWriter()
    /// The offset of each path in `paths`.
    var pathStarts: [Int] = []
    /// Whether paths of values in the data were left out.
    var areDataPathsCut = false
    /// Whether all characters of the data are visible without escapes.
    var isDataPlain = false
    /// What happened to the link in a session; nil if the report is only about the link.
    private(set) var session: LinkSession?
    var walk = JSONWalk()
    var messages = WrittenMessages()

    init(showsSecrets: Bool, capacity: Int) {
        output = ByteWriter(capacity: capacity)
        secrets = LinkSecrets(areShown: showsSecrets)
    }

    /// Appends the report on one line, with what happened to the link in a session.
    mutating func append(_ content: RecordContent, in session: LinkSession?) {
        self.session = session
        append(content)
        self.session = nil
    }

    /// Appends the report on one line.
    mutating func append(_ content: RecordContent) {
        switch content {
        case .link(let inspection): append(inspection)
        case .event(let event, _, let findings):
            append(findings) { json in Self.append(event, to: &json) }
        case .object(let document, let findings):
            append(findings) { json in json.field("record", masked: String(decoding: document.source, as: UTF8.self)) }
        }
    }

    /// Appends the report on a link on one line.
    mutating func append(_ inspection: LinkInspection) {
        begin()
        if let reading = inspection.reading {
            append(inspection, reading)
        } else {
            append { json in Self.append(noURL: inspection, to: &json) }
            append(layersOf: inspection)
            append(inspection.findings)
            append(repaired: inspection.repairedText)
        }
        end()
    }

    private mutating func append(_ findings: [Finding], _ write: (inout JSONOutput) -> Void) {
        begin()
        append(write)
        append(findings)
        end()
    }

    /// The maximum size of a buffer that is kept for the next record.
    private static let mostKept = 1 << 14

    private mutating func begin() {
        paths.removeAll()
        paths.shrink(to: Self.mostKept)
        if pathStarts.capacity > Self.mostKept { pathStarts = [] } else { pathStarts.removeAll(keepingCapacity: true) }
        areDataPathsCut = false
        secrets.begin()
    }

    /// Appends the paths of the masked values, and closes the object.
    private mutating func end() {
        if let session { appendMembers { session.appendMembers(to: &$0) } }
        secrets.end()
        output.append(",\"masked\":[")
        paths.withSpan { output.append($0) }
        output.append("]}\n")
    }

    /// Appends the keys of a link for a text that is not a URL: the text itself, and empty values.
    private static func append(noURL inspection: LinkInspection, to json: inout JSONOutput) {
        json.field("inputURL", masked: String(decoding: inspection.bytes, as: UTF8.self))
        json.field("isAppLink", false)
        json.field("targetURL", raw: nil)
        for name in ["inputQueryParameters", "targetQueryParameters"] { json.field(name, raw: "{}") }
        for name in ["appLinkData", "extras", "version", "userAgent"] { json.field(name, raw: nil) }
        json.field("hasReferer", false)
        for name in ["refererURL", "refererAppName"] { json.field(name, raw: nil) }
        if let source = inspection.knownSourceApplication { json.field("sourceApplication", masked: source) }
        json.field("events", raw: "[]")
    }

    private static func append(_ event: ReceivedEvent, to json: inout JSONOutput) {
        json.field("event", masked: event.name)
        json.field("ts", masked: event.time)
        json.field("url", masked: event.url)
        json.object("arguments") { json in
            json.fields(masked: event.lastArguments)
        }
    }

    /// Appends a text as the content of a JSON string, without quotes. Returns whether a part of it was masked.
    ///
    /// - Parameter isClean: Whether the text is known to have no secret.
    mutating func append(_ text: Span<UInt8>, isClean: Bool = false) -> Bool {
        secrets.find(in: text, isClean: isClean)
        return output.appendMasked(text, secrets.found)
    }

    /// Begins the object with the members that a closure appends.
    private mutating func append(_ write: (inout JSONOutput) -> Void) {
        append(after: "{", write)
    }

    /// Appends members after others.
    mutating func appendMembers(_ write: (inout JSONOutput) -> Void) {
        append(after: ",", write)
    }

    private mutating func append(after sign: StaticString, _ write: (inout JSONOutput) -> Void) {
        var json = JSONOutput(showsSecrets: secrets.areShown)
        swap(&json.bytes, &output)
        json.bytes.append(sign)
        write(&json)
        swap(&json.bytes, &output)
        append(paths: json.paths)
    }
}

extension ReceivedEvent {
    /// The arguments without duplicate names. If a name is repeated, the last value counts and takes the place of the first.
    fileprivate var lastArguments: [Argument] {
        guard Set(arguments.map(\.name)).count < arguments.count else { return arguments }
        return JSONObject(arguments.map { ($0.name, .string($0.value)) })
            .map { Argument(name: $0.key, value: $0.value.stringValue ?? "") }
    }
}

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
}
