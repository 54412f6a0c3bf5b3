import LinkLayers
import Testing

/// Findings, repairs and secrets as a user of the library sees them.
@Suite("The findings of a reading") struct LinkFindingTests {
    @Test func `a finding has a code, a severity, a message and a place`() throws {
        let link = LinkReading("shop://item?name=red shoes")
        let finding = try #require(link.findings.first)
        #expect(finding.code == .unescapedBlank)
        #expect(finding.code == FindingCode(rawValue: "unescaped-blank"))
        #expect(finding.severity == .warning && finding.severity > .note && finding.severity < .error)
        #expect(link.severity == .warning)
        #expect(finding.message.hasSuffix("."))
        #expect(finding.place.map(link.text) == " ")
        #expect("\(finding.severity): \(finding.code)" == "warning: unescaped-blank")
    }

    @Test func `a link without a problem has no findings and no repair`() {
        let link = LinkReading("https://shop.example/item/7")
        #expect(link.findings.isEmpty && link.severity == nil && link.repaired() == nil)
    }

    @Test("each code has an explanation and a severity", arguments: FindingCode.allCases)
    func explanation(code: FindingCode) {
        #expect(code.explanation.hasSuffix("."))
        #expect(LinkFinding.Severity.allCases.contains(code.severity))
    }

    @Test func `a switch has a default for what later versions add`() throws {
        let color =
            switch try #require(LinkReading("shop://item?name=red shoes").severity) {
            case .note: "blue"
            case .warning: "yellow"
            case .error: "red"
            @unknown default: "grey"
            }
        #expect(color == "yellow")
        #expect(FindingCode(rawValue: "of-tomorrow") == nil)
    }

    @Test func `the repair of one finding changes only its place`() throws {
        let link = LinkReading("shop://item?name=red shoes&size=100%")
        let finding = try #require(link.findings.first { $0.code == .unescapedBlank })
        let repair = try #require(finding.repair)
        #expect(repair.edits.map { link.text(at: $0.place) } == [" "])
        #expect(repair.edits.map(\.replacement) == ["%20"])
        #expect(link.applying(repair) == "shop://item?name=red%20shoes&size=100%")
        #expect(LinkReading("shop://a").applying(repair) == "shop://a")
    }

    @Test func `all repairs together make the repaired link, and say what was changed`() throws {
        let repaired = try #require(LinkReading("shop://item?name=red shoes&size=100%").repaired())
        #expect(repaired.link == "shop://item?name=red%20shoes&size=100%25")
        #expect(Set(repaired.steps.map(\.code)) == [.unescapedBlank, .badEscape])
        #expect(repaired.steps.allSatisfy { $0.summary.hasSuffix(".") })
        #expect(LinkReading(repaired.link).repaired() == nil)
    }

    @Test func `the repair of a problem that another repair uncovered is told after it`() throws {
        // The data stands behind the #, and has a key twice.
        let data = "%7B%22target_url%22%3A%22a%3A%2F%2Fb%22%2C%22target_url%22%3A%22a%3A%2F%2Fb%22%7D"
        let repaired = try #require(LinkReading("shop://a#al_applink_data=\(data)").repaired())
        #expect(repaired.steps.first?.code == .payloadInFragment)
        #expect(repaired.steps.dropFirst().map(\.code) == [.duplicateKey])
        #expect(LinkReading(repaired.link).isAppLink)
    }

    @Test func `secrets are masked in the link, its layers, its messages and the repaired link`() {
        let link = LinkReading("https://l.facebook.com/l.php?u=shop%3A%2F%2Fa%3Faccess_token%3DEAAB123456789%26x%3Da b")
        #expect(link.secrets.map(link.text) == ["EAAB123456789"])
        #expect(link.masked == "https://l.facebook.com/l.php?u=shop%3A%2F%2Fa%3Faccess_token%3D••••••••%26x%3Da b")
        #expect("\(link)" == link.masked)
        #expect(link.layers.first?.masked == "shop://a?access_token=••••••••&x=a b")
        #expect(link.repaired()?.masked.contains("EAAB") == false)
        for finding in link.findings { #expect(!finding.message.contains("EAAB")) }
    }

    @Test func `secrets are found in any text`() {
        let text = "GET /login?access_token=EAAB123456789 200"
        #expect(TextSecrets.masked(text) == "GET /login?access_token=•••••••• 200")
        #expect(TextSecrets.places(in: text) == [24..<37])
        #expect(TextSecrets.masked("nothing") == "nothing")
    }

    @Test func `a message shows the control characters that it quotes`() {
        let link = LinkReading("shop://a?\u{1B}[31m=1&\u{1B}[31m=2&shop=a%FFb")
        for finding in link.findings {
            #expect(finding.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(finding.message)")
        }
        #expect(link.findings.contains { $0.message.contains("<U+001B>[31m") })
    }
}
