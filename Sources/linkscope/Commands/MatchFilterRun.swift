import Deciding
import Reports
import Secrets
import Store

/// `linkscope match --json-lines`: answers each line of the input, in order.
struct MatchFilterRun {
    private static let flushSize = 1 << 16

    let console: Console
    let inputs: [String]
    let showsSecrets: Bool
    let isTraced: Bool
    let dialect: AssetLinksQuery.Dialect

    /// - Throws: `CommandFailure` if an input could not be read. An invalid question is not a failure, because its answer contains the
    ///   error.
    func run() throws {
        var filter = MatchFilter(showsSecrets: showsSecrets, isTraced: isTraced, dialect: dialect)
        for input in inputs {
            let argument = try InputArgument(input)
            if case .link = argument {
                throw CommandFailure("\(Secrets.masked(input)): there is no such file; --json-lines reads only files and standard input")
            }
            do throws(SystemError) {
                switch argument {
                case .link: break
                case .file(let path): try answerAll(LineReader(path: path), with: &filter)
                case .standardInput: try answerAll(LineReader(descriptor: console.standardInput), with: &filter)
                }
            } catch {
                throw CommandFailure(input, error)
            }
        }
    }

    private func answerAll(_ reader: consuming LineReader, with filter: inout MatchFilter) throws(SystemError) {
        var lines: [(range: Range<Int>, isCut: Bool)] = []
        var isMore = true
        while isMore {
            repeat {
                reader.takeLines(upTo: Self.flushSize, into: &lines)
                answer(lines, of: reader.bytes.span, with: &filter)
            } while !lines.isEmpty
            isMore = try reader.fill()
        }
    }

    private func answer(_ lines: [(range: Range<Int>, isCut: Bool)], of bytes: Span<UInt8>, with filter: inout MatchFilter) {
        for (range, isCut) in lines {
            let line = bytes.extracting(range)
            // Empty lines get no answer.
            guard line.indices.contains(where: { line[$0] > 0x20 }) else { continue }
            filter.answer(line, isCut: isCut)
            if filter.count > Self.flushSize { flush(&filter) }
        }
        flush(&filter)
    }

    private func flush(_ filter: inout MatchFilter) {
        filter.withAnswers { console.bytes($0) }
        filter.removeAll()
    }
}
