import CResources

/// A file of Resources/, as it is embedded in the program.
nonisolated struct ResourceFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// The file of this name; nil when there is none.
    init?(_ name: String) {
        guard let file = Self.all.first(where: { $0.name == name }) else { return nil }
        self = file
    }

    /// All files. The table and what it points to are constant data of the program.
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
