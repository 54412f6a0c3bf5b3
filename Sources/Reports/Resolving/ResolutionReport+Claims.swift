import AppLinks
import Associations
import LinkLayers
import Pages

// Reports whether the apps of a hop's host would have claimed the link, on a device that has these apps. The keys are those of `resolve
// --json`.

extension ResolutionReport {
    /// Returns the claims for a hop. Returns nil if no claims were looked up, or if no app could claim the hop.
    private func claims(of hop: Int) -> LinkClaims? { claims.indices.contains(hop) ? claims[hop] : nil }

    /// Returns whether the previous hop had the same host. Safari stays in the browser for a universal link on the host of the current
    /// page.
    private func comesFromSameHost(_ hop: Int) -> Bool {
        guard hop > 0, let host = hops[hop].url.host else { return false }
        return hops[hop - 1].url.host?.lowercased() == host.lowercased()
    }

    func appendClaims(of hop: Int, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("claims")
        guard let claims = claims(of: hop) else { return json.raw("null") }
        json.beginObject()
        for (name, app, claim) in [("ios", "appId", claims.ios), ("android", "package", claims.android)] {
            json.key(name)
            append(claim, app: app, at: "hops[\(hop)].claims.\(name)", to: &json, &masking)
        }
        json.key("sameHost")
        json.bool(comesFromSameHost(hop))
        json.endObject()
    }

    private func append(_ claim: LinkClaims.Claim, app name: String, at path: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("claimed")
        if let isClaimed = claim.isClaimed { json.bool(isClaimed) } else { json.raw("null") }
        json.key("apps")
        json.beginArray()
        for (index, app) in claim.apps.enumerated() {
            json.beginObject()
            json.key(name)
            json.string(masking.text(app.name, at: "\(path).apps[\(index)].\(name)"))
            json.key("rule")
            json.string(masking.text(app.rule, at: "\(path).apps[\(index)].rule"))
            json.endObject()
        }
        json.endArray()
        json.key("reason")
        json.string(claim.reason.map { masking.text($0, at: "\(path).reason") })
        json.endObject()
    }

    func appendClaims(of hop: Int, to text: inout TextOutput, _ masking: inout Masking) {
        guard let claims = claims(of: hop) else { return }
        for (platform, claim) in [(AppPlatform.ios, claims.ios), (.android, claims.android)] {
            text.beginInner()
            text.own("\(platform.name): ")
            text.outside(masking.text(claim.words, at: ""))
            if platform == .ios, claim.isClaimed == true, comesFromSameHost(hop) {
                text.own("; but Safari does not open the app, because the previous hop had the same host")
            }
            text.endLine()
        }
    }
}
