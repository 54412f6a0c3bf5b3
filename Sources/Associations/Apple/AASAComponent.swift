/// One rule of an apple-app-site-association file: which links it is for, and whether it takes or excludes them.
package struct AASAComponent: Sendable {
    /// Which rule of the file this is.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The entry of `details`, from 0.
        package var detail: Int
        /// The rule in it, from 0.
        package var index: Int
        /// Whether it stands under `paths`, as files for iOS 9 to 12 have it.
        package var isLegacy: Bool

        package var description: String { "details[\(detail)].\(isLegacy ? "paths" : "components")[\(index)]" }
    }

    package enum Query: Sendable {
        /// A pattern over the whole query.
        case whole(Pattern)
        /// A pattern for each of these parameters, in the order of the file.
        case items([(name: Name, pattern: Pattern)])
    }

    /// The name of a parameter.
    package struct Name: Sendable {
        package let text: String
        /// Its bytes, folded where case does not count.
        let bytes: [UInt8]
    }

    package let place: Place
    /// Its bytes in the file.
    package let range: Range<Int>
    /// Nil where nothing is said, which is everything.
    package let path: Pattern?
    package let query: Query?
    package let fragment: Pattern?
    package let isExcluding: Bool
    package let ignoresCase: Bool
    /// Whether the link is compared as it is written; decoded once otherwise.
    package let isPercentEncoded: Bool
    package let comment: String?

    /// Whether no link is left for the rules behind it.
    var isEverything: Bool {
        guard path?.isEverything ?? true, fragment?.isEverything ?? true else { return false }
        switch query {
        case nil: return true
        case .whole(let pattern): return pattern.isEverything
        case .items(let items): return items.allSatisfy { $0.pattern.isEverything }
        }
    }
}
