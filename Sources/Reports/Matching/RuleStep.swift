import Associations
import LinkLayers

/// What became of one rule, Apple's or Android's, as JSON.
struct RuleStep {
    let component: String
    let range: Range<Int>
    let isExcluding: Bool
    /// Nil for the rule that matched.
    let miss: AASADecision.Miss?
    let isNearest: Bool

    func append(to output: inout JSONOutput, link: [UInt8], _ showsSecrets: Bool) {
        let shown = { (text: String) in showsSecrets ? text : Secrets.masked(text) }
        output.beginObject()
        output.key("component")
        output.string(component)
        output.key("range")
        AssociationFindings.append(range, to: &output)
        output.key("outcome")
        output.string(miss != nil ? "no_match" : isExcluding ? "exclude" : "match")
        if let miss {
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
            output.bool(isNearest)
        }
        output.endObject()
    }
}
