/// The version of linkscope, for `--version` and for the files that it writes.
package enum ProgramVersion {
    package static let number = "1.0.0"
}
