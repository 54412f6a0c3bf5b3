import Associations

extension MatchReport {
    /// Appends the report as JSON on one line, without a line end.
    package func appendJSON(to bytes: inout [UInt8]) {
        var json = JSONOutput(showsSecrets: question.showsSecrets)
        json.beginReport()
        json.field("link", masked: link)
        json.field("opens", opens)
        json.object("aasa", of: question.aasa) { json, file in
            json.objects("apps", appleApps) { json, app in
                json.field("appId", masked: app.appID)
                json.field("decision", app.decision.outcome.rawValue)
                var decision = app.decision
                if !question.isTraced { decision.steps = decision.steps.telling }
                json.trace(decision, in: file, of: link)
            }
            json.findings(file.findings)
        }
        json.object("assetlinks", of: question.assetLinks) { json, file in
            json.objects("apps", androidApps) { json, app in
                json.field("package", masked: app.package)
                json.field("statement", app.statement)
                json.field("getsLink", app.getsLink)
                json.field("reason", masked: obstacle?.words ?? app.reason)
                json.steps(question.isTraced ? app.steps : app.steps.telling, of: link)
            }
            json.strings("unreadIncludes", masked: unreadIncludes)
            json.findings(file.findings)
        }
        json.appendMasked()
        json.endReport()
        json.append(to: &bytes)
    }
}
