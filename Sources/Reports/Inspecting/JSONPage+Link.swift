import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

extension JSONPage {
    private typealias Written = JSONOutput.Written

    /// Appends the members of a link.
    mutating func append(_ inspection: LinkInspection, _ link: AppLinkReading) {
        secrets.begin(inspection, link)
        let input = appendInput(of: link)
        json.field("isAppLink", link.isAppLink)
        let target = link.target.map { append("targetURL", $0, link.fields.target, of: link) }
        if target == nil { json.repeat("targetURL", input) }
        appendParameters(link)
        appendData(link)
        json.field("version", link.isAppLink ? "1.0" : nil as String?)
        appendText("userAgent", link.fields.userAgent, of: link)
        if let url = link.referer, let name = link.fields.refererAppName {
            json.field("hasReferer", true)
            append("refererURL", url, link.fields.refererURL, of: link)
            appendText("refererAppName", name, of: link)
        } else {
            json.field("hasReferer", false)
            json.field("refererURL", raw: nil)
            json.field("refererAppName", raw: nil)
        }
        if let source = inspection.knownSourceApplication { field("sourceApplication", outside: source) }
        if let session {
            session.appendEvents(to: &json)
        } else {
            appendEvents(link, inspection.entry, input, target ?? input)
        }
        append(layersOf: inspection)
        append(inspection.findings)
        if inspection.hasRepairs || link.absolute != nil {
            field("repaired", outside: inspection.repairedText)
        } else {
            json.repeat("repaired", input)
        }
        // The host and the path of a link whose scheme belongs to an app.
        if let scheme = link.components.scheme, SchemeName.isCustom(link.text, scheme) {
            append("host", link.components.host, of: link)
            append("path", link.components.path, of: link)
        }
    }

    private mutating func append(_ name: JSONStep, _ part: Range<Int>?, of link: AppLinkReading) {
        guard let part else { return json.field(name, raw: nil) }
        json.field(name, link.text.span.extracting(part), hiding: secrets.input.parts(in: part))
    }

    /// Appends the absolute string of the input URL.
    private mutating func appendInput(of link: AppLinkReading) -> Written {
        guard let absolute = link.absolute else { return json.field("inputURL", link.text.span, hiding: secrets.input) }
        return absolute.withBytes { text in
            secrets.find(in: text)
            return json.field("inputURL", text, hiding: secrets.found)
        }
    }

    /// Appends the absolute string of a URL of the data.
    @discardableResult
    private mutating func append(_ name: JSONStep, _ url: AppLinkReading.URLText, _ node: Int?, of link: AppLinkReading) -> Written {
        link.withText(url.absolute) { text in
            if url.absolute == url.text, let node {
                secrets.find(in: text, of: link.tape.records[node], among: secrets.data)
            } else {
                secrets.find(in: text)
            }
            return json.field(name, text, hiding: secrets.found)
        }
    }

    /// Appends a string of the data, or null.
    private mutating func appendText(_ name: JSONStep, _ node: Int?, of link: AppLinkReading) {
        guard let node else { return json.field(name, raw: nil) }
        link.withData { view in
            view.withText(of: node) { text in
                secrets.find(in: text, of: view[node], among: secrets.data)
                json.field(name, text, hiding: secrets.found)
            }
        }
    }

    /// Appends the events of an App Link: the parse event and, for an inbound link, the inbound event with the same arguments.
    private mutating func appendEvents(_ link: AppLinkReading, _ entry: IncomingLink.Entry, _ input: Written, _ target: Written) {
        json.open("[", of: "events")
        if link.isAppLink {
            json.open("{", of: .index(0))
            json.field("name", "al_link_parse")
            let start = json.open("{", of: "args")
            json.field("version", "1.0")
            if let url = link.fields.refererURL { appendText("refererURL", url, of: link) }
            if let name = link.fields.refererAppName { appendText("refererAppName", name, of: link) }
            if case .inbound(let application?) = entry { field("sourceApplication", outside: application) }
            json.repeat("targetURL", target)
            json.repeat("inputURL", input)
            // A scheme has no secret.
            if let scheme = link.components.scheme { json.field("inputURLScheme", link.text.span.extracting(scheme), hiding: []) }
            json.field("forRenderBackToReferrerBar", entry == .backToReferrerBar ? "1" : "0")
            if case .inbound = entry { json.field("forOpenUrl", "1") } else { json.field("forOpenUrl", "0") }
            json.close("}")
            let arguments = json.written(since: start, path: "events[0].args")
            json.close("}")
            if case .inbound = entry {
                json.open("{", of: .index(1))
                json.field("name", "al_nav_in")
                json.repeat("args", arguments)
                json.close("}")
            }
        }
        json.close("]")
    }

    // MARK: The data and the parameters

    /// Appends `appLinkData`, and `extras`, which are a part of it.
    private mutating func appendData(_ link: AppLinkReading) {
        guard link.isAppLink else {
            json.field("appLinkData", raw: nil)
            return json.field("extras", raw: nil)
        }
        link.withReportedData { view, extras, isAsWritten in
            var known = secrets.data
            if !isAsWritten {
                view.bytes.withSpan(0..<view.bytes.count) { secrets.find(in: $0) }
                known = secrets.found
            }
            guard let extras = append(view, extras: extras, known) else { return json.field("extras", raw: nil) }
            json.repeat("extras", extras)
        }
    }

    /// Appends the data and everything in it. Returns the extras if they are an object or an array.
    ///
    /// - Parameter known: The secrets of the data.
    private mutating func append(_ view: JSONView, extras: Int?, _ known: [Range<Int>]) -> Written? {
        json.key("appLinkData")
        var start = json.place
        var written: Written?
        walk.begin()
        while let step = walk.step(in: view) {
            switch step {
            case .value(let node):
                if let container = walk.containers.last, container.isObject {
                    view.withText(of: container.key) { text in
                        secrets.find(in: text, of: view[container.key], among: known)
                        json.key(text, masking: secrets.masked, at: container.position)
                    }
                }
                if node == extras { start = json.place }
                if append(node, view, known), json.takesPath() { notePath(in: view, known) }
            case .end(let container):
                json.end(container.isObject ? "}" : "]")
                if container.node == extras { written = json.written(since: start, path: "appLinkData.extras") }
            }
        }
        return written
    }

    /// Appends a scalar, or the bracket that opens a container. Returns whether something was masked.
    private mutating func append(_ node: Int, _ view: JSONView, _ known: [Range<Int>]) -> Bool {
        let record = view[node]
        switch record.kind {
        case .object where known.cover(record.range), .array where known.cover(record.range), .number where known.cover(record.range):
            walk.skip(in: view)
            json.string(Secrets.mask)
            return true
        case .object: json.begin("{")
        case .array: json.begin("[")
        case .number, .bool, .null: view.bytes.withSpan(record.range) { json.literal($0) }
        case .string:
            var isMasked = false
            view.withText(of: node) { text in
                secrets.find(in: text, of: record, among: known)
                isMasked = json.string(text, hiding: secrets.found)
            }
            return isMasked
        }
        return false
    }

    /// Records the path of the value that is being written.
    private mutating func notePath(in view: JSONView, _ known: [Range<Int>]) {
        json.beginPath(of: "appLinkData")
        for container in walk.containers {
            guard container.isObject else {
                json.path.append(step: .index(container.position))
                continue
            }
            view.withText(of: container.key) { name in
                // The paths of all values in a container repeat its name, so only as much of it is searched as a secret may need that
                // begins in the part which is written.
                let beginning = name.extracting(0..<name.characterEnd(atMost: 16 * ByteWriter.longestName))
                secrets.find(in: beginning, of: view[container.key], among: known)
                json.path.append(step: name, masking: secrets.masked, at: container.position)
            }
        }
        json.notePath()
    }

    /// Appends the query parameters of the input URL and of the target URL.
    private mutating func appendParameters(_ link: AppLinkReading) {
        let written = append("inputQueryParameters", link.query, known: secrets.query)
        guard let target = link.target else { return json.repeat("targetQueryParameters", written) }
        link.withText(target.text) { text in
            if let node = link.fields.target { secrets.find(in: text, of: link.tape.records[node], among: secrets.data) }
        }
        let known = secrets.found.map { link.targetQuery.decoded.decoded($0) }
        _ = append("targetQueryParameters", link.targetQuery, known: known)
    }

    /// Appends the parameters of a query, and returns them.
    ///
    /// - Parameter known: The secrets of the decoded query.
    private mutating func append(_ member: StaticString, _ query: LinkQuery, known: [Range<Int>]) -> Written {
        let start = json.open("{", of: .literal(member))
        for (position, entry) in query.parameters.lazy.filter(\.isThere).enumerated() {
            query.decoded.withSpan(entry.name) { name in
                let hidden = secrets.areShown ? nil : known.parts(in: entry.name)
                json.key(name, masking: hidden, at: position)
                guard let value = entry.value else { return json.null() }
                let isMasked = query.decoded.withSpan(value) { json.string($0, hiding: known.parts(in: value)) }
                guard isMasked else { return }
                json.beginPath()
                json.path.append(step: name, masking: hidden, at: position)
                json.notePath()
            }
        }
        json.close("}")
        return json.written(since: start, path: member)
    }
}

extension AppLinkReading {
    /// Calls a closure with the data as reports show it: if a key is repeated, its last value counts and takes the place of the first. Does
    /// nothing if there is no data.
    ///
    /// - Parameter body: Called with the data, the node of the extras or nil, and whether the data is shown as it was written.
    func withReportedData(_ body: (JSONView, _ extras: Int?, _ isAsWritten: Bool) -> Void) {
        guard data != nil else { return }
        guard tape.hasFindings else { return withData { body($0, fields.extras, true) } }
        guard let root = document?.root else { return }
        JSONDocument(JSONValue(root).description).withView { view in
            body(view, fields.extras == nil ? nil : view.value(of: "extras", in: 0), false)
        }
    }
}
