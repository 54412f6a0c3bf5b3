import Associations
import LinkLayers

/// The decision of an apple-app-site-association file as JSON.
struct AASAAnswer {
    let file: AASAFile
    let decision: AASADecision
    let link: String

    /// Appends the rule that decides, and the result of each rule that was tried.
    ///
    /// - Parameter path: The path of the enclosing object, ending in a dot: "" or `aasa.apps[0].`.
    func appendTrace(to output: inout JSONOutput, _ masking: inout Masking, at path: String = "", withFindings: Bool = true) {
        output.key("reason")
        output.string(masking.text(AASAWording.reason(of: decision, in: file), at: path + "reason"))
        output.key("component")
        if case .rule(let place) = decision.reason { output.string(place.description) } else { output.raw("null") }
        output.key("otherScheme")
        output.string(decision.otherScheme)
        output.key("steps")
        output.beginArray()
        let bytes = Array(link.utf8)
        for (place, step) in decision.steps.enumerated() {
            RuleStep(
                component: step.place.description, range: step.range, isExcluding: step.isExcluding, miss: step.miss,
                isNearest: step.isNearest
            ).append(to: &output, link: bytes, &masking, at: "\(path)steps[\(place)]")
        }
        output.endArray()
        if withFindings { AssociationFindings.append(file.findings, at: path, to: &output, &masking) }
    }
}

/// Writes the findings about an association file as JSON.
enum AssociationFindings {
    /// - Parameter path: The path of the enclosing object, ending in a dot: "" or `aasa.`.
    static func append(_ findings: [AssociationFinding], at path: String, to output: inout JSONOutput, _ masking: inout Masking) {
        output.key("findings")
        output.beginArray()
        for (place, finding) in findings.enumerated() {
            output.beginObject()
            output.key("code")
            output.string(finding.code.rawValue)
            output.key("severity")
            output.string(finding.severity.rawValue)
            output.key("message")
            output.string(masking.text(finding.message, at: "\(path)findings[\(place)].message"))
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
