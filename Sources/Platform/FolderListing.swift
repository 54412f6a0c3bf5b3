/// Lists the names in a folder.
package enum FolderListing {
    /// Returns all names except "." and "..". Returns an empty array if the folder cannot be read.
    package static func names(in folder: String) -> [String] { (try? readNames(in: folder)) ?? [] }

    /// Returns all names except "." and "..".
    package static func readNames(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .last("opendir") }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // `readdir` ends each name with a zero byte, and the entry is valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
