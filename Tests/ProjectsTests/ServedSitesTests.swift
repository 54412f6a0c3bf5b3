import AppLinks
import Deciding
import LinkLayers
import Testing

@testable import Projects

@Suite("What the sites of a project serve")
struct ServedSitesTests {
    private let host = "shop.example"

    /// Returns an app for Android that claims the host.
    private func project(hosts: [String] = ["shop.example"]) -> Project {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], hosts)
        return project
    }

    /// What a server answers: a text, or nothing because it could not be reached.
    private func file(_ url: String, _ text: String?, _ kind: ServedFile.Kind = .assetLinks) throws -> ServedFile {
        let address = try #require(LinkURL(url))
        guard let text else { return ServedFile(kind, url: url, .failure(FetchFailure(.unknownHost(host)))) }
        let page = FetchedPage(
            requested: address, hops: [RedirectHop(url: address, status: 200, milliseconds: 1)], url: address, status: 200,
            fields: [.init("Content-Type", "application/json")], body: Array(text.utf8))
        return ServedFile(kind, url: url, .success(page))
    }

    private func verdict(_ server: String, _ files: ServedFile...) throws -> Verdict {
        Verdict(Verdict.Question(), ServedFiles(site: try #require(WebSite(server)), files))
    }

    private func statement(_ package: String) -> String {
        let print = Array(repeating: "AB", count: 32).joined(separator: ":")
        return
            #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":["\#(print)"]}}"#
    }

    private func codes(_ project: Project, _ sites: ServedSites) -> [String] {
        ProjectReport(project, serving: project.serving(sites), sites: sites).findings.map(\.code.rawValue)
    }

    @Test("the first server that answers counts, also if another one could not be reached before")
    func firstAnswer() throws {
        let project = project()
        var sites = ServedSites()
        for server in ["one", "two", "three"] {
            let text = ["two": "[\(statement("com.shop"))]", "three": "[]"][server]
            let url = "https://\(server).example/.well-known/assetlinks.json"
            sites.add(try verdict("https://\(server).example", file(url, text)), for: project.claimedHosts)
        }
        let served = project.serving(sites)
        #expect(served.says("https://shop.example/") == "app shop claimed-route-unknown ?")
        #expect(served.unknowns.isEmpty)
    }

    @Test("what is served for one platform leaves the file of the tree for the other")
    func platforms() throws {
        var project = project()
        project.keep(assetLinks: "com.shop", host: host)
        project.keep(apple: #"{"applinks":{"details":[]}}"#, host: host)
        var sites = ServedSites()
        sites.add(
            try verdict("https://shop.example", file("https://shop.example/.well-known/assetlinks.json", "[]")), for: project.claimedHosts)
        let served = project.serving(sites)
        #expect(served.associations.map(\.platform) == [.ios, .android])
        #expect(served.says("https://shop.example/") == "browser - package-not-in-association-file -")
    }

    @Test("a pattern of hosts is no site, but the host of which it means the subdomains is one")
    func patterns() {
        #expect(project(hosts: ["*.shop.example", "*.de", "*shop.example"]).claimedHosts.map(\.name) == ["de", "shop.example"])
    }

    @Test(
        "an app can stand in an included file, and nobody knows what a file says that cannot be read",
        arguments: [("com.shop", [String]()), ("com.other", ["assoc-package-not-listed"]), (nil, []), ("[", ["file-unreadable"])])
    func includes(_ package: String?, _ expected: [String]) throws {
        let project = project()
        let include = "https://inc.example/apps.json"
        let main = try file("https://shop.example/.well-known/assetlinks.json", #"[{"include": "\#(include)"}]"#)
        let included = try file(include, package.map { $0 == "[" ? $0 : "[\(statement($0))]" }, .include)
        var sites = ServedSites()
        sites.add(try verdict("https://shop.example", main, included), for: project.claimedHosts)
        #expect(codes(project, sites) == expected)
        let says = project.serving(sites).says("https://shop.example/")
        switch package {
        case "com.shop": #expect(says == "app shop claimed-route-unknown ?")
        case "com.other": #expect(says == "browser - package-not-in-association-file -")
        default: #expect(says == "app shop claimed-route-unknown ? perhaps")
        }
    }
}
