import AppLinks
import Associations
import Pages

// Reports which apps of a hop's host claim the link of the hop, on a device that has these apps. The keys are those of
// `resolve --json`.

extension ResolutionReport {
    /// Returns the claims for a hop. Returns nil if no claims were looked up, or if no app could claim the hop.
    private func claims(of hop: Int) -> LinkClaims? { claims.indices.contains(hop) ? claims[hop] : nil }

    /// Returns whether the previous hop had the same host. Safari stays in the browser for a universal link on the host of the current
    /// page.
    private func comesFromSameHost(_ hop: Int) -> Bool {
        guard hop > 0, let host = hops[hop].url.host else { return false }
        return hops[hop - 1].url.host?.lowercased() == host.lowercased()
    }

    func appendClaims(of hop: Int, to json: inout JSONOutput) {
        json.object("claims", of: claims(of: hop)) { json, claims in
            for (name, app, claim) in [("ios", "appId", claims.ios), ("android", "package", claims.android)] {
                json.object(name) { append(claim, app: app, to: &$0) }
            }
            json.field("sameHost", comesFromSameHost(hop))
        }
    }

    private func append(_ claim: LinkClaims.Claim, app name: String, to json: inout JSONOutput) {
        json.field("claimed", claim.isClaimed)
        json.objects("apps", claim.apps) { json, app in
            json.field(name, masked: app.name)
            json.field("rule", masked: app.rule)
        }
        json.field("reason", masked: claim.reason)
    }

    func appendClaims(of hop: Int, to text: inout TextOutput) {
        guard let claims = claims(of: hop) else { return }
        for (platform, claim) in [(AppPlatform.ios, claims.ios), (.android, claims.android)] {
            text.beginInner()
            text.own("\(platform.name): ")
            text.outside(masked: claim.words)
            if platform == .ios, claim.isClaimed == true, comesFromSameHost(hop) {
                text.own("; but Safari does not open the app, because the previous hop had the same host")
            }
            text.endLine()
        }
    }
}
