import Bytes

/// A workflow command of GitHub Actions, which shows a message beside a line of a file. The form was written from memory.
enum GitHubCommand {
    /// Appends a line with the command.
    ///
    /// - Parameters:
    ///   - command: `error`, `warning` or `notice`.
    ///   - path: Text with its secrets masked, like `title` and `message`.
    static func append(
        _ command: String, path: String, line: Int, column: Int, title: String, message: String, to output: inout [UInt8]
    ) {
        let place = "file=\(property(path)),line=\(line),col=\(column)"
        output += "::\(command) \(place),title=\(property(title))::\(data(message))\n".utf8
    }

    /// Returns a text for the part after the command's properties.
    private static func data(_ text: String) -> String {
        PlainText.safe(text).escaping(["%": "%25"])
    }

    /// Returns a text for the value of a property, which also ends at a colon or a comma.
    private static func property(_ text: String) -> String { data(text).escaping([":": "%3A", ",": "%2C"]) }
}
