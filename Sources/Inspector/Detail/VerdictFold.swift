/// The paths of the parts of a verdict that can be folded.
enum VerdictFold {
    /// The verdict about the whole site.
    static let site = "verdict.site"
}
