/// A link after all repairs.
public struct RepairedLink: Sendable, Hashable {
    /// The repaired link. It may contain secrets.
    public let link: String
    /// The repaired link with each character of a secret replaced by `•`.
    public let masked: String
    /// What was changed, in the order in which it was changed.
    public let steps: [Step]

    /// One repair that was applied, possibly after other repairs had uncovered its problem.
    public struct Step: Sendable, Hashable {
        /// The problem that was repaired.
        public let code: LinkFinding.Code
        /// What was done, as an imperative: `Escape the & as %26.`
        public let summary: String
    }
}
