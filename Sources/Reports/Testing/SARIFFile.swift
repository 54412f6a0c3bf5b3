import Bytes
import Suites
import YAMLText

/// The failures of suites as a SARIF 2.1.0 log, which code hosts show beside the lines of a suite.
package struct SARIFFile {
    private struct Result {
        var path: String
        var title: String
        var failure: TestFailure
    }

    private var results: [Result] = []
    private let showsSecrets: Bool

    package init(showsSecrets: Bool) { self.showsSecrets = showsSecrets }

    package mutating func add(_ tested: TestedLink, of path: String) {
        for failure in tested.failures { results.append(Result(path: path, title: tested.link.title, failure: failure)) }
    }

    package var bytes: [UInt8] {
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.beginReport()
        json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        json.field("version", "2.1.0")
        json.objects("runs", [results]) { json, results in
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
            json.objects("results", results) { json, result in
                json.field("ruleId", result.failure.key.rawValue)
                json.field("level", "error")
                json.object("message") { $0.field("text", masked: "\(result.title): \(result.failure.sentence)") }
                json.objects("locations", [result]) { json, result in
                    json.object("physicalLocation") { json in
                        json.object("artifactLocation") { $0.field("uri", Self.uri(result.path)) }
                        json.object("region") { json in
                            json.field("startLine", result.failure.place.line)
                            json.field("startColumn", result.failure.place.column)
                        }
                    }
                }
            }
        }
        json.endReport()
        var output: [UInt8] = []
        json.append(to: &output)
        return output + [0x0A]
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
