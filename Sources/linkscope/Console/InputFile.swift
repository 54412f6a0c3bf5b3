import Foundation
import Intake
import Secrets

/// Reads whole files that the user names.
nonisolated enum InputFile {
    /// Returns the content of a file.
    ///
    /// - Parameters:
    ///   - option: The option that names the file; nil for an argument.
    ///   - code: The exit code if the file cannot be read.
    ///   - isRegular: Whether a pipe or a device, which could be waited for forever, is refused. True for linkscope's own files.
    /// - Throws: `CommandFailure` if the file cannot be read or is larger than the limit.
    static func bytes(
        of path: String, limit: Int, option: String? = nil, code: Int32 = Exit.failed, isRegular: Bool = false
    ) throws(CommandFailure) -> [UInt8] {
        try bytes(option, Secrets.masked(path), limit: limit, code) {
            if isRegular { return try RegularFile.beginning(of: path, count: limit + 1) }
            // A handle that is opened here is closed when it is released.
            return Array(try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: limit + 1) ?? Data())
        }
    }

    /// Returns all of standard input, for an argument or for an option that names it.
    static func bytes(ofInputOf console: Console, limit: Int, option: String? = nil) throws(CommandFailure) -> [UInt8] {
        try bytes(option, "standard input", limit: limit, Exit.failed) {
            let handle = FileHandle(fileDescriptor: console.standardInput, closeOnDealloc: false)
            return Array(try handle.read(upToCount: limit + 1) ?? Data())
        }
    }

    private static func bytes(
        _ option: String?, _ file: String, limit: Int, _ code: Int32, _ read: () throws -> [UInt8]
    ) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        let name = [option, file].compactMap(\.self).joined(separator: " ")
        do {
            bytes = try read()
        } catch {
            throw CommandFailure("\(name): \(reason(of: error))", code: code, isMasked: true)
        }
        guard bytes.count <= limit else {
            throw CommandFailure("\(name): the file is larger than \(limit) bytes", code: code, isMasked: true)
        }
        return bytes
    }

    /// Returns the system's reason, such as "No such file or directory", or "cannot be read" if the system gives no reason.
    private static func reason(of error: any Error) -> String {
        if let error = error as? SystemError { return error.reason }
        let error = error as NSError
        let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return system.domain == NSPOSIXErrorDomain ? SystemError("read", code: Int32(system.code)).reason : "cannot be read"
    }
}
