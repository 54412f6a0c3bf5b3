import Foundation
import TestSupport
import Testing

@Suite("Several linkscopes that write to one pipe", .waits, .timeLimit(.minutes(30)))
struct SharedPipeTests {
    @Test("under xargs -P, no line begins in the middle of another")
    func lines() async throws {
        let home = try Home()
        for part in 0..<8 {
            try home.file("part\(part)", (0..<2000).map { "shop://part\(part)/\($0)?a=b\n" }.joined())
        }
        // Python begins to read late, so the pipe is full and writes are cut.
        let finished = try await home.script(
            "cd \"$HOME\"; ls part* | xargs -P 8 -n 1 \"$0\" inspect --json "
                + "| python3 -c 'import sys, json; print(len([json.loads(line) for line in sys.stdin]))'")
        #expect(finished.output == "16000\n", "\(finished)")
    }
}
