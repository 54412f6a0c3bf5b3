internal import JSONDocument

/// The JSON that devicectl writes. Only the file of `--json-output` is meant for programs.
enum DevicectlJSON {
    static let output = "/dev/stdout"

    /// Returns the document in the output. devicectl may print lines for people before and after it.
    static func document(_ run: ToolRun) -> JSONDocument? {
        let bytes = Array(run.output.utf8)
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")), let end = bytes.lastIndex(of: UInt8(ascii: "}")), start < end else {
            return nil
        }
        return JSONDocument(Array(bytes[start...end]))
    }
}
