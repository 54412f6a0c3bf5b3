import Foundation
import TestSupport
import Testing

@Suite("linkscope project", .waits, .timeLimit(.minutes(30)))
struct ProjectTests {
    private static let expo = """
        {"expo": {"name": "Shop", "slug": "shop", "scheme": "shop", "android": {"package": "com.example.shop"},
          "ios": {"bundleIdentifier": "com.example.shop", "associatedDomains": ["shop.example.com"]}}}
        """

    private static func project() throws -> Home {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/shop/app/item", withIntermediateDirectories: true)
        try home.file("shop/app.json", expo)
        try home.file("shop/package.json", #"{"dependencies": {"expo": "1", "expo-router": "1"}}"#)
        try home.file("shop/app/index.tsx", "export default function Page() {}\n")
        try home.file("shop/app/item/[id].tsx", "export default function Page() {}\n")
        return home
    }

    @Test("the apps with their claims, the routes, what links do, and what cannot work with its place")
    func text() async throws {
        let home = try Self.project()
        let links = try home.file("links", "shop://item/7\nother://x\n")
        let finished = try await home.run(["project", home.path + "/shop", "--links", links])
        #expect(finished.end == .exited(1) && finished.error.isEmpty, "\(finished)")
        for line in [
            "Shop  Android  app.json:1", "  app ID  com.example.shop", "  shop://…  expo.scheme", "  /item/:id  app/item/[id].tsx:1",
            "    Android  opens shop, route /item/:id", "    iOS  opens nothing: no app claims the scheme",
        ] {
            #expect(finished.output.contains(line), "\(line) in \(finished.output)")
        }
        #expect(finished.output.contains("\(home.path)/shop/app.json:2:"))
        #expect(finished.output.contains("[ios-domain-no-service-prefix]") && finished.output.hasSuffix("1 error\n"))
    }

    @Test("--json is one object; --sarif has the findings")
    func json() async throws {
        let home = try Self.project()
        let links = try home.file("links", "shop://item/7\n")
        let sarif = home.path + "/project.sarif"
        let finished = try await home.run(["project", "--json", "--sarif", sarif, "--links", links, home.path + "/shop"])
        let answer = try object(finished.output)
        #expect(Set(answer.keys) == ["apps", "claims", "routes", "unknowns", "links", "report", "masked"])
        let link = try #require((answer["links"] as? [[String: Any]])?.first)
        let android = try #require((link["android"] as? [String: Any])?["*"] as? [String: Any])
        #expect(
            android["opens"] as? String == "app" && android["route"] as? String == "/item/:id" && android["why"] as? String == "claimed")
        let report = try #require((answer["report"] as? [[String: Any]])?.first)
        #expect(report["code"] as? String == "ios-domain-no-service-prefix" && report["file"] as? String == "app.json")
        #expect(try String(contentsOfFile: sarif, encoding: .utf8).contains(#""ruleId":"ios-domain-no-service-prefix""#))
    }

    @Test("a folder without a project, and one that does not exist: exit code 3")
    func nothing() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/empty", withIntermediateDirectories: true)
        for folder in ["empty", "none"] {
            let finished = try await home.run(["project", "\(home.path)/\(folder)"])
            #expect(finished.end == .exited(3) && finished.output.isEmpty && !finished.error.isEmpty, "\(finished)")
        }
    }

    @Test("no symbolic link leads out of the project")
    func links() async throws {
        let home = try Self.project()
        try home.file("outside.json", #"{"expo": {"scheme": "outside"}}"#)
        try FileManager.default.removeItem(atPath: home.path + "/shop/app.json")
        try FileManager.default.createSymbolicLink(atPath: home.path + "/shop/app.json", withDestinationPath: "../outside.json")
        #expect(try await home.run(["project", "--json", home.path + "/shop"]).output.contains("outside") == false)
    }
}
