import Associations

/// The answer of Digital Asset Links as JSON.
struct AssetLinksReport {
    let answer: AssetLinksAnswer
    let findings: [AssociationFinding]
    let dialect: AssetLinksQuery.Dialect

    /// Appends the reason. Google's API also gives the names of its errors; the verifier on a device has no such names.
    func appendReason(to output: inout JSONOutput, _ masking: inout Masking) {
        let names = dialect == .google ? answer.errors.map(\.name.rawValue) : []
        output.key("reason")
        output.string(
            masking.text(names.isEmpty ? answer.reason : "\(answer.reason) (\(names.joined(separator: ", ")))", at: "reason"))
    }

    func appendTrace(to output: inout JSONOutput, _ masking: inout Masking) {
        output.key("errors")
        output.beginArray()
        for (place, (name, message)) in answer.errors.enumerated() {
            output.beginObject()
            output.key("name")
            output.string(name.rawValue)
            output.key("message")
            output.string(masking.text(message, at: "errors[\(place)].message"))
            output.endObject()
        }
        output.endArray()
        output.key("steps")
        output.beginArray()
        let nearest = answer.nearestStep
        for (place, step) in answer.steps.enumerated() {
            output.beginObject()
            output.key("statement")
            output.number(step.index)
            output.key("include")
            output.string(step.include.map { masking.text($0, at: "steps[\(place)].include") })
            output.key("range")
            AssociationFindings.append(step.range, to: &output)
            output.key("outcome")
            output.string(step.miss == nil ? "match" : "no_match")
            if let miss = step.miss {
                output.key("reason")
                output.string(masking.text(miss.reason, at: "steps[\(place)].reason"))
                output.key("nearest")
                output.bool(place == nearest)
            }
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(findings, at: "", to: &output, &masking)
    }
}
