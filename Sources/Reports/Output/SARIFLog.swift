import Bytes
package import Checks
import LinkLayers

/// A finding with its place in a file, as code hosts take it. Its texts have their secrets masked.
package struct PlacedFinding {
    var rule: String
    var severity: Finding.Severity
    /// What the finding is about, such as the name of a link; nil if the message says it.
    var subject: String?
    var message: String
    /// The path as the user gave it.
    var path: String
    var start: (line: Int, column: Int)
    /// The place after the last character of the finding; nil if only its beginning is known.
    var end: (line: Int, column: Int)?

    /// Appends the finding as a result of a SARIF log and, before it, a comma. The comma of the first result of a log is left out.
    package func appendSARIF(to output: inout [UInt8]) {
        output.append(UInt8(ascii: ","))
        JSONOutput.report(showsSecrets: false) { json in
            json.field("ruleId", rule)
            json.field("level", severity.rawValue)
            json.object("message") { $0.field("text", subject.map { "\($0): \(message)" } ?? message) }
            json.objects("locations", [()]) { json, _ in
                json.object("physicalLocation") { json in
                    json.object("artifactLocation") { $0.field("uri", Self.uri(path)) }
                    json.object("region") { json in
                        json.field("startLine", start.line)
                        json.field("startColumn", start.column)
                        if let end {
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

    /// Appends a line with the finding as a workflow command of GitHub Actions, which shows a message beside a line of a file. The form was
    /// written from memory.
    package func appendAnnotation(to output: inout [UInt8]) {
        let command = severity == .note ? "notice" : severity.rawValue
        let place = "file=\(Self.property(path)),line=\(start.line),col=\(start.column)"
        let title = subject.map { "\($0): \(rule)" } ?? rule
        output += "::\(command) \(place),title=\(Self.property(title))::\(Self.data(message))\n".utf8
    }

    /// Returns a text for the part after the command's properties.
    private static func data(_ text: String) -> String {
        PlainText.safe(text).escaping(["%": "%25"])
    }

    /// Returns a text for the value of a property, which also ends at a colon or a comma.
    private static func property(_ text: String) -> String { data(text).escaping([":": "%3A", ",": "%2C"]) }
}

/// A SARIF 2.1.0 log, which code hosts show beside the lines of files.
///
/// The log is written in parts, so that many results need no memory: ``head(_:)``, each result, and ``end``.
package enum SARIFLog {
    /// What comes after the results.
    package static let end = Array("]}]}\n".utf8)

    /// Returns what comes before the results.
    ///
    /// - Parameter rules: The kinds of results. The log lists all of them, also those without results.
    package static func head(_ rules: [LintRule]) -> [UInt8] {
        let json = JSONOutput.report(showsSecrets: false) { json in
            json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            json.field("version", "2.1.0")
            json.objects("runs", [()]) { json, _ in
                json.object("tool") { json in
                    json.object("driver") { json in
                        json.field("name", "linkscope")
                        json.field("version", ProgramVersion.number)
                        json.objects("rules", rules) { json, rule in
                            json.field("id", rule.code)
                            json.object("shortDescription") { $0.field("text", rule.explanation) }
                        }
                    }
                }
                json.field("columnKind", "unicodeCodePoints")
                // The results are written between these brackets.
                json.strings("results", [String]())
            }
        }
        return Array(json.line.dropLast(end.count))
    }
}

/// The version of linkscope, for `--version` and for the files that it writes.
package enum ProgramVersion {
    package static let number = "1.0.0"
    /// The day of this version. The manual pages show it, so that they do not depend on the day on which they are written.
    package static let date = "2026-11-26"
}
