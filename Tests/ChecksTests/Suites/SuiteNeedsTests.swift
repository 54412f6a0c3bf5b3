import AppLinks
import Checks
import Deciding
import Testing

@Suite("What a suite needs from the network")
struct SuiteNeedsTests {
    @Test("pages and sites without a file, each once; a link of which only the findings are expected needs nothing")
    func needs() throws {
        let text = """
            fixtures:
              aasa: {known.example: aasa.json}
              pages: {https://known.example/7: item.html}
            links:
              - {link: "https://known.example/7#top", opens: app, aasa: match}
              - {link: "https://known.example/8", opens: app, assetlinks: linked}
              - {link: "https://other.example/8", aasa: match, assetlinks: linked}
              - {link: "https://other.example/8", target: "x"}
              - {link: "https://other.example/8", app: Shop}
              - {link: "https://other.example/9", findings: []}
              - {link: "shop://item/7", opens: app, aasa: no_match}
            """
        let (suite, problems) = SuiteReader.read(Array(text.utf8), isOnline: true)
        #expect(problems.isEmpty)
        let needs = SuiteNeeds(of: suite.links, in: suite)
        #expect(needs.pages.map(\.url.text) == ["https://known.example/8", "https://other.example/8"])
        #expect(
            needs.sites.map { "\($0.site) \($0.platforms.map(\.rawValue).sorted())" } == [
                "https://known.example [\"android\"]", "https://other.example [\"android\", \"ios\"]",
            ])
        #expect(SuiteNeeds(of: Array(suite.links.suffix(2)), in: suite).isEmpty)
    }

    @Test("another port is another site, but a final dot is not")
    func ports() throws {
        let text = """
            links:
              - {link: "https://a.example:8443/1", aasa: match}
              - {link: "https://a.example/2", aasa: match}
              - {link: "https://A.example.:443/3", assetlinks: linked}
            """
        let (suite, problems) = SuiteReader.read(Array(text.utf8), isOnline: true)
        #expect(problems.isEmpty)
        let sites = SuiteNeeds(of: suite.links, in: suite).sites
        #expect(sites.map(\.site.description) == ["https://a.example:8443", "https://a.example"])
        #expect(sites.map(\.platforms) == [[.ios], [.ios, .android]])
    }
}
