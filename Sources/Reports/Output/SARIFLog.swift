import Bytes

/// A SARIF 2.1.0 log, which code hosts show beside the lines of files.
///
/// The log is written in parts, so that many results need no memory: ``head``, each result, and ``end``.
struct SARIFLog {
    /// A kind of result. The log lists all rules, also those without results.
    struct Rule {
        var id: String
        var description: String
    }

    struct Result {
        var rule: String
        /// `note`, `warning` or `error`.
        var level: String
        /// The message with its secrets masked.
        var message: String
        /// The path as the user gave it, with its secrets masked.
        var path: String
        var line: Int
        var column: Int
        /// The place after the last character of the result; nil if only its beginning is known.
        var end: (line: Int, column: Int)?
    }

    /// What comes before the results.
    let head: [UInt8]

    /// What comes after the results.
    static let end = Array("]}]}\n".utf8)

    init(_ rules: [Rule]) {
        let json = JSONOutput.report(showsSecrets: false) { json in
            json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            json.field("version", "2.1.0")
            json.objects("runs", [()]) { json, _ in
                json.object("tool") { json in
                    json.object("driver") { json in
                        json.field("name", "linkscope")
                        json.field("version", ProgramVersion.number)
                        json.objects("rules", rules) { json, rule in
                            json.field("id", rule.id)
                            json.object("shortDescription") { $0.field("text", rule.description) }
                        }
                    }
                }
                json.field("columnKind", "unicodeCodePoints")
                // The results are written between these brackets.
                json.strings("results", [String]())
            }
        }
        var log: [UInt8] = []
        json.append(to: &log)
        head = Array(log.dropLast(Self.end.count - 1))
    }

    /// Appends a result and, before it, a comma. The comma of the first result of a log is left out.
    static func append(_ result: Result, to output: inout [UInt8]) {
        output.append(UInt8(ascii: ","))
        JSONOutput.report(showsSecrets: false) { json in
            json.field("ruleId", result.rule)
            json.field("level", result.level)
            json.object("message") { $0.field("text", result.message) }
            json.objects("locations", [result]) { json, result in
                json.object("physicalLocation") { json in
                    json.object("artifactLocation") { $0.field("uri", uri(result.path)) }
                    json.object("region") { json in
                        json.field("startLine", result.line)
                        json.field("startColumn", result.column)
                        if let end = result.end {
                            json.field("endLine", end.line)
                            json.field("endColumn", end.column)
                        }
                    }
                }
            }
        }.append(to: &output)
    }

    /// Returns the URI of a path, relative to the folder in which linkscope runs unless the path is absolute.
    private static func uri(_ path: String) -> String {
        let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        let escaped = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy(ByteClass.isUnreserved)
                ? String(part) : String(decoding: PercentCoding.encoded(Array(part.utf8)), as: UTF8.self)
        }.joined(separator: "/")
        return path.hasPrefix("/") ? "file://" + escaped : escaped
    }
}

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

/// The version of linkscope, for `--version` and for the files that it writes.
package enum ProgramVersion {
    package static let number = "1.0.0"
    /// The day of this version. The manual pages show it, so that they do not depend on the day on which they are written.
    package static let date = "2026-11-26"
}
