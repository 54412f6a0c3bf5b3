import Bytes
import JSONDocument

// A part is a list of JSON lines: a header, then one line per counter, sorted by table and name. Parts may be concatenated in any order.

extension LinkCounts {
    /// Why a line does not belong to a part.
    package enum PartProblem: Error, Sendable {
        case notAPart
        /// The part was made by a newer version.
        case version(String)
        case tooManyNames
        /// Lines of the parts are missing, or a part was added twice without its first line.
        case incomplete(lines: Int, expected: Int)
    }

    /// Checks that all lines of all parts were added.
    package func checkParts() throws(PartProblem) {
        guard readLines == expectedLines else { throw .incomplete(lines: readLines, expected: expectedLines) }
    }

    private static let version = 1

    /// Passes these counts as a part, in pieces, to a closure.
    package func writePart(_ write: (Span<UInt8>) -> Void) {
        var output = ByteWriter()
        output.append(string: #"{"linkscope":"report","version":\#(Self.version),"counters":\#(counters.count)}"# + "\n")
        for table in Table.allCases {
            let rows = counters.filter { $0.key.table == table }.sorted { $0.key.name < $1.key.name }
            for (key, counter) in rows {
                var json = JSONOutput(showsSecrets: true)
                json.beginReport()
                json.field("table", key.table.rawValue)
                json.field("name", key.name)
                json.field("count", counter.count)
                json.objects("examples", counter.examples.chosen) { json, example in
                    json.field("link", example.link)
                    json.field("hash", String(example.hash, radix: 16))
                }
                json.endReport()
                json.bytes.withSpan { output.append($0) }
                output.append(UInt8(ascii: "\n"))
                if output.count > Self.flushSize {
                    output.withSpan { write($0) }
                    output.removeAll()
                }
            }
        }
        output.withSpan { write($0) }
    }

    private static let flushSize = 1 << 16

    /// Adds a line of a part. Ignores empty lines.
    package mutating func add(partLine line: [UInt8]) throws(PartProblem) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        let document = JSONDocument(line)
        guard document.isValid, let root = document.root else { throw .notAPart }
        if root["linkscope"]?.stringValue == "report" {
            guard let version = root["version"]?.numberLiteral else { throw .notAPart }
            guard version == "\(Self.version)" else { throw .version(version) }
            guard let count = root["counters"]?.numberLiteral.flatMap({ Int($0) }), count >= 0 else { throw .notAPart }
            expectedLines = expectedLines.addingReportingOverflow(count).partialValue
            return
        }
        guard let table = root["table"]?.stringValue.flatMap(Table.init), let name = root["name"]?.stringValue,
            let count = root["count"]?.numberLiteral.flatMap({ Int($0) }), count >= 0, let examples = root["examples"]
        else { throw .notAPart }
        var counter = Counter(count: count)
        for example in examples.elements {
            guard let link = example["link"]?.stringValue, let hash = example["hash"]?.stringValue.flatMap({ UInt64($0, radix: 16) }) else {
                throw .notAPart
            }
            counter.examples.add(link, hash: hash)
        }
        readLines += 1
        do throws(TooManyNames) { try add(counter, to: Key(table: table, name: name)) } catch { throw .tooManyNames }
    }
}
