import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records

// Scripts rely on the keys of `inspect --json` and on their order.

extension InspectionReport {
    /// Returns the JSON object without a line end.
    package func json() -> String {
        var output: [UInt8] = []
        appendJSON(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the JSON object without a line end.
    package func appendJSON(to output: inout [UInt8]) {
        var writer = InspectionWriter(showsSecrets: showsSecrets)
        writer.append(content)
        writer.withOutput { output.append($0) }
    }
}

extension InspectionWriter {
    /// Appends the JSON object of a parsed record, without a line end.
    mutating func append(_ content: RecordContent) {
        switch content {
        case .link(let inspection): append(inspection)
        case .event(let event, _, let findings): append(findings) { json in Self.append(event, to: &json) }
        case .object(let document, let findings):
            append(findings) { json in json.field("record", masked: String(decoding: document.source, as: UTF8.self)) }
        }
    }

    /// Appends the JSON object of a link, without a line end.
    mutating func append(_ inspection: LinkInspection) {
        if let reading = inspection.reading { return page.append(inspection, reading) }
        begin { json in Self.appendNoURL(inspection, to: &json) }
        page.append(layersOf: inspection)
        page.append(inspection.findings)
        page.append(repaired: inspection.repairedText)
        page.end()
    }

    private mutating func append(_ findings: [Finding], _ write: (inout JSONOutput) -> Void) {
        begin(write)
        page.append(findings)
        page.end()
    }

    private mutating func begin(_ write: (inout JSONOutput) -> Void) {
        page.begin()
        var json = JSONOutput(showsSecrets: page.showsSecrets)
        swap(&json.bytes, &page.output)
        json.beginReport()
        write(&json)
        swap(&json.bytes, &page.output)
        page.append(paths: json.paths)
    }

    /// Appends the keys of a link for a text that is not a URL: the text itself, and empty values.
    private static func appendNoURL(_ inspection: LinkInspection, to json: inout JSONOutput) {
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
            for argument in event.lastArguments {
                let shown = json.masking.text(argument.value, of: argument.name)
                if shown != argument.value { json.noteMasked(argument.name) }
                json.field(json.masking.name(argument.name), shown)
            }
        }
    }
}

extension LinkInspection {
    /// The app that sent the link, from its record or from the way in which it arrived.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard reading != nil, case .inbound(let application) = entry else { return nil }
        return application
    }
}

extension ReceivedEvent {
    /// The arguments without duplicate names. If a name is repeated, the last value counts and takes the place of the first.
    var lastArguments: [Argument] {
        guard Set(arguments.map(\.name)).count < arguments.count else { return arguments }
        return JSONObject(arguments.map { ($0.name, .string($0.value)) })
            .map { Argument(name: $0.key, value: $0.value.stringValue ?? "") }
    }
}
