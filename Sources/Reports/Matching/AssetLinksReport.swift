import Associations
import LinkLayers

/// An answer by Digital Asset Links as JSON.
struct AssetLinksReport {
    let answer: AssetLinksAnswer
    let findings: [AssociationFinding]
    let showsSecrets: Bool

    /// The reason, with the names that Google's API gives what went wrong.
    var reason: String {
        let names = answer.errors.map(\.name.rawValue)
        return shown(names.isEmpty ? answer.reason : "\(answer.reason) (\(names.joined(separator: ", ")))")
    }

    func appendTrace(to output: inout JSONOutput) {
        output.key("errors")
        output.beginArray()
        for (name, message) in answer.errors {
            output.beginObject()
            output.key("name")
            output.string(name.rawValue)
            output.key("message")
            output.string(shown(message))
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
            output.string(step.include.map(shown))
            output.key("range")
            AssociationFindings.append(step.range, to: &output)
            output.key("outcome")
            output.string(step.miss == nil ? "match" : "no_match")
            if let miss = step.miss {
                output.key("reason")
                output.string(shown(miss.reason))
                output.key("nearest")
                output.bool(place == nearest)
            }
            output.endObject()
        }
        output.endArray()
        AssociationFindings.append(findings, showsSecrets, to: &output)
    }

    private func shown(_ text: String) -> String { showsSecrets ? text : Secrets.masked(text) }
}
