import Platform

/// A folder of one test, which is removed with its files when the object is released.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/platform-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in FolderListing.names(in: path) { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }

    /// Appends a byte to a file, which is created if there is none. Returns its path.
    @discardableResult
    func write(_ name: String) throws -> String {
        let file = "\(path)/\(name)"
        let descriptor = try retrying("open") { unsafe open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600) }
        var byte: UInt8 = 0x61
        _ = try retrying("write") { unsafe pwrite(descriptor, &byte, 1, 0) }
        close(descriptor)
        return file
    }
}
