import LinkLayers
import Testing

@Suite struct PastedRecordsTests {
    @Test(
        arguments: [
            ("", []),
            ("\n \r\n\t\n", []),
            ("shop://a", ["shop://a"]),
            ("shop://a\nshop://b\r\nshop://c\rshop://d\n", ["shop://a", "shop://b", "shop://c", "shop://d"]),
            ("\n\nshop://a\n\n\nshop://b", ["shop://a", "shop://b"]),
            ("{\"a\":1}\n{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"]),
            ("{\n  \"url\": \"a://b\",\r\n  \"n\": 1\n}\n", ["{   \"url\": \"a://b\",    \"n\": 1 } "]),
            ("{\n  \"url\": nope\n}", ["{", "  \"url\": nope", "}"]),
        ] as [(String, [String])])
    func split(paste: String, records: [String]) {
        #expect(PastedRecords.split(Array(paste.utf8)).map { String(decoding: $0, as: UTF8.self) } == records)
    }

    @Test func `bytes that are no text are kept`() {
        #expect(PastedRecords.split([0xFF, 0x0A, 0x00]) == [[0xFF], [0x00]])
    }
}
