import JSONDocument

/// Files that were read before, by their text: thousands of questions in a row are about the same one.
struct FileMemory<File> {
    /// As many bytes of text as are kept.
    private static var mostBytes: Int { 8 << 20 }

    private var files: [[UInt8]: File] = [:]
    /// The file that was asked for last, and its text as it stood in the line.
    private(set) var last: (text: [UInt8], file: File)?
    private var bytes = 0

    /// The file at a node: the node itself, or what its string holds.
    mutating func file(
        at node: JSONDocument.Node,
        of source: [UInt8],
        read: (JSONDocument.Node) -> File,
        readText: ([UInt8]) -> File
    ) -> File {
        let range = node.range
        if let last, Self.isEqual(source, range, last.text) { return last.file }
        let text = Array(source[range])
        if let known = files[text] {
            last = (text, known)
            return known
        }
        let file = node.stringValue.map { readText(Array($0.utf8)) } ?? read(node)
        if bytes + text.count > Self.mostBytes {
            files.removeAll()
            bytes = 0
        }
        if text.count <= Self.mostBytes {
            files[text] = file
            bytes += text.count
        }
        last = (text, file)
        return file
    }

    private static func isEqual(_ source: [UInt8], _ range: Range<Int>, _ text: [UInt8]) -> Bool {
        source.span.extracting(range).isSame(as: text.span)
    }
}
