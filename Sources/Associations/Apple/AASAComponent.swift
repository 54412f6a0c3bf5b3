/// A rule of an apple-app-site-association file, which accepts or excludes the links that it matches.
package struct AASAComponent: Sendable {
    /// The place of the rule in the file.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The index of the entry in `details`, from 0.
        package var detail: Int
        /// The index of the rule in the entry, from 0.
        package var index: Int
        /// Whether the rule is under `paths`, the format for iOS 9 to 12.
        package var isLegacy: Bool

        package var description: String { "details[\(detail)].\(inEntry)" }
        /// The place within the entry of `details`.
        var inEntry: String { "\(isLegacy ? "paths" : "components")[\(index)]" }
    }

    package enum Query: Sendable {
        /// A pattern for the whole query.
        case whole(Pattern)
        /// A pattern for each of these parameters, in the order of the file.
        case items([(name: ParameterName, pattern: Pattern)])
    }

    package let place: Place
    /// The range of the rule in the file.
    package let range: Range<Int>
    /// The pattern for the path. Nil means any path.
    package let path: Pattern?
    package let query: Query?
    package let fragment: Pattern?
    /// Whether one of the patterns has a mistake that keeps it from ever matching.
    let isImpossible: Bool
    package let isExcluding: Bool
    package let ignoresCase: Bool
    /// Whether the link is compared as written. If this is false, the link is decoded once before the comparison.
    package let isPercentEncoded: Bool
    package let comment: String?

    /// Whether the rule matches every link. In that case, later rules have no effect.
    var isEverything: Bool {
        guard path?.isEverything ?? true, fragment?.isEverything ?? true else { return false }
        switch query {
        case nil: return true
        case .whole(let pattern): return pattern.isEverything
        case .items(let items): return items.allSatisfy { $0.pattern.isEverything }
        }
    }
}
