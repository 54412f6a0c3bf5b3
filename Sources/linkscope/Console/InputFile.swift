import Foundation

/// Reads small files that the user names.
nonisolated enum InputFile {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns the content of a file. Throws if the content is longer than the limit.
    static func bytes(of path: String, limit: Int) throws(Problem) -> [UInt8] {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw Problem(description: "cannot be read")
        }
        guard data.count <= limit else { throw Problem(description: "is larger than \(limit) bytes") }
        return Array(data)
    }

    /// Returns all bytes of standard input. Throws if there are more bytes than the limit.
    static func bytesOfStandardInput(limit: Int) throws(Problem) -> [UInt8] {
        let data: Data
        do {
            data = try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw Problem(description: "cannot be read")
        }
        guard data.count <= limit else { throw Problem(description: "is larger than \(limit) bytes") }
        return Array(data)
    }
}
