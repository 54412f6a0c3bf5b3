import Foundation
import Records
import Testing

/// One line of a sample, and what it tells.
///
/// A sample is a file of log lines. Under a line, `=> ` begins each expectation; a line without one tells nothing. `#` begins a comment.
///
///     => link URL from APP
///     => event NAME URL key=value; key=value
///     => object JSON
///     => search          the message has no known form, so it is searched for links
///     => nothing         the message has a known form, which tells nothing
struct LogSample: Sendable, CustomTestStringConvertible {
    let file: String
    let line: String
    var expected: [String] = []

    var testDescription: String { "\(file): \(line.prefix(120))" }
    var bytes: [UInt8] { Array(line.utf8) }

    static let all: [LogSample] = {
        let folder = Bundle.module.bundleURL.appending(path: "Samples")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.flatMap(read)
    }()

    private static func read(_ file: URL) -> [LogSample] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var samples: [LogSample] = []
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("=> ") {
                samples[samples.count - 1].expected.append(String(line.dropFirst(3)))
            } else if !line.hasPrefix("#") {
                samples.append(LogSample(file: file.lastPathComponent, line: line))
            }
        }
        return samples
    }
}

extension LogLine {
    /// Reads a line that is kept in an array, as the macros of tests need it.
    static func read(_ bytes: [UInt8]) -> LogLine? { LogLine(bytes.span) }

    static func read(_ text: String) -> LogLine? { read(Array(text.utf8)) }
}

extension LogFact {
    /// The fact in the words of a sample.
    var inWords: String {
        switch self {
        case .link(let url, let source): "link \(url)" + (source.map { " from \($0)" } ?? "")
        case .event(let event):
            (["event", event.name] + (event.url.map { [$0] } ?? [])
                + [event.arguments.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")]).joined(separator: " ")
        case .object(let bytes): "object \(String(decoding: bytes, as: UTF8.self))"
        }
    }
}
