import Foundation
import JSONDocument
import TestSupport
import Testing

/// Runs resolver.json against a real server, from the folder in `LINKSCOPE_VECTORS` or else from the copy next to these tests.
///
/// A violated `must` fails. A violated `should` or `may` is printed. Anything that the runner does not know fails at every level.
@Suite("Conformance of the resolver", .waits, .timeLimit(.minutes(30))) struct ResolverConformance {
    @Test("every case passes")
    func everyCaseHolds() async throws {
        let named = ProcessInfo.processInfo.environment["LINKSCOPE_VECTORS"] ?? ""
        let own = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
        let folder = named.isEmpty ? own : URL(filePath: named)
        guard named.isEmpty || FileManager.default.fileExists(atPath: folder.appending(path: "resolver.json").path) else {
            print("Conformance: 0 resolver, \(folder.path) has no resolver.json")
            return
        }
        let cases = try ResolverVector.all(in: folder)
        #expect(!cases.isEmpty)
        for vector in cases {
            let check = try await vector.run()
            for problem in check.unknown + check.failures { Issue.record("\(vector.id): \(problem)") }
            for remark in check.remarks { print("not required: \(vector.id): \(remark)") }
        }
        print("Conformance: \(cases.count) resolver")
    }

    @Test("the runner notices every expectation that is changed")
    func changes() async throws {
        let own = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
        let some = try ResolverVector.all(in: own).filter { ["res-009", "res-094", "res-097", "res-100"].contains($0.id) }
        #expect(some.count == 4)
        var changed = 0
        for vector in some {
            for variant in vector.variants {
                changed += 1
                let check = try await variant.run()
                #expect(!(check.failures + check.unknown + check.remarks).isEmpty, "\(vector.id): \(variant.expect)")
            }
        }
        #expect(changed > 30)
    }
}
