import AppLinks
import Checks
import Deciding
import Secrets
import Testing

/// A phone with the apps Shop and News, and with Wheel, which is not installed.
func phone(assumesApps: Bool = false) throws -> SimulatedDevice {
    try SimulatedDevice(
        profile: """
            {"name": "Phone", "platform": "ios", "idiom": "phone", "browser": "Safari", "assumesApps": \(assumesApps),
             "apps": [
               {"id": "com.example.shop", "name": "Shop", "schemes": ["shop"], "returnURL": "shop://back"},
               {"id": "com.example.news", "name": "News", "schemes": ["news"], "returnURL": "news://back"},
               {"id": "com.example.wheel", "name": "Wheel", "schemes": ["wheel"], "installed": false}]}
            """)
}

/// Parses a suite without mistakes.
func suite(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Suite {
    let (suite, problems) = SuiteReader.read(Array(text.utf8))
    try #require(
        problems.isEmpty, "\(problems.map { "\($0.place.line):\($0.place.column) \($0.message)" })", sourceLocation: sourceLocation)
    return suite
}

/// Returns the mistakes of a suite, each as `line:column message`.
func mistakes(in text: String) -> [String] {
    SuiteReader.read(Array(text.utf8)).problems.map { "\($0.place.line):\($0.place.column) \($0.message)" }
}

/// Judges the only link of a suite.
func failures(
    _ text: String, on device: SimulatedDevice? = nil, aasa: String? = nil, assetLinks: String? = nil,
    page: [(property: String, content: String)]? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [TestFailure] {
    let suite = try suite(text, sourceLocation: sourceLocation)
    var fixtures = SuiteFixtures(device: try device ?? phone())
    for file in suite.aasa { fixtures.aasa[file.key] = .init(path: file.path, AASAFile(Array((aasa ?? "").utf8))) }
    for file in suite.assetLinks {
        fixtures.assetLinks[file.key] = .init(path: file.path, AssetLinksFile(Array((assetLinks ?? "").utf8)))
    }
    for file in suite.pages {
        var content = PageContent()
        content.metas = (page ?? []).map { PageContent.Meta(property: $0.property, content: $0.content) }
        let fetched = FetchedPage(requested: file.key, url: file.key, body: [])
        fixtures.pages[file.key] = .init(path: file.path, PageResolution(page: fetched, content: content, encoding: "UTF-8"))
    }
    let judge = LinkJudge(suite, fixtures)
    #expect(judge.problems.isEmpty, sourceLocation: sourceLocation)
    let link = try #require(suite.links.first, sourceLocation: sourceLocation)
    return judge.test(link).failures
}

/// Returns a failure in one line.
func words(_ failure: TestFailure) -> String {
    "\(failure.key.rawValue): expected \(failure.expected.text), got \(failure.got.text)\(failure.why.map { ", because \($0.text)" } ?? "")"
}
