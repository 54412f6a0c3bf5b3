import LinkLayers
import Testing

@Suite("Hosts with letters beyond ASCII")
struct HostNameTests {
    /// Examples from RFC 3492, section 7.1, and names in use.
    @Test(
        "Punycode is decoded",
        arguments: [
            ("bcher-kva", "bücher"), ("mnchen-3ya", "münchen"), ("80ak6aa92e", "аррӏе"), ("r8jz45g", "例え"),
            ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
        ])
    func punycode(label: String, text: String) {
        #expect(message("https://xn--\(label).example/")?.contains("\(text).example") == true)
    }

    @Test(
        "invalid Punycode is not decoded", arguments: ["99999999", "a-", "-", "é", "zzzzzzzzzzzzzzzzzzzzzzzzzzzz", "kva-\u{1}"])
    func broken(label: String) {
        let inspection = LinkInspection("https://xn--\(label).example/")
        #expect(inspection.codes.contains(.internationalHost) == false && inspection.codes.contains(.lookAlikeHost) == false)
    }

    @Test(
        "a name that mixes or imitates scripts is distinguished from an ordinary foreign name",
        arguments: [
            ("https://p\u{0430}ypal.example/", true), ("https://аррӏе.com/", true), ("https://gοοgle.example/", true),
            ("https://bücher.example/", false), ("https://пример.example/", false), ("https://例え.example/", false),
            ("https://ελλάδα.example/", false),
        ])
    func lookAlikes(link: String, isLookAlike: Bool) {
        let codes = LinkInspection(link).codes
        #expect(codes == [isLookAlike ? .lookAlikeHost : .internationalHost])
    }

    @Test func `the message shows both spellings`() {
        #expect(message("https://bücher.example/")?.contains("xn--bcher-kva.example") == true)
        #expect(message("https://xn--bcher-kva.example/")?.contains("bücher.example") == true)
    }

    @Test func `an ASCII host has no finding`() {
        #expect(message("https://xnet.example/") == nil)
    }

    private func message(_ link: String) -> String? {
        LinkInspection(link).findings.first { $0.code == .internationalHost || $0.code == .lookAlikeHost }?.message
    }
}
