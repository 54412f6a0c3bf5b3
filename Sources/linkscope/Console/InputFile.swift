import Foundation
import Intake

/// Reads small files that the user names.
nonisolated enum InputFile {
    struct Problem: Error, CustomStringConvertible {
        var description: String

        init(description: String) { self.description = description }

        /// Creates a problem with the reason that the system gives, such as "No such file or directory".
        init(_ error: any Error) {
            let error = error as NSError
            let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
            description = system.domain == NSPOSIXErrorDomain ? SystemError("read", code: Int32(system.code)).reason : "cannot be read"
        }
    }

    /// Returns the content of a file. Throws if the content is longer than the limit.
    static func bytes(of path: String, limit: Int) throws(Problem) -> [UInt8] {
        try bytes(limit) { try FileHandle(forReadingFrom: URL(filePath: path)) }
    }

    /// Returns all bytes of standard input. Throws if there are more bytes than the limit.
    static func bytesOfStandardInput(limit: Int) throws(Problem) -> [UInt8] {
        try bytes(limit) { .standardInput }
    }

    /// A handle that `open` has opened is closed when it is released.
    private static func bytes(_ limit: Int, _ open: () throws -> FileHandle) throws(Problem) -> [UInt8] {
        let data: Data
        do {
            data = try open().read(upToCount: limit + 1) ?? Data()
        } catch {
            throw Problem(error)
        }
        guard data.count <= limit else { throw Problem(description: "the file is larger than \(limit) bytes") }
        return Array(data)
    }
}
