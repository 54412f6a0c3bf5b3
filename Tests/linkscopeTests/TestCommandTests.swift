import Foundation
import TestSupport
import Testing

@Suite("linkscope test", .waits, .timeLimit(.minutes(30)))
struct TestCommandTests {
    /// A suite with files of every kind beside it. All links pass.
    private static func home() throws -> (home: Home, suite: String) {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/files", withIntermediateDirectories: true)
        try home.file(
            "files/aasa.json",
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/item/*"}]}]}}"#)
        try home.file(
            "files/item.html",
            #"<title>Item</title><meta property="al:ios:url" content="shop://item/7"><meta property="al:ios:app_name" content="Shop">"#)
        try home.file(
            "phone.json",
            """
            {"name": "Phone", "platform": "ios", "idiom": "phone", "browser": "Safari",
             "apps": [{"id": "com.example.shop", "name": "Shop", "schemes": ["shop"]}]}
            """)
        let suite = try home.file(
            "links.yaml",
            """
            device: phone.json
            variables: {shop: https://shop.example.com}
            fixtures:
              aasa: {shop.example.com: files/aasa.json}
              pages: {"{{shop}}/item/7": files/item.html}
            links:
              - link: "{{shop}}/item/7"
                name: the item
                tags: [smoke]
                opens: app
                app: Shop
                aasa: match
                resolves: {target: "shop://item/7", app: Shop}
              - {link: "shop://item/8", opens: app, findings: []}
              - {link: "{{shop}}/help", opens: browser, aasa: no_match}

            """)
        return (home, suite)
    }

    /// A suite in which the second of three links fails.
    private static let failing = """
        strictDevice: true
        links:
          - {link: "shop://item/7", opens: app}
          - link: mystery://x?access_token=abcdefgh
            opens: app
          - {link: "mystery://y", opens: nothing}

        """

    @Test("a suite whose links all pass: exit code 0 and one line")
    func passes() async throws {
        let (home, suite) = try Self.home()
        let finished = try await home.run(["test", suite])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output == "3 links: 3 passed, 0 failed\n" && finished.error.isEmpty)
        let verbose = try await home.run(["test", "-v", "--filter", "tag:smoke", suite])
        #expect(verbose.output == "ok    \(suite):7:11  the item\n1 link: 1 passed, 0 failed, 2 left out\n")
    }

    @Test("a link that fails: exit code 1; expected, got, why and the place")
    func fails() async throws {
        let home = try Home()
        let suite = try home.file("links.yaml", Self.failing)
        let finished = try await home.run(["test", suite])
        #expect(finished.end == .exited(1) && finished.error.isEmpty)
        #expect(
            finished.output == """
                FAIL  \(suite):4:11  mystery://x?access_token=••••••••
                  opens       \(suite):5:12
                      5 |     opens: app
                        |            ^^^
                  expected    app
                  got         nothing
                  why         no app claims mystery:
                  decided by  the device iPhone

                3 links: 2 passed, 1 failed

                """)
        let secrets = try await home.run(["test", "--show-secrets", suite])
        #expect(secrets.output.contains("mystery://x?access_token=abcdefgh\n"))
    }

    @Test("--fail-fast stops after the first link that fails")
    func failFast() async throws {
        let home = try Home()
        let suite = try home.file("links.yaml", Self.failing)
        let finished = try await home.run(["test", "--fail-fast", suite])
        #expect(finished.end == .exited(1) && finished.output.hasSuffix("\n2 links: 1 passed, 1 failed, 1 not run\n"))
    }

    @Test("--json prints one object per link, in order, and nothing else on standard output")
    func json() async throws {
        let home = try Home()
        let links = (0..<3000).map { "  - {link: \"shop://item/\($0)\", opens: app}\n" }.joined()
        let suite = try home.file("links.yaml", "links:\n" + links)
        let finished = try await home.run(["test", "--json", suite])
        #expect(finished.end == .exited(0) && finished.error == "3000 links: 3000 passed, 0 failed\n")
        let places = try finished.lines.map { try object($0)["line"] as? Int }
        #expect(places == (0..<3000).map { $0 + 2 })
    }

    @Test("--junit and --sarif write whole files: JUnit is XML, SARIF is JSON")
    func files() async throws {
        let home = try Home()
        let suite = try home.file("links.yaml", Self.failing)
        let (junit, sarif) = (home.path + "/out.xml", home.path + "/out.sarif")
        let finished = try await home.run(["test", "--junit", junit, "--sarif", sarif, suite])
        #expect(finished.end == .exited(1))
        let check = try await home.script(
            """
            python3 -c 'import sys, xml.etree.ElementTree as tree; suite = tree.parse(sys.argv[1]).getroot()[0]
            print(suite.get("tests"), suite.get("failures"), [case.find("failure") is not None for case in suite])' '\(junit)'
            """)
        #expect(check.output == "3 1 [False, True, False]\n", "\(check)")
        let log = try object(String(decoding: Home.bytes(of: sarif), as: UTF8.self))
        let results = ((log["runs"] as? [[String: Any]])?.first?["results"] as? [Any])
        #expect(results?.count == 1)
        for file in [junit, sarif] { #expect(!String(decoding: Home.bytes(of: file), as: UTF8.self).contains("abcdefgh")) }
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasSuffix(".part") }
        #expect(left.isEmpty)
        let failed = try await home.run(["test", "--junit", home.path + "/none/out.xml", suite])
        #expect(failed.end == .exited(3) && failed.error.hasSuffix("/none/out.xml: No such file or directory\n"))
    }

    @Test("on GitHub, failures are annotations too")
    func annotations() async throws {
        let home = try Home()
        try home.file("links.yaml", Self.failing)
        let script = "cd \"$HOME\"; \"$0\" test links.yaml"
        let finished = try await home.script(script, ["GITHUB_ACTIONS": "true"])
        let line = "::error file=links.yaml,line=5,col=12,title=mystery%3A//x?access_token=••••••••%3A opens::expected app, got nothing: "
        #expect(finished.output.contains(line), "\(finished)")
        #expect(try await !home.script(script).output.contains("::error"))
        let json = try await home.script(script.replacing("links.yaml", with: "--json --github links.yaml"))
        #expect(json.lines.count == 3 && json.error.contains(line))
    }

    @Test("mistakes of a suite: exit code 2, no link is tested, and each mistake has its place")
    func mistakes() async throws {
        let (home, suite) = try Self.home()
        let bad = try home.file("bad.yaml", "links:\n  - link: a:b\n    opens: ap\n")
        let finished = try await home.run(["test", suite, bad])
        #expect(finished.end == .exited(2) && finished.output.isEmpty)
        #expect(
            finished.error == """
                linkscope: \(bad):3:12: opens: "ap" is not known; did you mean app?
                    3 |     opens: ap
                      |            ^^

                """)
        try home.file("phone.json", #"{"name": "Phone", "platform": "ios", "idiom": "phone", "apps": [{}]}"#)
        let device = try await home.run(["test", suite])
        #expect(device.end == .exited(2) && device.error.hasPrefix("linkscope: \(suite):1:9: device: line 1, column "), "\(device)")
    }

    @Test("files that cannot be read: exit code 3, with the place in the suite")
    func missing() async throws {
        let (home, suite) = try Self.home()
        try FileManager.default.removeItem(atPath: home.path + "/files/item.html")
        let finished = try await home.run(["test", suite])
        #expect(finished.end == .exited(3) && finished.output.isEmpty)
        #expect(finished.error == "linkscope: \(suite):5:30: \(home.path)/files/item.html: No such file or directory\n")
        // A pipe would never end.
        try home.namedPipe("files/item.html")
        let pipe = try await home.run(["test", suite])
        #expect(pipe.end == .exited(3) && pipe.error.hasSuffix("item.html: this is a named pipe, not a regular file\n"), "\(pipe)")
        #expect(try await home.run(["test", home.path + "/none.yaml"]).end == .exited(3))
    }

    @Test(
        "mistakes of the command line",
        arguments: [
            ([], "no suite: give a YAML file"), (["--filter", " ", "x"], "--filter has no words"), (["--json", "-v", "x"], "--verbose"),
            (["--junit", "a", "--sarif", "a", "x"], "--junit and --sarif need different files"),
            (["--schema", "x"], "--schema takes no suite"),
            (["--fresh", "x"], "--fresh needs --online"), (["--variant", "debug", "x"], "--variant needs --project"),
        ])
    func usage(arguments: [String], message: String) async throws {
        let finished = try await Home().run(["test"] + arguments)
        #expect(finished.end == .exited(2) && finished.error.contains(message), "\(finished)")
    }

    /// A folder with the app Shop of Expo, its routes, and a suite that names it.
    private static func project(_ key: String = "project: shop\n") throws -> (home: Home, suite: String) {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/shop/app/item", withIntermediateDirectories: true)
        try home.file(
            "shop/app.json",
            """
            {"expo": {"name": "Shop", "slug": "shop", "scheme": "kiosk",
              "ios": {"bundleIdentifier": "com.example.kiosk", "associatedDomains": ["applinks:kiosk.example.com"]}}}
            """)
        try home.file("shop/package.json", #"{"dependencies": {"expo": "1", "expo-router": "1"}}"#)
        try home.file("shop/app/index.tsx", "export default function Page() {}\n")
        try home.file("shop/app/item/[id].tsx", "export default function Page() {}\n")
        let suite = try home.file(
            "links.yaml",
            key + """
                links:
                  - {link: "kiosk://item/7", opens: app, app: com.example.kiosk, route: "/item/:id"}
                  - {link: "https://kiosk.example.com/item/7", opens: app, route: "/item/:id"}
                  - {link: "https://kiosk.example.com/help", opens: app, route: none}
                  - {link: "https://other.example.com/item/7", opens: browser, route: none}

                """)
        return (home, suite)
    }

    @Test("with a project, the device has its apps with what they declare, and its code tells the route")
    func userProject() async throws {
        let (home, suite) = try Self.project()
        let finished = try await home.run(["test", suite])
        #expect(finished.output == "4 links: 4 passed, 0 failed\n", "\(finished)")
        try home.file(
            "shop/app.json",
            #"{"expo": {"name": "Shop", "slug": "shop", "scheme": "shop2", "ios": {"bundleIdentifier": "com.example.kiosk"}}}"#)
        let changed = try await home.run(["test", "--json", suite])
        let failures = try changed.lines.map { try object($0)["failures"] as? [[String: Any]] ?? [] }
        #expect(failures.map { $0.compactMap { $0["expectation"] as? String } } == [["app", "route"], ["opens", "route"], ["opens"], []])
        let opens = try #require(failures[1].first)
        #expect(opens["got"] as? String == "browser" && opens["decidedBy"] as? String == "the device iPhone with the apps of Shop")
        #expect(opens["why"] as? String == "No installed app has the host in its associated domains", "\(changed)")
    }

    @Test("--project names the project of all suites; without one, a route is a mistake")
    func givenProject() async throws {
        let (home, suite) = try Self.project("")
        let without = try await home.run(["test", suite])
        #expect(
            without.end == .exited(2) && without.error.contains("\(suite):2:73: route needs a project: add project: FOLDER"), "\(without)")
        let finished = try await home.run(["test", "--project", home.path + "/shop", suite])
        #expect(finished.output == "4 links: 4 passed, 0 failed\n", "\(finished)")
        let variant = try await home.run(["test", "--project", home.path + "/shop", "--variant", "beta", suite])
        #expect(variant.end == .exited(2) && variant.error.contains("--variant beta: the builds are"), "\(variant)")
        let none = try await home.run(["test", "--project", home.path + "/shop/app/item", suite])
        #expect(none.end == .exited(2) && none.error.contains("no project of an Android or iOS app"), "\(none)")
    }

    @Test("a suite names no project outside of its folder, also not through a symbolic link; the user may")
    func projectOutside() async throws {
        let (home, _) = try Self.project()
        try FileManager.default.createDirectory(atPath: home.path + "/tests", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home.path + "/tests/link", withDestinationPath: "../shop")
        for name in ["../shop", "link", "x/../../shop"] {
            let suite = try home.file("tests/links.yaml", "project: \(name)\nlinks: [{link: \"kiosk://item/7\", route: \"/item/:id\"}]\n")
            let refused = try await home.run(["test", suite])
            #expect(
                refused.end == .exited(2) && refused.error.contains("\(suite):1:10: project: \(name) is outside of the folder"),
                "\(refused)")
            #expect(try await home.run(["test", "--project", home.path + "/shop", suite]).end == .exited(0))
        }
    }

    @Test("a suite names no file outside of its folder, also not through a symbolic link, unless the user allows its folder")
    func fixturesOutside() async throws {
        let home = try Home()
        for folder in ["tests", "shared"] { try home.folder(folder) }
        try home.file("secret.json", "the words of a secret")
        try home.file("tests/page.html", "no tags")
        try home.file("shared/page.html", #"<meta property="al:ios:url" content="shop://item/7">"#)
        for (link, target) in [("link.json", "../secret.json"), ("inner", "..")] {
            try FileManager.default.createSymbolicLink(atPath: home.path + "/tests/" + link, withDestinationPath: target)
        }
        let links = #"links: [{link: "https://shop.example/", resolves: {target: none}}]"#
        for name in ["../secret.json", "link.json", "inner/secret.json"] {
            let fixtures = "fixtures: {pages: {\"https://shop.example/\": page.html}, aasa: {shop.example: \(name)}}\n\(links)\n"
            for text in [
                "device: \(name)\n\(fixtures.replacing(name, with: "page.html"))", fixtures, fixtures.replacing("aasa", with: "assetlinks"),
            ] {
                let suite = try home.file("tests/links.yaml", text)
                let refused = try await home.run(["test", suite])
                #expect(refused.end == .exited(2) && refused.error.contains("\(name) is outside of the folder of the suite"), "\(refused)")
                #expect(!refused.error.contains("the words"))
            }
        }
        let pages = #"fixtures: {pages: {"https://shop.example/": ../shared/page.html}}"#
        let suite = try home.file("tests/links.yaml", "\(pages)\nlinks: [{link: \"https://shop.example/\", opens: browser}]\n")
        #expect(try await home.run(["test", suite]).end == .exited(2))
        let allowed = try await home.run(["test", "--fixtures", home.path + "/shared", suite])
        #expect(allowed.end != .exited(2) && !allowed.error.contains("is outside"), "\(allowed)")
    }

    @Test("a named pipe is waited for neither as a suite nor as a device or a report, and no report follows a symbolic link")
    func pipesAndLinks() async throws {
        let (home, suite) = try Self.home()
        try home.namedPipe("pipe")
        let victim = try home.file("victim", "old")
        try FileManager.default.createSymbolicLink(atPath: home.path + "/link", withDestinationPath: victim)
        let (pipe, link) = (home.path + "/pipe", home.path + "/link")
        for (arguments, words) in [
            (["test", pipe], "this is a named pipe"), (["test", "--junit", pipe, suite], "No such device or address"),
            (["test", "--sarif", pipe, suite], "No such device or address"),
            (["open", "--device", pipe, "shop://a"], "this is a named pipe"),
            (["test", "--junit", link, suite], "this is a symbolic link"), (["test", "--sarif", link, suite], "this is a symbolic link"),
            (["lint", "--sarif", link, suite], "this is a symbolic link"), (["lint", "--baseline", pipe, suite], "this is a named pipe"),
        ] {
            let finished = try await home.run(arguments)
            #expect(finished.error.contains(words), "\(arguments): \(finished)")
        }
        #expect(Home.bytes(of: victim) == Array("old".utf8))
        try home.file("phone.json", #"{"name": "Phone", "platform": "ios", "idiom": "phone"}"#)
        let device = try await home.script(#"bash -c '"$0" open --device <(cat "$HOME/phone.json") shop://a' "$0""#)
        #expect(!device.error.contains("named pipe"), "\(device)")
    }

    @Test("a filter without a link is a mistake, so that a misspelled tag does not pass")
    func emptyFilter() async throws {
        let (home, suite) = try Self.home()
        let finished = try await home.run(["test", "--filter", "tag:smok", suite])
        #expect(finished.end == .exited(2) && finished.error == "linkscope: no link has the words of --filter\n", "\(finished)")
    }

    @Test("--online fetches the pages and the association files that the suite has no files for")
    func online() async throws {
        let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/buy/*"}]}]}}"#
        let tags = #"<meta property="al:ios:url" content="shop://item/7"><meta property="al:ios:app_name" content="Shop">"#
        let copy = "app-site-association.cdn-apple.com"
        let server = try PageServer(
            [
                "page.test /buy/7": .page(tags), "page.test /.well-known/apple-app-site-association": .page(aasa, type: "application/json"),
                "page.test /apple-app-site-association": .page("", status: 404),
                "\(copy) /a/v1/page.test": .page(aasa, type: "application/json"),
                "page.test /.well-known/assetlinks.json": .page("", status: 404),
            ], isSecure: true)
        let home = try Home()
        let suite = try home.file(
            "links.yaml",
            """
            links:
              - link: https://page.test/buy/7
                opens: app
                app: Shop
                aasa: match
                assetlinks: not_linked
                resolves: {target: "shop://item/7"}
              - {link: "https://page.test/help", aasa: match, assetlinks: linked}

            """)
        let certificates = ["SSL_CERT_FILE": try PageServer.authority()]
        let places = ["page.test", copy].flatMap { ["--connect-to", server.standIn(for: $0)] }
        let finished = try await home.run(["test", "--online", "--allow-private", "--json", suite] + places, certificates)
        #expect(finished.end == .exited(1), "\(finished)")
        let lines = try finished.lines.map { try object($0) }
        #expect(lines.map { $0["passed"] as? Bool } == [true, false], "\(finished)")
        let failures = try #require(lines.last?["failures"] as? [[String: Any]])
        #expect(failures.map { $0["decidedBy"] as? String } == ["https://\(copy)/a/v1/page.test", "page.test"])
        #expect((failures.last?["why"] as? String)?.contains("404") == true, "\(finished)")
        // Without --online, the suite needs files; without --allow-private, nothing on this machine is asked.
        #expect(try await home.run(["test", suite]).end == .exited(2))
        let refused = try await home.run(["test", "--online", suite] + places, certificates)
        #expect(refused.end == .exited(3) && refused.output.isEmpty, "\(refused)")
        #expect(refused.error.contains("linkscope: \(suite):2:11: https://page.test/buy/7: "), "\(refused)")
    }

    @Test("--schema prints the schema")
    func schema() async throws {
        let finished = try await Home().run(["test", "--schema"])
        #expect(try object(finished.output)["title"] as? String == "A suite of linkscope test")
    }

    @Test("--watch tests again after a change of the suite or of one of its files, also after a mistake")
    func watch() async throws {
        let (home, suite) = try Self.home()
        let terminal = try home.inspector(["test", "--watch", suite], columns: 100, rows: 40)
        try await terminal.wait(for: "3 links: 3 passed, 0 failed")
        try await terminal.wait(for: "watching 4 files")
        // The scheme of the app is another one, so its links open nothing.
        try home.file(
            "phone.json",
            #"{"name": "Phone", "platform": "ios", "idiom": "phone", "browser": "Safari", "apps": [{"id": "a", "name": "Shop", "schemes": ["kiosk"]}]}"#
        )
        try await terminal.wait(for: "3 links: 1 passed, 2 failed")
        try home.file("links.yaml", "links:\n  - {link: \"shop://item/7\", opens: ap}\n")
        try await terminal.wait(for: "did you mean app?")
        try home.file("links.yaml", "links:\n  - {link: \"shop://item/7\", opens: app}\n")
        try await terminal.wait(for: "1 link: 1 passed, 0 failed")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
    }

    @Test("--watch tests again after a change of the project")
    func watchProject() async throws {
        let (home, suite) = try Self.project()
        let terminal = try home.inspector(["test", "--watch", suite], columns: 100, rows: 40)
        try await terminal.wait(for: "4 links: 4 passed, 0 failed")
        try home.file(
            "shop/app.json",
            #"{"expo": {"name": "Shop", "slug": "shop", "scheme": "kiosk", "ios": {"bundleIdentifier": "com.example.kiosk"}}}"#)
        try await terminal.wait(for: "4 links: 2 passed, 2 failed")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
    }
}
