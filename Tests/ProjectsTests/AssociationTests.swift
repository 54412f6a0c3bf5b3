import Deciding
import Testing

@testable import Projects

@Suite("Association files of a project")
struct AssociationTests {
    private let site = "web/.well-known/"

    /// Returns an assetlinks.json in which the first ID is in line 2, the second in line 3.
    private func links(_ ids: String...) -> String {
        let statements = ids.map { id in
            "{\"relation\":[\"delegate_permission/common.handle_all_urls\"],\"target\":{\"namespace\":\"android_app\",\"package_name\":\"\(id)\","
                + "\"sha256_cert_fingerprints\":[\"" + Array(repeating: "AB", count: 32).joined(separator: ":") + "\"]}}"
        }
        return "[\n" + statements.joined(separator: ",\n") + "\n]"
    }

    /// Returns an apple-app-site-association in which the first ID is in line 2.
    private func site(_ ids: String..., clips: [String] = []) -> String {
        "{\"applinks\":{\"details\":[{\"appIDs\":[\n" + ids.map { "\"\($0)\"" }.joined(separator: ",\n")
            + "],\"components\":[{\"/\":\"/p/*\"}]}]},\n\"appclips\":{\"apps\":[" + clips.map { "\"\($0)\"" }.joined(separator: ",") + "]}}"
    }

    private func project(
        _ files: [String: String], _ apps: [(key: String, builds: [ProjectApp.Build])], on platform: AppPlatform = .android
    )
        -> Project
    {
        var project = Project()
        let place = SourcePlace("p", line: 1)
        for (key, builds) in apps {
            var app = ProjectApp(key, platform, builds: builds, at: place)
            app.team = platform == .ios ? "TEAM000001" : nil
            project.apps.append(app)
            if platform == .android {
                var filter = AndroidFilter(actions: ["android.intent.action.VIEW"], categories: [])
                filter.categories = ["android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"]
                (filter.schemes, filter.isVerifiedAutomatically) = (["https"], true)
                filter.authorities = [AndroidFilter.Authority(host: "shop.example")]
                project.addFilter(FilterClaim(filter), of: key, variants: app.variants, at: place)
            } else {
                project.addDomain("applinks:shop.example", of: key, variants: app.variants, at: place)
            }
        }
        AssociationFiles.read(ProjectTree(files), into: &project)
        return project
    }

    private func findings(_ files: [String: String], _ builds: [(String, String)], on platform: AppPlatform = .android) -> [String] {
        let app = (key: "app", builds: builds.map { ProjectApp.Build($0.0, .known($0.1)) })
        let project = project(files, [app], on: platform)
        return (project.findings + AssociationFindings.of(project)).map(AppleFacts.short)
    }

    @Test("53: the host is known from a folder, CNAME, or the settings of the hosting")
    func hosts() {
        func host(_ path: String, _ more: [String: String] = [:]) -> String? {
            var project = Project()
            let place = SourcePlace("p", line: 1)
            project.apps = [ProjectApp("ios", .ios, at: place)]
            project.addDomain("applinks:my.web.app", of: "ios", variants: ["*"], at: place)
            AssociationFiles.read(ProjectTree(more.merging([path: links("a.b")]) { $1 }), into: &project)
            return project.associations.first?.host
        }
        #expect(host("sites/shop.example.com/.well-known/assetlinks.json") == "shop.example.com")
        #expect(host("shop.example/public/.well-known/assetlinks.json") == "shop.example")
        #expect(
            host("web/.well-known/assetlinks.json") == nil && host("next.js/assetlinks.json") == nil && host("v1.2/assetlinks.json") == nil)
        #expect(host("web/.well-known/assetlinks.json", ["web/CNAME": "Shop.example\n"]) == "shop.example")
        #expect(host("web/.well-known/assetlinks.json", ["web/CNAME": "not a host"]) == nil)
        #expect(host("web/.well-known/assetlinks.json", ["vercel.json": "{\"alias\": \"a.example\"}"]) == "a.example")
        #expect(host("public/assetlinks.json", ["firebase.json": "{\"hosting\": {\"site\": \"my\"}}"]) == "my.web.app")
        #expect(host("public/assetlinks.json", ["firebase.json": "{\"hosting\": {\"site\": \"other\"}}"]) == nil)
    }

    @Test("54, 55: every released build is listed, or it is an error; debug builds are a note")
    func android() {
        let release = [("release", "a.shop")]
        let both = [("debug", "a.shop.debug"), ("release", "a.shop")]
        let file = site + "assetlinks.json"
        #expect(findings([file: links("a.shop")], release) == [] && findings([file: links("x.y", "a.shop")], release) == [])
        #expect(findings([file: links("a.shop")], both) == ["note assoc-package-not-listed \(file):2 debug"])
        #expect(findings([file: links("x.y")], both) == ["error assoc-package-not-listed \(file):2 release"])
        #expect(findings([file: links("x.y", "a.shop.debug")], both) == ["error assoc-package-mismatch \(file):3"])
        #expect(findings([file: links("x.y", "A.shop")], release) == ["error assoc-package-mismatch \(file):3"])
        #expect(findings([file: links("a.ship")], release) == ["error assoc-package-unknown \(file):2"])
        let flavors = [("devRelease", "a.shop.dev"), ("prodRelease", "a.shop")]
        #expect(findings([file: links("a.shop")], flavors) == ["warning assoc-package-not-listed \(file):2 devRelease"])
        let lite = [("fullRelease", "a.shop"), ("liteDebug", "a.lite"), ("liteRelease", "a.lite")]
        #expect(findings([file: links("a.shop")], lite) == ["warning assoc-package-not-listed \(file):2 liteDebug,liteRelease"])
        let relation = links("a.shop").split(separator: "handle_all_urls").joined(separator: "get_login_creds")
        #expect(findings([file: relation], release) == ["error assoc-package-not-listed \(file):1"])
    }

    @Test("53: the files of each host must list the app, and a file without a host those of the others")
    func hostedFiles() {
        let (own, other) = ("shop.example/assetlinks.json", "web/assetlinks.json")
        let release = [("release", "a.shop")]
        #expect(findings([own: links("a.shop"), other: links("x.y")], release) == [])
        #expect(findings([own: links("x.y"), other: links("a.shop")], release) == ["error assoc-package-not-listed \(own):2"])
    }

    @Test("53: a finding says if the host of the file is not known")
    func assumption() {
        func message(_ path: String) -> String? {
            AssociationFindings.of(project([path: links("x.y")], [("Shop", [.init("release", .known("a.shop"))])])).first?.message
        }
        let start = "The file does not list a.shop, so web links do not open this build of Shop."
        #expect(message("shop.example/assetlinks.json") == start)
        #expect(
            message("web/assetlinks.json") == start + " The project does not tell the file's host, so it counts for each host of the app.")
    }

    @Test("many wrong IDs end", .timeLimit(.minutes(30)))
    func manyIDs() {
        let ids = (0..<500).map { "com.example.application.number\(10_000 + $0)" }
        let apps = (0..<30).map { app in
            (key: "app\(app)", builds: (0..<20).map { ProjectApp.Build("v\($0)", .known("com.example.epplicetion.n\(app).v\($0)")) })
        }
        let statements = ids.map {
            "{\"relation\":[\"delegate_permission/common.handle_all_urls\"],\"target\":{\"namespace\":\"android_app\",\"package_name\":\"\($0)\",\"sha256_cert_fingerprints\":[]}}"
        }
        let project = project(["a/assetlinks.json": "[" + statements.joined(separator: ",") + "]"], apps)
        #expect(AssociationFindings.of(project).count == 30)
    }

    @Test("54: the ID of an app of Apple is that of its team and its bundle, in the case of both")
    func apple() {
        let file = site + "apple-app-site-association"
        let release = [("Release", "a.shop")]
        #expect(findings([file: site("TEAM000001.a.shop")], release, on: .ios) == [])
        #expect(findings([file: site("TEAM000002.a.shop")], release, on: .ios) == ["error assoc-appid-mismatch \(file):2"])
        #expect(findings([file: site("X0000000X0.b", "TEAM000001.a.Shop")], release, on: .ios) == ["error assoc-appid-mismatch \(file):3"])
        #expect(findings([file: site("X0000000X0.b")], release, on: .ios) == ["error assoc-appid-not-listed \(file):2"])
        let old = "{\"applinks\":{\"apps\":[],\"details\":{\"TEAM000001.a.shop\":{\"paths\":[\"*\"]}}}}"
        #expect(findings([file + ".json": old], release, on: .ios) == [])
    }

    @Test("54: an App Clip is listed under appclips")
    func clips() {
        let file = site + "apple-app-site-association"
        func found(_ text: String) -> [String] {
            var project = project(
                [file: text], [("Shop", [.init("Release", .known("a.shop"))]), ("Clip", [.init("Release", .known("a.shop.Clip"))])],
                on: .ios)
            project.apps[1].appClipOf = "Shop"
            return AssociationFindings.of(project).map(AppleFacts.short)
        }
        #expect(found(site("TEAM000001.a.shop", clips: ["TEAM000001.a.shop.Clip"])) == [])
        #expect(found(site("TEAM000001.a.shop", clips: ["TEAM000001.a.shop.Klip"])) == ["error assoc-appid-mismatch \(file):3"])
    }

    @Test("58: quiet for other hosts, unknown IDs and teams, candidates, and files that cannot be read")
    func quiet() {
        let file = site + "assetlinks.json"
        #expect(findings(["other.example/assetlinks.json": links("x.y")], [("release", "a.shop")]) == [])
        #expect(findings(["shop.example/assetlinks.json": links("x.y")], [("release", "a.shop")]).count == 1)
        #expect(findings([file: "[,]"], [("release", "a.shop")]) == ["error file-unreadable \(file):1"])
        #expect(findings([file: "[,]", "b/assetlinks.json": links("x.y")], [("release", "a.shop")]).count == 1)
        for candidates in [[], ["x.y", "a.shop"]] {
            let project = project([file: links("x.y")], [("app", [.init("*", .unknown(candidates: candidates))])])
            #expect(AssociationFindings.of(project) == [])
        }
        var noTeam = project(
            [site + "apple-app-site-association": site("TEAM000002.x")], [("app", [.init("Release", .known("a.shop"))])], on: .ios)
        noTeam.apps[0].team = nil
        #expect(AssociationFindings.of(noTeam) == [])
    }

    @Test("the files of the samples: a letter of an ID is wrong, and a candidate is right")
    func monorepo() throws {
        let apps: [(key: String, builds: [ProjectApp.Build])] = [
            ("mobile-android", [.init("*", .unknown(candidates: ["com.example.market", "com.example.market.dev"]))]),
            ("courier", [.init("debug", .known("com.example.courier")), .init("release", .known("com.example.courier"))]),
        ]
        let text = try AppleFacts.sampleText("06-monorepo", "apps/web/public/.well-known/assetlinks.json")
        let found = AssociationFindings.of(project(["web/assetlinks.json": text], apps))
        #expect(found.map(AppleFacts.short) == ["error assoc-package-unknown web/assetlinks.json:20"])
        let flavors = ["devDebug": ".dev.debug", "devRelease": ".dev", "prodDebug": ".debug", "prodRelease": ""].sorted { $0.key < $1.key }
        let shop = flavors.map { ProjectApp.Build($0.key, .known("com.example.shop" + $0.value)) }
        let flavorText = try AppleFacts.sampleText("01-android-flavors", "public/.well-known/assetlinks.json")
        let debug = AssociationFindings.of(project(["public/assetlinks.json": flavorText], [("app", shop)]))
        #expect(debug.map(AppleFacts.short) == ["note assoc-package-not-listed public/assetlinks.json:8 devDebug,prodDebug"])
    }
}
