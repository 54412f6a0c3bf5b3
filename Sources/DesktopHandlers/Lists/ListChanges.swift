/// What registering has changed in a `mimeapps.list`, so that it can be undone exactly.
package struct ListChanges: Sendable, Hashable {
    /// A line that was changed or inserted.
    struct Line: Sendable, Hashable {
        var group: MimeAppsGroup
        /// The line before the change; nil if the line was inserted.
        var before: [UInt8]?
        var after: [UInt8]
    }

    /// How the group of the default handlers was added to a file that had none.
    enum AddedGroup: String, Sendable {
        case plain
        /// The group was added after an empty line.
        case separated
    }

    var group: AddedGroup?
    /// The changed lines of each type, in the order of the file.
    var lines: [String: [Line]] = [:]

    package init() {}
}
