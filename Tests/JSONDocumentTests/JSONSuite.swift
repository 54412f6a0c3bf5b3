import Foundation
import JSONDocument
import Testing

/// Runs a folder of conformance files: `y_*` is valid, `n_*` is invalid, and `i_*` may be either but must not crash.
///
/// `LINKSCOPE_JSON_SUITE=folder swift test --filter JSONSuite` runs another folder. By default, the small folder next to this file is used.
@Suite("JSONSuite")
struct JSONSuite {
    @Test func folder() throws {
        let named = ProcessInfo.processInfo.environment["LINKSCOPE_JSON_SUITE"]
        let own = Bundle.module.resourceURL?.appendingPathComponent("Suite")
        let folder = try #require(named.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? own)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var counts: [Character: Int] = [:]
        for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
            let name = file.lastPathComponent
            guard name.hasSuffix(".json"), let kind = name.first, "yni".contains(kind), name.dropFirst().first == "_" else { continue }
            counts[kind, default: 0] += 1
            let document = JSONDocument(Array(try Data(contentsOf: file)))
            if kind != "i" {
                #expect(document.isValid == (kind == "y"), "\(name): \(document.findings.map(\.message))")
            }
            if let root = document.root, let text = try? JSONValue(root).serialized() {
                #expect(JSONDocument(text).isValid, "\(name): what was written of it is not valid")
            }
        }
        let total = counts.values.reduce(0, +)
        print("JSONSuite: \(counts["y", default: 0]) y_, \(counts["n", default: 0]) n_, \(counts["i", default: 0]) i_ in \(folder.path)")
        #expect(total > 0, "no y_*.json, n_*.json or i_*.json in \(folder.path)")
    }
}
