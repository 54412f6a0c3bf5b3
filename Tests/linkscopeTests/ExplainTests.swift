import TestSupport
import Testing

@Suite("inspect --explain: what is known of a finding, a service, a parameter, a secret or a scheme", .waits, .timeLimit(.minutes(30)))
struct ExplainTests {
    @Test(
        "a word is explained, with the source of what is said",
        arguments: [
            ("no-scheme", "no-scheme (error)", "Without a scheme, nothing opens"),
            ("aasa-unreachable-rule", "aasa-unreachable-rule (warning)", "Devices use the first rule that matches a link."),
            ("not-opened", "not-opened", "does not open the app"),
            ("state", "state (parameter)", "OAuth login: one of its own parameters."),
            ("msauth", "Microsoft login (app)", "Returns from a login"),
            ("Branch", "Branch (attribution)", "$android_deeplink_path: functional, the place in the app that opens"),
            ("bnc.lt", "Branch (attribution)", "Last checked on 20"),
            ("bit.ly", "Bitly (shortener)", "Only Bitly's server knows where the link leads."),
            ("tel", "tel: (system)", "the default app that the user chose"),
            ("slack:", "slack: (vendor)", "Any other app can claim it too"),
            ("shop:", "shop:", "A custom scheme: any app can claim it."),
            ("wc", "wc: (standard)", "WalletConnect pairing (parameters)"),
            ("t.me", "Telegram sharing (parameters)", "Hosts: t.me, telegram.me"),
            ("goo.gl", "goo.gl links made by Google's apps (shortener)", "Hosts: goo.gl/maps, goo.gl/photos, goo.gl/forms, www."),
            ("App Store", "App Store (store)", "Schemes: itms-apps:, itms-appss:"),
            ("utm_source", "utm_source (parameter)", "UTM: campaign, names the campaign"),
            ("GitHub token", "GitHub token (secret)", "Anywhere:   gh[1 of p, o, u, r]_[20 or more of A-Z, a-z, 0-9]"),
            ("auth_code", "Codes of a login (secret)", "The value is not a symbol such as EUR, a number or words such as"),
            ("auth_code", "Codes of a login (secret)", "Only in links of the kind: OAuth return"),
            ("OAuth return", "OAuth return (context)", "With one of the parameters: state, iss, scope, session_state"),
        ])
    func word(_ word: String, title: String, sentence: String) async throws {
        let finished = try await Home().run(["inspect", "--explain", word])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.hasPrefix("\(title)\n\n"), "\(finished)")
        #expect(finished.output.split(separator: "\n").joined(separator: " ").contains(sentence), "\(finished)")
    }

    @Test("a word that nothing is known of is named, and all codes are listed on demand")
    func unknown() async throws {
        let finished = try await Home().run(["inspect", "--explain", "frobnicate"])
        #expect(finished.end == .exited(2))
        #expect(
            finished.error == """
                linkscope: --explain: no code, service, parameter, secret or scheme is named "frobnicate"
                'linkscope inspect --explain codes' lists the codes.

                """)
        let lines = try await Home().run(["inspect", "--explain", "codes"]).output.split(separator: "\n")
        #expect(lines.count > 10 && lines.allSatisfy { $0.count <= 80 } && lines.contains { $0.contains("payload-cut,") })
    }
}
