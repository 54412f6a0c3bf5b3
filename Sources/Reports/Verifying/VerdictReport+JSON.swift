import Associations
import DeviceTools
import LinkLayers
import Pages

// Scripts rely on the keys of `verify --json` and on their order.

extension VerdictReport {
    /// Returns the JSON object without a line end.
    package func json() -> String {
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.beginReport()
        json.field("asked", masked: subject)
        json.field("domain", verdict.files.site.host)
        json.field("opensInApp", verdict.opensInApp)
        json.field("verdict", verdict.sentence)
        json.strings("unless", verdict.exceptions)
        json.objects("causes", verdict.causes) { append($1, to: &$0) }
        json.objects("files", verdict.files.all) { append($1, to: &$0) }
        json.object("ios", of: verdict.apple) { append($1, to: &$0) }
        json.object("android", of: verdict.android) { append($1, to: &$0) }
        json.object("device", of: verdict.device) { append($1, to: &$0) }
        json.appendMasked()
        json.endReport()
        return json.text
    }

    private func append(_ cause: VerdictCause, to json: inout JSONOutput) {
        json.field("code", cause.code)
        json.field("severity", cause.severity.rawValue)
        json.field("platform", cause.platform?.rawValue)
        json.field("message", masked: cause.message)
        json.field("advice", cause.advice.isEmpty ? nil : cause.advice)
        json.object("place", of: cause.place) { json, place in
            json.field("file", place.file.rawValue)
            json.field("range", place.range)
            json.field("line", place.line)
            json.field("column", place.column)
        }
    }

    private func append(_ file: ServedFile, to json: inout JSONOutput) {
        json.field("kind", file.kind.rawValue)
        json.field("url", masked: file.url)
        json.field("status", file.status)
        json.field("location", masked: file.hop?.location)
        json.field("contentType", masked: file.page?.field("Content-Type"))
        json.field("size", file.page?.body.count)
        json.field("remoteAddress", file.hop?.remoteAddress)
        json.field("tls", file.hop?.tls?.version)
        json.field("milliseconds", raw: file.hop.map { ResolutionReport.tenths($0.milliseconds) })
        json.field("age", file.hop?.age)
        json.field("unchanged", file.hop?.isUnchanged)
        json.object("headers") { json in
            for (name, value) in file.tellingFields { json.field(name, masked: value) }
        }
        json.field("problem", file.problem?.code)
        json.findings(Self.findings(of: file))
    }

    private func append(_ apple: AppleVerdict, to json: inout JSONOutput) {
        json.field("opensInApp", verdict.isUnknown ? nil : apple.opens)
        json.field("decidedBy", apple.decider?.rawValue)
        json.objects("apps", apple.apps) { json, app in
            json.field("appId", masked: app.appID)
            json.field("decision", app.decision?.outcome.rawValue)
            guard var decision = app.decision, let file = apple.file else { return }
            if !isTraced { decision.steps = decision.steps.telling }
            json.trace(decision, in: file, of: subject)
        }
    }

    private func append(_ android: AndroidVerdict, to json: inout JSONOutput) {
        json.field("opensInApp", verdict.isUnknown ? nil : android.opens)
        json.objects("apps", android.apps) { json, app in
            json.field("package", app.package)
            json.field("statement", app.statement)
            json.field("include", masked: app.include)
            json.field("fingerprints", app.fingerprints)
            json.field("getsLink", verdict.question.link.map { _ in app.getsLink })
            json.field("reason", app.outcome == nil && app.isCertified ? nil : app.reason)
            json.steps(isTraced ? app.steps : app.steps.telling, of: subject)
        }
    }

    private func append(_ device: DeviceVerdict, to json: inout JSONOutput) {
        json.field("id", device.device?.id)
        json.field("name", device.device?.name)
        json.field("system", device.device?.system)
        json.field("getsLinks", device.opens)
        json.field("trouble", device.trouble?.reason)
        json.objects("apps", device.apps) { json, app in
            json.field("package", app.package)
            json.field("state", app.state)
            json.field("getsLinks", app.getsLinks)
            json.field("allowed", app.isAllowed)
            json.field("selected", app.isSelected)
            json.strings("fingerprints", app.fingerprints)
            json.field("named", app.isNamed)
            json.field("verifiedAgain", app.isVerifiedAgain)
        }
    }
}
