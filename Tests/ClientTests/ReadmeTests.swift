import LinkLayers
import Testing

/// The example of `LinkLayers` on the page about the libraries and in its documentation.
@Suite struct ReadmeTests {
    @Test func linkLayers() {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        // README: begin linklayers
        let link = LinkReading("https://l.facebook.com/l.php?u=shop%3A%2F%2Fshoes%3Fcolor%3Ddark red%26access_token%3DEAAB123456789")
        print(link.layers.map(\.masked))  // ["shop://shoes?color=dark red&access_token=••••••••"]
        print(link.findings.map { "\($0.severity): \($0.code)" })  // ["warning: unescaped-blank", "note: secret-in-link"]
        print(link.repaired()?.steps.map(\.summary) ?? [])  // ["Write spaces as %20."]
        // README: end
        #expect(
            printed == [
                #"["shop://shoes?color=dark red&access_token=••••••••"]"#, #"["warning: unescaped-blank", "note: secret-in-link"]"#,
                #"["Write spaces as %20."]"#,
            ])
    }
}
