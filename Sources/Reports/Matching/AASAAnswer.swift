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
        for step in decision.steps { append(step, bytes, to: &output) }
        output.endArray()
        if withFindings { AssociationFindings.append(file.findings, showsSecrets, to: &output) }
    }

    private func append(_ step: AASADecision.Step, _ link: [UInt8], to output: inout JSONOutput) {
        output.beginObject()
        output.key("component")
        output.string(step.place.description)
        output.key("range")
        AssociationFindings.append(step.range, to: &output)
        output.key("outcome")
        output.string(step.miss != nil ? "no_match" : step.isExcluding ? "exclude" : "match")
        if let miss = step.miss {
            output.key("part")
            switch miss.part {
            case .path: output.string("path")
            case .query, .item: output.string("query")
            case .fragment: output.string("fragment")
            }
            if case .item(let name) = miss.part {
                output.key("parameter")
                output.string(shown(name))
            }
            output.key("pattern")
            output.string(shown(miss.pattern))
            output.key("patternOffset")
            output.number(miss.patternOffset)
            output.key("urlOffset")
            output.number(miss.linkOffset)
            output.key("reason")
            output.string(shown(AASAWording.reason(of: miss, in: link)))
            output.key("nearest")
            output.bool(step.isNearest)
        }
        output.endObject()
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
