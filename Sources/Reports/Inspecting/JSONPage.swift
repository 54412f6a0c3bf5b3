import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records
import Secrets

/// The report on a record as JSON while it is being written. Scripts rely on the keys and their order.
struct JSONPage: ~Copyable {
    var json: JSONOutput
    var secrets: PageSecrets
    /// What happened to the link in a session; nil if the report is only about the link.
    private(set) var session: LinkSession?
    var walk = JSONWalk()
    private var texts = WrittenTexts()

    init(showsSecrets: Bool, capacity: Int) {
        json = JSONOutput(ByteWriter(capacity: capacity), showsSecrets: showsSecrets)
        secrets = PageSecrets(areShown: showsSecrets)
    }

    /// Appends the report on one line, with what happened to the link in a session.
    mutating func append(_ content: RecordContent, in session: LinkSession? = nil) {
        self.session = session
        switch content {
        case .link(let inspection): append(inspection)
        case .event(let event, _, let findings):
            begin()
            append(event)
            append(findings)
            end()
        case .object(let document, let findings):
            begin()
            json.field("record", masked: String(decoding: document.source, as: UTF8.self))
            append(findings)
            end()
        }
        self.session = nil
    }

    /// Appends the report on a link on one line.
    mutating func append(_ inspection: LinkInspection) {
        begin()
        if let reading = inspection.reading {
            append(inspection, reading)
        } else {
            append(noURL: inspection)
            append(layersOf: inspection)
            append(inspection.findings)
            field("repaired", outside: inspection.repairedText)
        }
        end()
    }

    private mutating func begin() {
        json.beginReport()
        secrets.begin()
    }

    /// Appends the paths of the masked values, and ends the line.
    private mutating func end() {
        if let session { session.appendMembers(to: &json) }
        secrets.end()
        json.appendMasked()
        json.end("}")
        json.bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends the keys of a link for a text that is not a URL: the text itself, and empty values.
    private mutating func append(noURL inspection: LinkInspection) {
        json.field("inputURL", masked: String(decoding: inspection.bytes, as: UTF8.self))
        json.field("isAppLink", false)
        json.field("targetURL", raw: nil)
        for name in ["inputQueryParameters", "targetQueryParameters"] as [JSONStep] { json.field(name, raw: "{}") }
        for name in ["appLinkData", "extras", "version", "userAgent"] as [JSONStep] { json.field(name, raw: nil) }
        json.field("hasReferer", false)
        for name in ["refererURL", "refererAppName"] as [JSONStep] { json.field(name, raw: nil) }
        if let source = inspection.knownSourceApplication { json.field("sourceApplication", masked: source) }
        json.field("events", raw: "[]")
    }

    private mutating func append(_ event: Event) {
        json.field("event", masked: event.name)
        json.field("ts", masked: event.timestamp)
        json.field("url", masked: event.url)
        json.object("arguments") { json in
            var event = event
            event.arguments = event.lastArguments
            json.fields(argumentsOf: event)
        }
    }

    /// Appends a text with its secrets masked, or null.
    mutating func field(_ name: JSONStep, outside text: String?) {
        guard let text else { return json.field(name, raw: nil) }
        text.withBytes { text in
            secrets.find(in: text)
            json.field(name, text, hiding: secrets.found)
        }
    }

    // MARK: Layers and findings

    // All ranges refer to the link as received, in which the secrets are already known.

    /// Appends `layers`. Each layer has its kind, the service that wrapped it, its path, the app that an intent names, the text that it was
    /// taken from, its own text, and its range in the link. Then appends `services` if the link has parameters of attribution services or
    /// stores: what each of them does.
    mutating func append(layersOf inspection: LinkInspection) {
        json.open("[", of: "layers")
        for (index, layer) in inspection.layers.enumerated() {
            json.open("{", of: .index(index))
            append(layer, of: inspection)
            json.close("}")
        }
        json.close("]")
        guard !inspection.parameters.isEmpty else { return }
        json.objects("services", inspection.parameters) { json, parameter in
            json.field("service", parameter.owner.name)
            json.field("parameter", parameter.rule.name.text)
            json.field("role", parameter.rule.role.rawValue)
            json.field("meaning", parameter.rule.meaning)
            json.field("range", parameter.range(in: inspection.layers))
        }
    }

    private mutating func append(_ layer: Layer, of inspection: LinkInspection) {
        json.field("kind", layer.kind.rawValue)
        if let service = layer.service { json.field("service", service.name) }
        field("path", repeated: layer.path)
        if let package = layer.package { field("package", outside: package) }
        let isSecret = !secrets.areShown && inspection.isSecret(layer)
        let outer = inspection.outerText(of: layer)
        let known = secrets.areShown ? [] : layer.outer.map { inspection.layers[$0].secrets } ?? secrets.input
        if layer.wrapsLink {
            field("from", outer.span, outer.indices, among: known)
        } else {
            field("from", outer.span, layer.outerRange, among: isSecret ? [layer.outerRange] : known)
        }
        let text = layer.text.bytes
        field("to", text.span, text.indices, among: secrets.areShown ? [] : isSecret ? [text.indices] : layer.secrets)
        json.field("range", layer.range)
    }

    mutating func append(_ findings: [Finding]) {
        json.open("[", of: "findings")
        for (index, finding) in findings.enumerated() {
            json.open("{", of: .index(index))
            json.field("code", finding.code.rawValue)
            json.field("severity", finding.severity.rawValue)
            field("message", repeated: finding.message)
            json.field("range", finding.range)
            if let repair = finding.repair { append(repair) }
            json.close("}")
        }
        json.close("]")
    }

    /// Appends a text that many links have, with its secrets masked.
    private mutating func field(_ name: JSONStep, repeated text: String) {
        json.key(name)
        if let written = texts.find(text) {
            json.literal(written.bytes.span)
            if written.isMasked { json.noteMasked(name) }
            return
        }
        let start = json.bytes.count
        let isMasked = text.withBytes { text in
            secrets.find(in: text)
            return json.string(text, hiding: secrets.found)
        }
        if isMasked { json.noteMasked(name) }
        texts.keep(text, from: start, of: json.bytes, isMasked: isMasked)
    }

    /// Appends `repair`: its summary, and its edits of the bytes of the link.
    private mutating func append(_ repair: LinkRepair) {
        json.open("{", of: "repair")
        json.field("summary", repair.summary)
        json.open("[", of: "edits")
        for (index, edit) in repair.edits.enumerated() {
            json.open("{", of: .index(index))
            json.field("range", edit.place)
            // The text of an edit does not contain the name that marks a value as secret. So if the edited bytes are secret, the whole text
            // is masked.
            let isSecret = !edit.place.isEmpty && secrets.input.cover(edit.place)
            append(text: edit.utf8, isSecret: isSecret)
            json.close("}")
        }
        json.close("]")
        json.close("}")
    }

    /// Appends the text of an edit, which need not be UTF-8.
    private mutating func append(text: [UInt8], isSecret: Bool) {
        let text = text.span.isUTF8 ? text : Array(text.span.string.utf8)
        if !isSecret { secrets.find(in: text.span) }
        json.field("text", text.span, hiding: isSecret ? [text.indices] : secrets.found, isMasked: isSecret)
    }

    /// Appends a part of a text, with its secrets masked.
    private mutating func field(_ name: JSONStep, _ text: Span<UInt8>, _ part: Range<Int>, among known: [Range<Int>]) {
        let bytes = text.extracting(part)
        if bytes.isUTF8 {
            json.field(name, bytes, hiding: known.parts(in: part))
        } else {
            // The characters that replace other bytes move the secrets.
            json.field(name, PageSecrets.masked(text, part, among: known).span, hiding: [], isMasked: known.overlap(part))
        }
    }
}

extension Event {
    /// The arguments without duplicate names. If a name is repeated, the last value counts and takes the place of the first.
    fileprivate var lastArguments: [Argument] {
        guard Set(arguments.map(\.name)).count < arguments.count else { return arguments }
        return JSONObject(arguments.map { ($0.name, .string($0.value)) })
            .map { Argument(name: $0.key, value: $0.value.stringValue ?? "") }
    }
}
