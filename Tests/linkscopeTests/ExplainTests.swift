import TestSupport
import Testing

@Suite("inspect --explain: what is known of a finding, a service or a scheme", .waits, .timeLimit(.minutes(10)))
struct ExplainTests {
    @Test(
        "a word is explained, with the source of what is said",
        arguments: [
            ("no-scheme", "no-scheme (error)", "Without a scheme, nothing opens"),
            ("Branch", "Branch (attribution)", "$android_deeplink_path: functional, the place in the app that opens"),
            ("bnc.lt", "Branch (attribution)", "Last checked on 20"),
            ("bit.ly", "Bitly (shortener)", "Only Bitly's server knows where the link leads."),
            ("tel", "tel: (system)", "the default app that the user chose"),
            ("slack:", "slack: (vendor)", "Any other app can claim it too"),
            ("shop:", "shop:", "A custom scheme: any app can claim it."),
        ])
    func word(_ word: String, title: String, sentence: String) async throws {
        let finished = try await Home().run(["inspect", "--explain", word])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.hasPrefix("\(title)\n\n"), "\(finished)")
        #expect(finished.output.split(separator: "\n").joined(separator: " ").contains(sentence), "\(finished)")
    }

    @Test("a word that nothing is known of is named, and the codes are listed")
    func unknown() async throws {
        let finished = try await Home().run(["inspect", "--explain", "frobnicate"])
        #expect(finished.end == .exited(2))
        #expect(finished.error.hasPrefix("linkscope: --explain frobnicate: no such finding code, service, secret or scheme\nCodes: "))
    }
}
