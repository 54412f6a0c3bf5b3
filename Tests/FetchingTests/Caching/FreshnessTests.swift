import LinkLayers
import Testing

@testable import Fetching

@Suite("How long an answer may be used again") struct FreshnessTests {
    @Test(
        "what servers say, and what it comes to: lifetime and age, or nothing",
        arguments: [
            (["Cache-Control: max-age=60"], 60, 0), (["cache-control: Private, MAX-AGE=\"60\""], 60, 0),
            (["Cache-Control: max-age=60", "Age: 20"], 60, 20),
            (["Cache-Control: max-age=60", "Age: 60"], nil, 0), (["Cache-Control: max-age=0"], nil, 0),
            (["Cache-Control: no-store, max-age=60"], nil, 0),
            (["Cache-Control: max-age=60", "Cache-Control: no-cache"], nil, 0), (["Cache-Control: max-age=60", "Vary: *"], nil, 0),
            (["Cache-Control: max-age=60", "Vary: Accept-Encoding"], 60, 0), ([], nil, 0),
            (["Cache-Control: max-age=99999999999"], 365 * 86400, 0),
            (["Cache-Control: max-age=99999999999999999999"], nil, 0), (["Cache-Control: max-age=-1"], nil, 0), (["ETag: \"x\""], nil, 0),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60, 0), (["Expires: 0"], nil, 0),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control: max-age=5"], 5, 0),
        ] as [([String], Int?, Int)])
    func directives(lines: [String], lifetime: Int?, age: Int) {
        let fields = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return FetchedPage.Field(String(pair[0]), pair[1].trimmingBlanks)
        }
        let freshness = Freshness(status: 200, fields: fields)
        #expect(freshness?.lifetime == lifetime)
        if lifetime != nil { #expect(freshness?.age == age) }
    }

    @Test(
        "only answers that say what they are", arguments: [(200, true), (301, true), (404, true), (206, false), (304, false), (500, false)])
    func statuses(status: Int, isKept: Bool) {
        #expect((Freshness(status: status, fields: [.init("Cache-Control", "max-age=9")]) != nil) == isKept)
    }
}
