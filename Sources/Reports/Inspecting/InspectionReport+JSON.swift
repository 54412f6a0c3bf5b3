import AppLinks
@_spi(Flat) import JSONDocument
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
        writer.withOutput { written in unsafe written.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) } }
    }
}

extension InspectionWriter {
    /// Appends the JSON object of a parsed record, without a line end.
    mutating func append(_ content: RecordContent) {
        if case .link(let inspection) = content, let link = inspection.link {
            append(inspection, link)
            return
        }
        page.begin()
        var json = JSONOutput()
        swap(&json.bytes, &page.output)
        var masking = Masking(showsSecrets: page.showsSecrets)
        json.beginObject()
        switch content {
        case .link(let inspection): appendNoURL(inspection, to: &json, &masking)
        case .event(let event, _, _): append(event, to: &json, &masking)
        case .object(let document, _):
            json.key("record")
            json.string(masking.text(String(decoding: document.source, as: UTF8.self), at: "record"))
        }
        swap(&json.bytes, &page.output)
        page.append(paths: masking.paths)
        if case .link(let inspection) = content {
            page.append(inspection.peeled)
            page.append(inspection.findings)
            page.append(repaired: inspection.repairedText)
        } else {
            page.append(content.findings)
        }
        page.end()
    }

    /// Appends the keys of a link for a text that is not a URL: the text itself, and empty values.
    private func appendNoURL(_ inspection: LinkInspection, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("inputURL")
        json.string(masking.text(String(decoding: inspection.bytes, as: UTF8.self), at: "inputURL"))
        json.key("isAppLink")
        json.bool(false)
        json.key("targetURL")
        json.raw("null")
        for name in ["inputQueryParameters", "targetQueryParameters"] {
            json.key(name)
            json.beginObject()
            json.endObject()
        }
        for name in ["appLinkData", "extras", "version", "userAgent"] {
            json.key(name)
            json.raw("null")
        }
        json.key("hasReferer")
        json.bool(false)
        for name in ["refererURL", "refererAppName"] {
            json.key(name)
            json.raw("null")
        }
        if let sourceApplication = inspection.knownSourceApplication {
            json.key("sourceApplication")
            json.string(masking.text(sourceApplication, at: "sourceApplication"))
        }
        json.key("events")
        json.beginArray()
        json.endArray()
    }

    private func append(_ event: ReceivedEvent, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("event")
        json.string(masking.text(event.name, at: "event"))
        json.key("ts")
        json.string(event.time.map { masking.text($0, at: "ts") })
        json.key("url")
        json.string(event.url.map { masking.text($0, at: "url") })
        json.key("arguments")
        json.beginObject()
        for argument in event.lastArguments {
            json.key(masking.name(argument.name))
            json.string(masking.text(argument.value, of: argument.name, at: Masking.path("arguments", argument.name)))
        }
        json.endObject()
    }
}

extension LinkInspection {
    /// The app that sent the link, from its record or from the way in which it arrived.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard case .inbound(let application) = link?.entry else { return nil }
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
