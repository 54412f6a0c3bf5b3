import Foundation
import FuzzTargets
import Testing

/// One initial input of a fuzzer, either written by hand or found by the fuzzer and kept.
struct CorpusFile: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let url: URL

    var testDescription: String { "\(target.rawValue)/\(url.lastPathComponent)" }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    static func all() throws -> [CorpusFile] {
        try FuzzTarget.allCases.flatMap { target in
            try FileManager.default.contentsOfDirectory(at: root.appending(path: target.rawValue), includingPropertiesForKeys: nil)
                .filter { !$0.lastPathComponent.hasPrefix(".") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }
                .map { CorpusFile(target: target, url: $0) }
        }
    }

    static func folders() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") })
    }

    private static var root: URL { Bundle.module.bundleURL.appending(path: "Corpora") }
}
