import AppLinks
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("How long a response may be reused") struct FreshnessTests {
    @Test(
        "header fields give a lifetime and an age, or nothing",
        arguments: [
            (["Cache-Control: max-age=60"], 60, 0), (["cache-control: Private, MAX-AGE=\"60\""], 60, 0),
            (["Cache-Control: max-age=60", "Age: 20"], 60, 20),
            (["Cache-Control: max-age=60", "Age: 60"], nil, 0), (["Cache-Control: max-age=0"], nil, 0),
            (["Cache-Control: no-store, max-age=60"], nil, 0), (["Cache-Control: no-store", "ETag: \"x\""], nil, 0),
            (["Cache-Control: max-age=60", "Cache-Control: no-cache"], nil, 0), (["Cache-Control: max-age=60", "Vary: *"], nil, 0),
            (["Cache-Control: max-age=60", "Vary: Accept-Encoding"], 60, 0), ([], nil, 0),
            (["Cache-Control: max-age=99999999999"], 365 * 86400, 0),
            (["Cache-Control: max-age=99999999999999999999"], 365 * 86400, 0), (["Cache-Control: max-age=-1"], nil, 0),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60, 0), (["Expires: 0"], nil, 0),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control: max-age=5"], 5, 0),
            (["Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60, 0),
            // A response that can be validated is kept, although the server is asked each time.
            (["ETag: \"x\""], 0, 0), (["ETag: \"x\"", "Cache-Control: no-cache"], 0, 0),
            (["ETag: \"x\"", "Cache-Control: max-age=60", "Age: 70"], 60, 70),
            (["ETag: \u{E9}"], nil, 0), (["ETag: \(String(repeating: "x", count: 2000))"], nil, 0),
            // The lifetime is a tenth of the time since the last change, but at most one minute.
            (["Last-Modified: Sun, 06 Nov 1994 08:47:57 GMT"], 10, 0), (["Last-Modified: Fri, 06 Nov 1992 08:00:00 GMT"], 60, 0),
            (["Last-Modified: Mon, 07 Nov 1994 08:00:00 GMT"], 0, 0),
            // The age is the time since `Date`, if that is longer than `Age`.
            (["Cache-Control: max-age=60", "Date: Sun, 06 Nov 1994 08:49:07 GMT"], 60, 30),
            (["Cache-Control: max-age=60", "Date: Sun, 06 Nov 1994 08:49:07 GMT", "Age: 40"], 60, 40),
        ] as [([String], Int?, Int)])
    func directives(lines: [String], lifetime: Int?, age: Int) throws {
        let received = try #require(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT"))
        let fields = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return FetchedPage.Field(String(pair[0]), pair[1].trimmingBlanks)
        }
        let freshness = Freshness(status: 200, fields: fields, received: received)
        #expect(freshness?.lifetime == lifetime)
        if lifetime != nil { #expect(freshness?.age == age) }
    }

    @Test(
        "only some statuses are kept", arguments: [(200, true), (301, true), (404, true), (206, false), (304, false), (500, false)])
    func statuses(status: Int, isKept: Bool) {
        #expect((Freshness(status: status, fields: [.init("Cache-Control", "max-age=9")], received: 0) != nil) == isKept)
    }

    @Test("the time spent waiting for a response counts toward its age")
    func waiting() {
        #expect(Freshness(status: 200, fields: [.init("Cache-Control", "max-age=9")], received: 0, waited: 3)?.age == 3)
        #expect(Freshness(status: 200, fields: [.init("Cache-Control", "max-age=9")], received: 0, waited: 9) == nil)
    }
}
