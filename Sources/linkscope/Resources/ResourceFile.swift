import CResources

/// A file of Resources/ that is embedded in the program.
nonisolated struct ResourceFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// Finds the file with this name. Returns nil if there is no such file.
    init?(_ name: String) {
        guard let file = Self.all.first(where: { $0.name == name }) else { return nil }
        self = file
    }

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

    private init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
