import Associations

/// Writes the result of one rule, Apple's or Android's, as JSON.
struct RuleStep {
    let component: String
    let range: Range<Int>
    let isExcluding: Bool
    /// The reason why the rule did not match. Nil for the rule that matched.
    let miss: AASADecision.Miss?
    let isNearest: Bool

    func append(to output: inout JSONOutput, link: [UInt8], _ masking: inout Masking, at path: String) {
        output.beginObject()
        output.key("component")
        output.string(component)
        output.key("range")
        AssociationFindings.append(range, to: &output)
        output.key("outcome")
        output.string(miss != nil ? "no_match" : isExcluding ? "exclude" : "match")
        if let miss {
            let parameter: String? = if case .item(let name) = miss.part { name } else { nil }
            output.key("part")
            switch miss.part {
            case .path: output.string("path")
            case .query, .item: output.string("query")
            case .fragment: output.string("fragment")
            }
            if let parameter {
                output.key("parameter")
                output.string(masking.text(parameter, at: "\(path).parameter"))
            }
            output.key("pattern")
            output.string(masking.text(miss.pattern, at: "\(path).pattern"))
            output.key("patternOffset")
            output.number(miss.patternOffset)
            output.key("urlOffset")
            output.number(miss.linkOffset)
            output.key("reason")
            output.string(masking.text(AASAWording.reason(of: miss, in: link), at: "\(path).reason"))
            output.key("nearest")
            output.bool(isNearest)
        }
        output.endObject()
    }
}
