import Foundation

/// Small files that the user names.
nonisolated enum InputFile {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// The whole file, if it is no longer than the limit.
    static func bytes(of path: String, limit: Int) throws(Problem) -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? handle.close() }
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw Problem(description: "the file is larger than \(limit) bytes") }
            return Array(data)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(description: "no such file can be read")
        }
    }
}
