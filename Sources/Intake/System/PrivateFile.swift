/// A file of the user that another library opens by its path, such as a database.
package enum PrivateFile {
    /// Creates the file with mode 0600 if it does not exist. A symbolic link is refused.
    package static func create(_ path: String) throws(SystemError) {
        _ = try OpenFile.regular(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    }

    /// Returns the first bytes of a file; fewer if the file is shorter.
    package static func beginning(of path: String, count: Int) throws(SystemError) -> [UInt8] {
        try OpenFile.regular(path, O_RDONLY | O_NOFOLLOW).bytes(at: 0, count: count)
    }

    package static func rename(_ path: String, to renamed: String) throws(SystemError) { try OpenFile.rename(path, to: renamed) }

    package static func remove(_ path: String) { unsafe unlink(path) }
}
