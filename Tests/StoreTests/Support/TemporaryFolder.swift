@testable import Store

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder for one test with mode 0700 and a path short enough for sockets. It is removed with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/lsXXXXXX".utf8CString)
        path = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = unsafe mkdtemp(base) else { return "/nonexistent" }
            return unsafe String(cString: made)
        }
    }

    deinit {
        Self.remove(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) -> String {
        Self.write(bytes, to: file(name), flags: O_WRONLY | O_CREAT | O_TRUNC)
        return file(name)
    }

    func append(_ text: String, to name: String) {
        Self.write(Array(text.utf8), to: file(name), flags: O_WRONLY | O_CREAT | O_APPEND)
    }

    func read(_ name: String) -> [UInt8] { Self.read(file(name)) }

    static func read(_ path: String) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe systemRead(descriptor, &chunk, chunk.count)
            if count <= 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    func rename(_ old: String, to new: String) { _ = systemRename(file(old), file(new)) }
    func unlink(_ name: String) { _ = systemUnlink(file(name)) }

    func permissions(_ name: String) -> Int { Self.permissions(file(name)) }

    static func permissions(_ path: String) -> Int {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int(status.st_mode & 0o7777) : -1
    }

    private static func write(_ bytes: [UInt8], to path: String, flags: Int32) {
        let descriptor = unsafe open(path, flags, 0o600)
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { return }
            done += count
        }
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = "\(path)/\(name)"
            if systemUnlink(inner) != 0 { remove(inner) }
        }
        unsafe rmdir(path)
    }

    static func names(in path: String) -> [String] {
        FolderListing.names(in: path)
    }
}

// These functions are outside the class, because the class has methods with the names of the C functions that are called here.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}

private func systemRename(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }

private func systemUnlink(_ path: String) -> Int32 { unsafe unlink(path) }

extension TemporaryFolder {
    func makeFolder(_ name: String, mode: Int) {
        unsafe mkdir(file(name), 0o700)
        unsafe chmod(file(name), mode_t(mode))
    }

    func link(_ target: String, as name: String) {
        unsafe symlink(file(target), file(name))
    }
}
