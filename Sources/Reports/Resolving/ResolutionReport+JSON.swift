import AppLinks
import LinkLayers
import Pages

// Scripts rely on the keys of `resolve --json` and on their order.

extension ResolutionReport {
    /// Returns the JSON object without a line end.
    package func json() -> String {
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON object without a line end.
    package func appendJSON(to output: inout [UInt8]) {
        var json = JSONOutput()
        var masking = Masking(showsSecrets: showsSecrets)
        json.beginObject()
        json.key("requested")
        json.string(masking.text(requested, at: "requested"))
        append(hops, to: &json, &masking)
        let resolution = try? outcome.get()
        json.key("final")
        json.string((resolution?.page.url.absoluteString).map { masking.text($0, at: "final") })
        json.key("encoding")
        json.string(resolution?.encoding)
        json.key("proxy")
        json.string((resolution?.page.proxy).map { masking.text($0, at: "proxy") })
        json.key("idioms")
        if let resolution { appendIdioms(of: resolution, to: &json, &masking) } else { json.raw("null") }
        append(resolution?.otherLinks ?? [], to: &json, &masking)
        append(findings, to: &json, &masking)
        json.key("scripts")
        append(resolution?.scripts, to: &json, &masking)
        json.endReport(masking)
        json.append(to: &output)
    }

    private func append(_ hops: [RedirectHop], to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("hops")
        json.beginArray()
        for (index, hop) in hops.enumerated() {
            json.beginObject()
            json.key("url")
            json.string(masking.text(hop.url.absoluteString, at: "hops[\(index)].url"))
            json.key("status")
            if let status = hop.status { json.number(status) } else { json.raw("null") }
            json.key("location")
            json.string(hop.location.map { masking.text($0, at: "hops[\(index)].location") })
            json.key("remoteAddress")
            json.string(hop.remoteAddress)
            json.key("tls")
            if let tls = hop.tls {
                json.beginObject()
                json.key("version")
                json.string(tls.version)
                json.key("cipher")
                json.string(tls.cipher)
                json.endObject()
            } else {
                json.raw("null")
            }
            json.key("milliseconds")
            json.raw(Self.tenths(hop.milliseconds))
            json.key("age")
            if let age = hop.age { json.number(age) } else { json.raw("null") }
            json.key("unchanged")
            json.bool(hop.isUnchanged)
            appendClaims(of: index, to: &json, &masking)
            json.endObject()
        }
        json.endArray()
    }

    /// Returns a number such as `12.3`. Negative, infinite, huge and undefined numbers become `0.0`, because JSON has no infinity.
    static func tenths(_ number: Double) -> String {
        guard number.isFinite, number >= 0, number < 1e12 else { return "0.0" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func appendIdioms(of resolution: PageResolution, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        var webURL: LinkURL?
        for (name, idiom) in Self.idioms {
            let link = resolution.appLink(for: idiom)
            // The web URL is the same for all devices.
            webURL = link.webURL
            json.key(name)
            append(link, at: "idioms.\(name)", to: &json, &masking)
        }
        json.key("web")
        append(
            AppLink(sourceURL: resolution.page.requested, targets: [], webURL: webURL), at: "idioms.web", to: &json, &masking)
        json.endObject()
    }

    private func append(_ link: AppLink, at path: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("targets")
        json.beginArray()
        for (index, target) in link.targets.enumerated() {
            let fields: [(String, String?)] = [
                ("url", target.url?.absoluteString), ("appName", target.appName), ("appStoreId", target.appStoreID),
                ("package", target.packageName), ("class", target.className),
            ]
            json.beginObject()
            for (name, value) in fields {
                json.key(name)
                json.string(value.map { masking.text($0, at: "\(path).targets[\(index)].\(name)") })
            }
            json.endObject()
        }
        json.endArray()
        json.key("webURL")
        json.string((link.webURL?.absoluteString).map { masking.text($0, at: "\(path).webURL") })
        json.endObject()
    }

    private func append(_ links: [OtherLink], to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("otherLinks")
        json.beginArray()
        for (index, link) in links.enumerated() {
            let fields: [(String, String?)] = [
                ("kind", link.kind.rawValue), ("platform", link.platform), ("url", link.url), ("appId", link.appID),
                ("appName", link.appName),
            ]
            json.beginObject()
            for (name, value) in fields {
                json.key(name)
                json.string(value.map { masking.text($0, at: "otherLinks[\(index)].\(name)") })
            }
            json.endObject()
        }
        json.endArray()
    }

    private func append(_ findings: [PageFinding], to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("findings")
        json.beginArray()
        for (index, finding) in findings.enumerated() {
            json.beginObject()
            json.key("code")
            json.string(finding.code)
            json.key("severity")
            json.string(finding.severity.rawValue)
            json.key("message")
            json.string(masking.text(finding.message, at: "findings[\(index)].message"))
            json.endObject()
        }
        json.endArray()
    }
}
