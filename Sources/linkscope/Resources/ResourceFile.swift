import CResources

/// A file of Resources/ that is embedded in the program.
nonisolated struct ResourceFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// All files. The table and the bytes it points to are constants of the program.
    static let all: [ResourceFile] = {
        let table = unsafe UnsafeBufferPointer(start: linkscope_resources(), count: linkscope_resource_count())
        return unsafe table.map { entry in
            let length = unsafe entry.end - entry.start
            return unsafe ResourceFile(
                name: String(cString: entry.name),
                bytes: Array(UnsafeBufferPointer(start: entry.start, count: length))
            )
        }
    }()
}

extension ResourceFile {
    /// Finds the file with this name. Returns nil if there is no such file.
    nonisolated init?(_ name: String) {
        guard let file = Self.all.first(where: { $0.name == name }) else { return nil }
        self = file
    }
}
