/// The version of linkscope, for `--version` and for the files that it writes.
package enum ProgramVersion {
    package static let number = "1.0.0"
    /// The day of this version. The manual pages show it, so that they do not depend on the day on which they are written.
    package static let date = "2026-11-26"
}
