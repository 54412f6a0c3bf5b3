import Bytes
import Suites
import YAMLText

/// The failures of suites as a SARIF 2.1.0 log, which code hosts show beside the lines of a suite.
///
/// The log is written in parts, so that many failures need no memory: the head, the failures with commas between them, and the end.
package enum SARIFFile {
    /// Appends the failures of a link, each with a comma before it. The comma of the first failure of a log is left out.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        for failure in tested.failures {
            output.append(UInt8(ascii: ","))
            var json = JSONOutput(showsSecrets: showsSecrets)
            json.beginReport()
            json.field("ruleId", failure.key.rawValue)
            json.field("level", "error")
            json.object("message") { $0.field("text", masked: "\(tested.link.title): \(failure.sentence)") }
            json.objects("locations", [failure]) { json, failure in
                json.object("physicalLocation") { json in
                    json.object("artifactLocation") { $0.field("uri", uri(path)) }
                    json.object("region") { json in
                        json.field("startLine", failure.place.line)
                        json.field("startColumn", failure.place.column)
                    }
                }
            }
            json.endReport()
            json.append(to: &output)
        }
    }

    /// What comes before the failures.
    package static let head = [UInt8](frame.dropLast(end.count))

    /// What comes after the failures.
    package static let end = Array("]}]}\n".utf8)

    /// A log without failures.
    private static let frame: [UInt8] = {
        var json = JSONOutput(showsSecrets: false)
        json.beginReport()
        json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        json.field("version", "2.1.0")
        json.objects("runs", [()]) { json, _ in
            json.object("tool") { json in
                json.object("driver") { json in
                    json.field("name", "linkscope")
                    json.field("version", ProgramVersion.number)
                    json.objects("rules", ExpectationKey.allCases) { json, key in
                        json.field("id", key.rawValue)
                        json.object("shortDescription") { $0.field("text", "A link does not meet its expectation \"\(key.rawValue)\".") }
                    }
                }
            }
            json.field("columnKind", "unicodeCodePoints")
            // The failures stand between these brackets.
            json.strings("results", [String]())
        }
        json.endReport()
        var output: [UInt8] = []
        json.append(to: &output)
        return output + [0x0A]
    }()

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
