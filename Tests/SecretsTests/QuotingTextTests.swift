import Secrets
import Testing

@Suite struct QuotingTextTests {
    @Test("a secret at the end of a quoted text ends there, and linkscope's own words are not masked")
    func end() {
        let link = "shop://a?token=abc"
        let text: QuotingText = "expected \(link), got {url: \("https://me:pw@a/?token=x, y}")}"
        #expect(text.masked == "expected shop://a?token=••••••••, got {url: https://me:••••••••@a/?token=••••••••}")
        #expect(text.text == "expected shop://a?token=abc, got {url: https://me:pw@a/?token=x, y}}")
    }

    @Test("texts that quote can be joined and quoted")
    func nested() {
        let list = QuotingText(joining: ["a \("s://?token=b")", QuotingText(quoting: "c")], separator: "; ")
        #expect(("[\(list)]" as QuotingText).masked == "[a s://?token=••••••••; c]")
        #expect(QuotingText(joining: [], separator: "; ").text.isEmpty)
    }
}
