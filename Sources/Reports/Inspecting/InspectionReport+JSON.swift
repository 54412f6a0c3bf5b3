import AppLinks
import JSONDocument
import LinkLayers

// The keys and their order are those of `inspect --json`; scripts rely on them.

extension InspectionReport {
    /// The JSON object, without a line end.
    package func json() -> String {
        var output: [UInt8] = []
        appendJSON(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the JSON object, without a line end.
    package func appendJSON(to output: inout [UInt8]) {
        var bytes: [UInt8] = []
        swap(&bytes, &output)
        var json = JSONOutput(bytes)
        var masking = Masking(showsSecrets: showsSecrets)
        json.beginObject()
        switch content {
        case .link(let inspection):
            if let link = inspection.link {
                append(link, sourceApplication: inspection.knownSourceApplication, to: &json, &masking)
            } else {
                appendNoURL(inspection, to: &json, &masking)
            }
            append(inspection, to: &json, &masking)
            append(inspection.findings, to: &json, &masking)
            json.key("repaired")
            json.string(inspection.repairedText.map { masking.text($0, at: "repaired") })
        case .event(let event, _, let findings):
            append(event, to: &json, &masking)
            append(findings, to: &json, &masking)
        case .object(let document, let findings):
            json.key("record")
            json.string(masking.text(String(decoding: document.source, as: UTF8.self), at: "record"))
            append(findings, to: &json, &masking)
        }
        json.key("masked")
        json.beginArray()
        for path in masking.paths { json.string(path) }
        json.endArray()
        json.endObject()
        output = json.bytes
    }

    private func append(_ link: IncomingLink, sourceApplication: String?, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("inputURL")
        json.string(masking.text(link.inputURL.absoluteString, at: "inputURL"))
        json.key("isAppLink")
        json.bool(link.isAppLink)
        json.key("targetURL")
        json.string(masking.text(link.targetURL.absoluteString, at: "targetURL"))
        append(link.inputQueryParameters, as: "inputQueryParameters", to: &json, &masking)
        append(link.targetQueryParameters, as: "targetQueryParameters", to: &json, &masking)
        append(link.appLinkData, as: "appLinkData", to: &json, &masking)
        append(link.extras, as: "extras", to: &json, &masking)
        json.key("version")
        json.string(link.version)
        json.key("userAgent")
        json.string(link.userAgent.map { masking.text($0, at: "userAgent") })
        let back = link.referer?.targets.first
        json.key("hasReferer")
        json.bool(back != nil)
        json.key("refererURL")
        json.string((back?.url?.absoluteString).map { masking.text($0, at: "refererURL") })
        json.key("refererAppName")
        json.string((back?.appName).map { masking.text($0, at: "refererAppName") })
        if let sourceApplication {
            json.key("sourceApplication")
            json.string(masking.text(sourceApplication, at: "sourceApplication"))
        }
        json.key("events")
        json.beginArray()
        for (index, event) in link.events.enumerated() {
            json.beginObject()
            json.key("name")
            json.string(event.name.rawValue)
            json.key("args")
            json.beginObject()
            for pair in event.arguments.pairs {
                json.key(pair.key)
                json.string(masking.text(pair.value, of: pair.key, at: "events[\(index)].args.\(pair.key)"))
            }
            json.endObject()
            json.endObject()
        }
        json.endArray()
    }

    /// The same keys for what is no URL: the text as it came, and nothing read out of it.
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

    private func append(_ parameters: QueryParameters, as name: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key(name)
        json.beginObject()
        for entry in parameters.entries {
            json.key(masking.name(entry.name))
            let shown = entry.value.text.map { masking.text($0, of: entry.name, at: Masking.path(name, entry.name)) }
            json.string(shown)
        }
        json.endObject()
    }

    private func append(_ value: JSONValue?, as name: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key(name)
        json.value(value ?? .null, at: name, &masking)
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

    private func append(_ findings: [Finding], to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("findings")
        json.beginArray()
        for (index, finding) in findings.enumerated() {
            json.beginObject()
            json.key("code")
            json.string(finding.code.rawValue)
            json.key("severity")
            json.string(finding.severity.rawValue)
            json.key("message")
            json.string(masking.text(finding.message, at: "findings[\(index)].message"))
            json.key("range")
            if let range = finding.range {
                json.beginArray()
                json.number(range.lowerBound)
                json.number(range.upperBound)
                json.endArray()
            } else {
                json.raw("null")
            }
            if let repair = finding.repair { append(repair, at: "findings[\(index)].repair", to: &json, &masking) }
            json.endObject()
        }
        json.endArray()
    }
}

extension LinkInspection {
    /// The application that the link came from, by its record or by the way it came in.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard case .inbound(let application) = link?.entry else { return nil }
        return application
    }
}

extension ReceivedEvent {
    /// The arguments with each name once: of several the last counts, at the place of the first.
    var lastArguments: [Argument] {
        guard Set(arguments.map(\.name)).count < arguments.count else { return arguments }
        return JSONObject(arguments.map { ($0.name, .string($0.value)) })
            .map { Argument(name: $0.key, value: $0.value.stringValue ?? "") }
    }
}
