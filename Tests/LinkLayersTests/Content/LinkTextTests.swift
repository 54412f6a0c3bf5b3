import LinkLayers
import Testing

@Suite struct LinkTextTests {
    private func shown(_ text: String, showsSecrets: Bool = false, bytes: Int = 1000) -> String {
        let record = StoredRecord(id: RecordID(index: 0), bytes: Array(text.utf8), arrivedAt: 0, source: .paste, isCut: false)
        return String(decoding: LinkText(record).shown(showsSecrets: showsSecrets, bytes: bytes), as: UTF8.self)
    }

    @Test(arguments: [
        ("shop://a", "shop://a"), (#" {"url":"shop://a"}"#, "shop://a"), (#"{"a":1}"#, #"{"a":1}"#), (#"{"event":"x"}"#, #"{"event":"x"}"#),
        ("shop://a?access_token=abc", "shop://a?access_token=•••"), (#"{"url":"shop://a?access_token=abc"}"#, "shop://a?access_token=•••"),
    ])
    func `the link of a record`(record: String, text: String) {
        #expect(shown(record) == text)
    }

    @Test func `secrets are shown when asked for`() {
        #expect(shown("shop://a?access_token=abc", showsSecrets: true) == "shop://a?access_token=abc")
    }

    @Test func `a secret is masked wherever the text is cut`() {
        let link = "shop://a?access_token=" + String(repeating: "s", count: 40)
        for bytes in 1..<70 { #expect(!shown(link, bytes: bytes).contains("sss"), "\(bytes)") }
    }

    @Test func `of a long link the beginning is shown`() {
        #expect(shown(String(repeating: "x", count: 100_000), bytes: 80).count <= 240)
    }
}
