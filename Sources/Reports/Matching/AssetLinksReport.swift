import Deciding
import LinkLayers

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

extension JSONOutput {
    /// Appends the reason of a decision, the deciding rule, and the result of each rule that was tried.
    mutating func trace(_ decision: AASADecision, in file: AASAFile, of link: String) {
        field("reason", masked: AASAWording.reason(of: decision, in: file))
        let component: String? = if case .rule(let place) = decision.reason { place.description } else { nil }
        field("component", component)
        field("otherScheme", decision.otherScheme)
        steps(decision.steps, of: link)
    }

    /// Appends the result of each rule, Apple's or Android's.
    mutating func steps(_ steps: [RuleStep], of link: String) {
        let link = Array(link.utf8)
        objects("steps", steps) { json, step in
            json.field("component", step.place)
            json.field("range", step.range)
            json.field("outcome", step.miss != nil ? "no_match" : step.isExcluding ? "exclude" : "match")
            guard let miss = step.miss else { return }
            switch miss.part {
            case .path: json.field("part", "path")
            case .query: json.field("part", "query")
            case .fragment: json.field("part", "fragment")
            case .item(let name):
                json.field("part", "query")
                json.field("parameter", masked: name)
            }
            json.field("pattern", masked: miss.pattern, of: miss.part.parameter)
            json.field("patternOffset", miss.patternOffset)
            json.field("urlOffset", miss.linkOffset)
            json.field("reason", masked: AASAWording.reason(of: miss, in: link))
            json.field("nearest", step.isNearest)
        }
    }

    /// Appends the problems of an association file.
    ///
    /// - Parameter causes: What to do about each problem, and its line and column; none to leave these out.
    mutating func findings(_ findings: [AssociationFinding], _ causes: [VerdictCause] = []) {
        objects("findings", Array(findings.enumerated())) { json, entry in
            let (index, finding) = entry
            json.finding(code: finding.code.rawValue, finding.severity, finding.message)
            json.field("range", finding.range)
            guard causes.indices.contains(index) else { return }
            json.field("line", causes[index].place?.line)
            json.field("column", causes[index].place?.column)
            json.field("advice", causes[index].advice.isEmpty ? nil : causes[index].advice)
        }
    }

    mutating func finding(code: String, _ severity: Finding.Severity, _ message: String) {
        field("code", code)
        field("severity", severity.rawValue)
        field("message", masked: message)
    }
}

extension Array<RuleStep> {
    /// The steps of the rules that matched, and the step of the rule that came closest.
    var telling: [RuleStep] { filter { $0.isNearest || $0.miss == nil } }
}
