import AppLinks
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
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.beginReport()
        json.field("requested", masked: requested)
        json.objects("hops", hops.enumerated()) { json, numbered in
            let (index, hop) = numbered
            append(hop, to: &json)
            appendClaims(of: index, to: &json)
        }
        let resolution = try? outcome.get()
        json.field("final", masked: resolution?.page.url.absoluteString)
        json.field("encoding", resolution?.encoding)
        json.field("proxy", masked: resolution?.page.proxy)
        json.object("idioms", of: resolution) { appendIdioms(of: $1, to: &$0) }
        json.objects("otherLinks", resolution?.otherLinks ?? []) { json, link in
            json.field("kind", link.kind.rawValue)
            json.field("platform", masked: link.platform)
            json.field("url", masked: link.url)
            json.field("appId", masked: link.appID)
            json.field("appName", masked: link.appName)
        }
        json.objects("findings", findings) { json, finding in
            json.finding(code: finding.code, finding.severity, finding.message)
        }
        json.object("scripts", of: resolution?.scripts) { append($1, to: &$0) }
        json.appendMasked()
        json.endReport()
        json.append(to: &output)
    }

    private func append(_ hop: RedirectHop, to json: inout JSONOutput) {
        json.field("url", masked: hop.url.absoluteString)
        json.field("status", hop.status)
        json.field("location", masked: hop.location)
        json.field("remoteAddress", hop.remoteAddress)
        json.object("tls", of: hop.tls) { json, tls in
            json.field("version", tls.version)
            json.field("cipher", tls.cipher)
        }
        json.field("milliseconds", raw: Self.tenths(hop.milliseconds))
        json.field("age", hop.age)
        json.field("unchanged", hop.isUnchanged)
    }

    /// Returns a number such as `12.3`. Negative, infinite, huge and undefined numbers become `0.0`, because JSON has no infinity.
    static func tenths(_ number: Double) -> String {
        guard number.isFinite, number >= 0, number < 1e12 else { return "0.0" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func appendIdioms(of resolution: PageResolution, to json: inout JSONOutput) {
        for (name, idiom) in Self.idioms { append(resolution.appLink(for: idiom), as: name, to: &json) }
        // The web URL is the same for all devices.
        let webURL = Self.idioms.last.flatMap { resolution.appLink(for: $0.idiom).webURL }
        append(AppLink(sourceURL: resolution.page.requested, targets: [], webURL: webURL), as: "web", to: &json)
    }

    private func append(_ link: AppLink, as name: String, to json: inout JSONOutput) {
        json.object(name) { json in
            json.objects("targets", link.targets) { json, target in
                json.field("url", masked: target.url?.absoluteString)
                json.field("appName", masked: target.appName)
                json.field("appStoreId", masked: target.appStoreID)
                json.field("package", masked: target.packageName)
                json.field("class", masked: target.className)
            }
            json.field("webURL", masked: link.webURL?.absoluteString)
        }
    }
}
