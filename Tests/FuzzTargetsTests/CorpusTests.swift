import FuzzTargets
import Testing

@Suite("What holds for all bytes holds for those that were hard once")
struct CorpusTests {
    @Test("a file of a corpus", arguments: try CorpusFile.all())
    func holds(_ file: CorpusFile) throws {
        let problem = file.target.problem(in: try file.bytes())
        #expect(problem == nil)
    }

    @Test("every fuzzer has a corpus that is worth the name", arguments: FuzzTarget.allCases)
    func isThere(_ target: FuzzTarget) throws {
        #expect(try CorpusFile.all().count { $0.target == target } >= 10)
    }

    @Test("no folder of a corpus is without its fuzzer")
    func noneLeftOver() throws {
        #expect(try CorpusFile.folders() == Set(FuzzTarget.allCases.map(\.rawValue)))
    }

    @Test("no bytes at all", arguments: FuzzTarget.allCases)
    func nothing(_ target: FuzzTarget) {
        #expect(target.problem(in: []) == nil)
    }
}
