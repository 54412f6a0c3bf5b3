/// The paths of the parts of the detail pane that are folded until the user unfolds them.
enum DetailFold {
    /// The verdict about the whole site.
    static let site = "verdict.site"
    /// The fields that are the same in both links of a comparison.
    static let same = "diff.same"
}
