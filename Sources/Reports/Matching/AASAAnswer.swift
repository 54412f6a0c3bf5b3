import Associations
import LinkLayers

/// A decision by an apple-app-site-association file as JSON.
struct AASAAnswer {
    let file: AASAFile
    let decision: AASADecision
    let link: String
    let showsSecrets: Bool

    /// Appends what decided, and what became of each rule that was tried.
    func appendTrace(to output: inout JSONOutput, withFindings: Bool = true) {
        output.key("reason")
        output.string(shown(AASAWording.reason(of: decision, in: file)))
        output.key("component")
        if case .rule(let place) = decision.reason { output.string(place.description) } else { output.raw("null") }
        output.key("otherScheme")
        output.string(decision.otherScheme)
        output.key("steps")
        output.beginArray()
        let bytes = Array(link.utf8)
        for step in decision.steps {
            RuleStep(
                component: step.place.description, range: step.range, isExcluding: step.isExcluding, miss: step.miss,
                isNearest: step.isNearest
            ).append(to: &output, link: bytes, showsSecrets)
        }
        output.endArray()
        if withFindings { AssociationFindings.append(file.findings, showsSecrets, to: &output) }
    }

    private func shown(_ text: String) -> String { showsSecrets ? text : Secrets.masked(text) }
}

/// What is wrong with an association file, as JSON.
enum AssociationFindings {
    static func append(_ findings: [AssociationFinding], _ showsSecrets: Bool, to output: inout JSONOutput) {
        output.key("findings")
        output.beginArray()
        for finding in findings {
            output.beginObject()
            output.key("code")
            output.string(finding.code.rawValue)
            output.key("severity")
            output.string(finding.severity.rawValue)
            output.key("message")
            output.string(showsSecrets ? finding.message : Secrets.masked(finding.message))
            output.key("range")
            if let range = finding.range { append(range, to: &output) } else { output.raw("null") }
            output.endObject()
        }
        output.endArray()
    }

    static func append(_ range: Range<Int>, to output: inout JSONOutput) {
        output.beginArray()
        output.number(range.lowerBound)
        output.number(range.upperBound)
        output.endArray()
    }
}
