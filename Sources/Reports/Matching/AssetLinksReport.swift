import Associations

/// The answer of Digital Asset Links as JSON.
struct AssetLinksReport {
    let answer: AssetLinksAnswer
    let findings: [AssociationFinding]
    let dialect: AssetLinksQuery.Dialect

    /// Appends the reason. Google's API also gives the names of its errors. The verifier on a device has no such names.
    func appendReason(to json: inout JSONOutput) {
        let names = dialect == .google ? answer.errors.map(\.name.rawValue) : []
        json.field("reason", masked: names.isEmpty ? answer.reason : "\(answer.reason) (\(names.joined(separator: ", ")))")
    }

    func appendTrace(to json: inout JSONOutput) {
        json.objects("errors", answer.errors) { json, error in
            json.field("name", error.name.rawValue)
            json.field("message", masked: error.message)
        }
        let nearest = answer.nearestStep
        json.objects("steps", answer.steps.enumerated()) { json, numbered in
            let (index, step) = numbered
            json.field("statement", step.index)
            json.field("include", masked: step.include)
            json.field("range", step.range)
            json.field("outcome", step.miss == nil ? "match" : "no_match")
            guard let miss = step.miss else { return }
            json.field("reason", masked: miss.reason)
            json.field("nearest", index == nearest)
        }
        json.findings(findings)
    }
}
