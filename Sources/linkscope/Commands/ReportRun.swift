import Intake
import Reports

/// One run of `linkscope report`.
struct ReportRun {
    let console: Console
    let files: [String]
    let isMerging: Bool
    let showsSecrets: Bool

    /// The size, in bytes, of the lines that are taken from the buffer at once.
    private static let batch = 1 << 20

    /// Reads all files, and calls a closure with the counts.
    func run(_ finish: (LinkCounts) -> Void) throws {
        var counts = LinkCounts(masksSecrets: !showsSecrets)
        for file in files {
            do {
                try add(file == "-" ? LineReader(descriptor: console.standardInput) : LineReader(path: file), named: file, to: &counts)
            } catch let error as SystemError {
                throw CommandFailure(file, error)
            }
        }
        do throws(LinkCounts.PartProblem) {
            try counts.checkParts()
        } catch {
            guard case .incomplete(let lines, let expected) = error else { return finish(counts) }
            throw CommandFailure(
                "the parts are incomplete: they should have \(expected) lines of counts, and have \(lines); print them again with --partial"
            )
        }
        finish(counts)
    }

    private func add(_ reader: consuming LineReader, named file: String, to counts: inout LinkCounts) throws {
        var lines: [(range: Range<Int>, isCut: Bool)] = []
        var number = 0
        var isMore = true
        while isMore {
            repeat {
                reader.takeLines(upTo: Self.batch, into: &lines)
                for (range, _) in lines {
                    number += 1
                    try add(Array(reader.bytes[range]), number, of: file, to: &counts)
                }
            } while !lines.isEmpty
            isMore = try reader.fill()
        }
    }

    private func add(_ line: [UInt8], _ number: Int, of file: String, to counts: inout LinkCounts) throws(CommandFailure) {
        let place = "\(file == "-" ? "standard input" : file), line \(number)"
        do throws(LinkCounts.PartProblem) {
            if isMerging { return try counts.add(partLine: line) }
            do throws(LinkCounts.TooManyNames) { try counts.add(line: line) } catch { throw .tooManyNames }
        } catch {
            switch error {
            case .notAPart:
                throw CommandFailure("\(place): not a line of a part; --merge reads only the output of linkscope report --partial")
            case .version(let version):
                throw CommandFailure("\(place): the part has version \(version), which only a newer linkscope reads")
            case .tooManyNames, .incomplete:
                throw CommandFailure(
                    "\(place): more than \(LinkCounts.mostNames) different names (hosts, schemes, findings and others); divide the links, "
                        + "for example by host, and run report for each part")
            }
        }
    }
}
