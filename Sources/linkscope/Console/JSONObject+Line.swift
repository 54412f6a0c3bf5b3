import JSONDocument
import Reports

extension JSONObject {
    /// An object of strings and numbers as a line that is safe to print. Writing fails only for invalid numbers.
    nonisolated var line: [UInt8] {
        JSONLine.safe(Array(((try? JSONValue.object(self).serialized()) ?? "{}").utf8)) + [UInt8(ascii: "\n")]
    }
}
