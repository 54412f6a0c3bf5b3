import Associations
import LinkLayers
import Pages

// Scripts rely on the keys of `verify --json` and on their order.

extension VerdictReport {
    /// Returns the JSON object without a line end.
    package func json() -> String {
        var json = JSONOutput()
        var masking = Masking(showsSecrets: showsSecrets)
        json.beginObject()
        json.key("asked")
        json.string(masking.text(subject, at: "asked"))
        json.key("domain")
        json.string(verdict.files.site.host)
        json.key("opensInApp")
        append(verdict.opensInApp, to: &json)
        json.key("verdict")
        json.string(verdict.sentence)
        json.key("unless")
        json.beginArray()
        for exception in verdict.exceptions { json.string(exception) }
        json.endArray()
        json.key("causes")
        json.beginArray()
        for (index, cause) in verdict.causes.enumerated() { append(cause, at: "causes[\(index)]", to: &json, &masking) }
        json.endArray()
        json.key("files")
        json.beginArray()
        for (index, file) in verdict.files.all.enumerated() { append(file, at: "files[\(index)]", to: &json, &masking) }
        json.endArray()
        json.key("ios")
        if let apple = verdict.apple { append(apple, to: &json, &masking) } else { json.raw("null") }
        json.key("android")
        if let android = verdict.android { append(android, to: &json, &masking) } else { json.raw("null") }
        json.endReport(masking)
        return json.text
    }

    private func append(_ cause: VerdictCause, at path: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("code")
        json.string(cause.code)
        json.key("severity")
        json.string(cause.severity.rawValue)
        json.key("platform")
        json.string(cause.platform?.rawValue)
        json.key("message")
        json.string(masking.text(cause.message, at: "\(path).message"))
        json.key("advice")
        json.string(cause.advice.isEmpty ? nil : cause.advice)
        json.key("place")
        if let place = cause.place {
            json.beginObject()
            json.key("file")
            json.string(place.file.rawValue)
            json.key("range")
            AssociationFindings.append(place.range, to: &json)
            json.key("line")
            json.number(place.line)
            json.key("column")
            json.number(place.column)
            json.endObject()
        } else {
            json.raw("null")
        }
        json.endObject()
    }

    private func append(_ file: ServedFile, at path: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("kind")
        json.string(file.kind.rawValue)
        json.key("url")
        json.string(masking.text(file.url, at: "\(path).url"))
        json.key("status")
        append(file.status, to: &json)
        json.key("location")
        json.string((file.hop?.location).map { masking.text($0, at: "\(path).location") })
        json.key("contentType")
        json.string(file.page?.field("Content-Type"))
        json.key("size")
        append(file.page?.body.count, to: &json)
        json.key("remoteAddress")
        json.string(file.hop?.remoteAddress)
        json.key("tls")
        json.string(file.hop?.tls?.version)
        json.key("milliseconds")
        json.raw(file.hop.map { ResolutionReport.tenths($0.milliseconds) } ?? "null")
        json.key("age")
        append(file.hop?.age, to: &json)
        json.key("unchanged")
        append(file.hop?.isUnchanged, to: &json)
        json.key("headers")
        json.beginObject()
        for (name, value) in file.tellingFields {
            json.key(name)
            json.string(masking.text(value, at: "\(path).headers.\(name)"))
        }
        json.endObject()
        json.key("problem")
        json.string(file.problem?.code)
        AssociationFindings.append(Self.findings(of: file), at: "\(path).", to: &json, &masking)
        json.endObject()
    }

    private func append(_ apple: AppleVerdict, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("opensInApp")
        append(verdict.isUnknown ? nil : apple.opens, to: &json)
        json.key("decidedBy")
        json.string(apple.decider?.rawValue)
        json.key("apps")
        json.beginArray()
        for (index, app) in apple.apps.enumerated() {
            json.beginObject()
            json.key("appId")
            json.string(masking.text(app.appID, at: "ios.apps[\(index)].appId"))
            json.key("decision")
            json.string(app.decision?.outcome.rawValue)
            if var decision = app.decision, let file = apple.file {
                if !isTraced { decision.steps = decision.steps.filter { $0.isNearest || $0.miss == nil } }
                AASAAnswer(file: file, decision: decision, link: subject)
                    .appendTrace(to: &json, &masking, at: "ios.apps[\(index)].", withFindings: false)
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func append(_ android: AndroidVerdict, to json: inout JSONOutput, _ masking: inout Masking) {
        json.beginObject()
        json.key("opensInApp")
        append(verdict.isUnknown ? nil : android.opens, to: &json)
        json.key("apps")
        json.beginArray()
        for (index, app) in android.apps.enumerated() {
            json.beginObject()
            json.key("package")
            json.string(app.package)
            json.key("statement")
            json.number(app.statement)
            json.key("include")
            json.string(app.include.map { masking.text($0, at: "android.apps[\(index)].include") })
            json.key("fingerprints")
            json.number(app.fingerprints)
            json.key("getsLink")
            append(verdict.question.link.map { _ in app.getsLink }, to: &json)
            json.key("reason")
            json.string(app.outcome == nil && app.isCertified ? nil : app.reason)
            json.key("steps")
            json.beginArray()
            let steps = app.steps.filter { isTraced || $0.isNearest || $0.miss == nil }
            for (place, step) in steps.enumerated() {
                RuleStep(
                    component: step.place, range: step.range, isExcluding: step.isExcluding, miss: step.miss, isNearest: step.isNearest
                ).append(to: &json, link: Array(subject.utf8), &masking, at: "android.apps[\(index)].steps[\(place)]")
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func append(_ number: Int?, to json: inout JSONOutput) {
        if let number { json.number(number) } else { json.raw("null") }
    }

    private func append(_ answer: Bool?, to json: inout JSONOutput) {
        if let answer { json.bool(answer) } else { json.raw("null") }
    }
}
