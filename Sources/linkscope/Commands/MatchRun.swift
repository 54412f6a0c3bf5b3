import Intake
import Reports

/// `linkscope match` without `--json-lines`: reports on each link, in order.
struct MatchRun {
    typealias Question = MatchReport.Question

    private static let flushSize = 1 << 16
    /// The maximum size, in bytes, of an association file that is read. Devices read far less.
    private static let mostBytes = 16 << 20

    let console: Console
    let inputs: [String]
    let question: Question
    let isJSON: Bool

    static func bytes(of path: String, _ option: String, in console: Console) throws -> [UInt8] {
        guard path == "-" else { return try InputFile.bytes(of: path, limit: mostBytes, option: option) }
        return try InputFile.bytes(ofInputOf: console, limit: mostBytes, option: option)
    }

    /// - Throws: `CommandFailure`. It has no message if the answer for one of the links is no.
    func run() throws {
        var output: [UInt8] = []
        var told = MatchReport.ToldFindings()
        var opensAll = true
        for input in inputs {
            let argument = try InputArgument(warningAbout: input, in: console)
            do throws(SystemError) {
                switch argument {
                case .link(let bytes): answer(bytes, &output, &told, &opensAll)
                case .file(let path): try answerAll(LineReader(path: path), &output, &told, &opensAll)
                case .standardInput: try answerAll(LineReader(descriptor: console.standardInput), &output, &told, &opensAll)
                }
            } catch {
                console.bytes(output)
                throw CommandFailure(input, error)
            }
        }
        console.bytes(output)
        if !opensAll { throw CommandFailure("", code: Exit.no) }
    }

    private func answerAll(
        _ reader: consuming LineReader, _ output: inout [UInt8], _ told: inout MatchReport.ToldFindings, _ opensAll: inout Bool
    ) throws(SystemError) {
        var isMore = true
        while isMore {
            while let line = reader.next() {
                guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
                answer(line.bytes, &output, &told, &opensAll)
            }
            console.bytes(output)
            output.removeAll(keepingCapacity: true)
            isMore = try reader.fill()
        }
    }

    private func answer(
        _ line: [UInt8], _ output: inout [UInt8], _ told: inout MatchReport.ToldFindings, _ opensAll: inout Bool
    ) {
        let report = MatchReport(String(decoding: Self.trimmed(line), as: UTF8.self), question)
        if isJSON {
            report.appendJSON(to: &output)
            output.append(UInt8(ascii: "\n"))
        } else {
            report.appendText(to: &output, &told)
        }
        opensAll = opensAll && report.opens == true
        if output.count > Self.flushSize {
            console.bytes(output)
            output.removeAll(keepingCapacity: true)
        }
    }

    private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var line = line.drop { $0 <= 0x20 }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        return line
    }
}
