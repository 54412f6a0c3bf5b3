import Associations

extension MatchReport {
    /// Appends the report as one line of JSON, without its end.
    package func appendJSON(to bytes: inout [UInt8]) {
        var output = JSONOutput()
        output.beginObject()
        output.key("link")
        output.string(shown(link))
        output.key("opens")
        output.bool(opens)
        output.key("aasa")
        if let file = question.aasa { append(file, to: &output) } else { output.raw("null") }
        output.key("assetlinks")
        if let file = question.assetLinks { append(file, to: &output) } else { output.raw("null") }
        output.endObject()
        output.append(to: &bytes)
    }

    private func append(_ file: AASAFile, to output: inout JSONOutput) {
        output.beginObject()
        output.key("apps")
        output.beginArray()
        for app in appleApps {
            output.beginObject()
            output.key("appId")
            output.string(app.appID.map(shown))
            output.key("decision")
            output.string(app.decision.outcome.rawValue)
            var decision = app.decision
            if !question.isTraced { decision.steps = decision.steps.filter { $0.isNearest || $0.miss == nil } }
            AASAAnswer(file: file, decision: decision, link: link, showsSecrets: question.showsSecrets)
                .appendTrace(to: &output, withFindings: false)
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(file.findings, question.showsSecrets, to: &output)
        output.endObject()
    }

    private func append(_ file: AssetLinksFile, to output: inout JSONOutput) {
        output.beginObject()
        output.key("apps")
        output.beginArray()
        for app in androidApps {
            output.beginObject()
            output.key("package")
            output.string(shown(app.package))
            output.key("statement")
            output.number(app.statement)
            output.key("getsLink")
            output.bool(app.getsLink)
            output.key("reason")
            output.string(app.reason)
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(file.findings, question.showsSecrets, to: &output)
        output.endObject()
    }
}

extension MatchReport.AndroidApp {
    var reason: String { AssetLinksFile.Statement.reason(of: outcome) }
}
