import JSONDocument
import Testing

@testable import Listening

@Suite("Answers")
struct HTTPAnswerTests {
    @Test func `an answer has its length, and says whether the connection is kept`() {
        let answer = HTTPAnswer(.accepted, json: ["accepted": 3])
        #expect(
            String(decoding: answer.bytes(closes: false), as: UTF8.self) == """
                HTTP/1.1 202 Accepted\r
                Content-Type: application/json\r
                X-Content-Type-Options: nosniff\r
                Cache-Control: no-store\r
                Content-Length: 15\r
                Connection: keep-alive\r
                \r
                {"accepted":3}

                """)
        #expect(String(decoding: answer.bytes(closes: true), as: UTF8.self).contains("Connection: close\r\n"))
        #expect(String(decoding: answer.bytes(closes: false, isHead: true), as: UTF8.self).hasSuffix("keep-alive\r\n\r\n"))
    }

    @Test func `an error says what is wrong and where`() {
        let body = HTTPAnswer(.badRequest, error: "a \"quoted\"\nword", line: 3, column: 17).body
        #expect(String(decoding: body, as: UTF8.self) == #"{"error":"a \"quoted\"\nword","line":3,"column":17}"# + "\n")
    }

    @Test func `an answer without content has no length`() {
        #expect(!String(decoding: HTTPAnswer(.noContent).bytes(closes: false), as: UTF8.self).contains("Content-Length"))
    }

    @Test func `the end of the connection ends a stream`() {
        let events = String(decoding: HTTPAnswer.events, as: UTF8.self)
        #expect(events.contains("application/x-ndjson") && events.hasSuffix("Connection: close\r\n\r\n"))
        #expect(!events.contains("Content-Length"))
    }
}
