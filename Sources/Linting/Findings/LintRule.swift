import Associations
import LinkLayers

/// A kind of finding, for lists of rules and for options that name one.
package struct LintRule: Sendable {
    package let code: String
    package let explanation: String

    /// All rules, in a fixed order.
    package static let all: [LintRule] =
        LintCode.allCases.map { LintRule(code: $0.rawValue, explanation: $0.explanation) }
        + FindingCode.allCases.map { LintRule(code: $0.rawValue, explanation: $0.explanation) }
        + AssociationFindingCode.allCases.map { LintRule(code: $0.rawValue, explanation: "A problem of an association file.") }
}
