import Associations

extension MatchReport {
    /// Appends the report as JSON on one line, without a line end.
    package func appendJSON(to bytes: inout [UInt8]) {
        var output = JSONOutput()
        var masking = Masking(showsSecrets: question.showsSecrets)
        output.beginObject()
        output.key("link")
        output.string(masking.text(link, at: "link"))
        output.key("opens")
        output.bool(opens)
        output.key("aasa")
        if let file = question.aasa { append(file, to: &output, &masking) } else { output.raw("null") }
        output.key("assetlinks")
        if let file = question.assetLinks { append(file, to: &output, &masking) } else { output.raw("null") }
        output.endReport(masking)
        output.append(to: &bytes)
    }

    private func append(_ file: AASAFile, to output: inout JSONOutput, _ masking: inout Masking) {
        output.beginObject()
        output.key("apps")
        output.beginArray()
        for (index, app) in appleApps.enumerated() {
            output.beginObject()
            output.key("appId")
            output.string(app.appID.map { masking.text($0, at: "aasa.apps[\(index)].appId") })
            output.key("decision")
            output.string(app.decision.outcome.rawValue)
            var decision = app.decision
            if !question.isTraced { decision.steps = decision.steps.filter { $0.isNearest || $0.miss == nil } }
            AASAAnswer(file: file, decision: decision, link: link)
                .appendTrace(to: &output, &masking, at: "aasa.apps[\(index)].", withFindings: false)
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(file.findings, at: "aasa.", to: &output, &masking)
        output.endObject()
    }

    private func append(_ file: AssetLinksFile, to output: inout JSONOutput, _ masking: inout Masking) {
        output.beginObject()
        output.key("apps")
        output.beginArray()
        for (index, app) in androidApps.enumerated() {
            output.beginObject()
            output.key("package")
            output.string(masking.text(app.package, at: "assetlinks.apps[\(index)].package"))
            output.key("statement")
            output.number(app.statement)
            output.key("getsLink")
            output.bool(app.getsLink)
            output.key("reason")
            output.string(app.reason)
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(file.findings, at: "assetlinks.", to: &output, &masking)
        output.endObject()
    }
}

extension MatchReport.AndroidApp {
    var reason: String { AssetLinksFile.Statement.reason(of: outcome) }
}
