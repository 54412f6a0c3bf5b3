import Foundation
import TestSupport
import Testing

@Suite("linkscope build", .waits, .timeLimit(.minutes(30)))
struct BuildTests {
    @Test("a link with all parts is printed on one line, and inspect finds the same parts in it")
    func whole() async throws {
        let home = try Home()
        let built = try await home.run([
            "build", "--target", "https://example.com/p/42?a=1&b=2#top", "--app", "news://p/42?from=mail#f", "--extra",
            "campaign=spring & summer+50%", "n:=42", "--extra", "list:=[1,{\"a\":null}]", "--extra", "a.b=", "--referer-url", "shop://back",
            "--referer-name", "Café \"Shop\"", "--user-agent", "Mine 1", "--data", "{\"mine\":true}",
        ])
        #expect(built.end == .exited(0) && built.error.isEmpty)
        #expect(
            built.lines.count == 1 && built.output.hasPrefix("news://p/42?from=mail&al_applink_data=%7B") && built.output.hasSuffix("#f\n"))

        let read = try object(try await home.run(["inspect", "--json", String(built.lines[0])]).output)
        #expect(read["targetURL"] as? String == "https://example.com/p/42?a=1&b=2#top")
        #expect(read["refererURL"] as? String == "shop://back" && read["refererAppName"] as? String == "Café \"Shop\"")
        #expect(read["userAgent"] as? String == "Mine 1")
        let extras = try #require(read["extras"] as? [String: Any])
        #expect(extras["campaign"] as? String == "spring & summer+50%" && extras["n"] as? Int == 42 && extras["a.b"] as? String == "")
        #expect((extras["list"] as? [Any])?.count == 2)
        #expect((read["appLinkData"] as? [String: Any])?["mine"] as? Bool == true)
    }

    @Test("the JSON contains the link and the findings")
    func json() async throws {
        let built = try await Home().process(["build", "--json", "--target", "shop://p/1"])
        let keys = try object(built.output)
        #expect(built.end == .exited(0) && built.lines.count == 1)
        #expect((keys["link"] as? String)?.hasPrefix("shop://p/1?al_applink_data=%7B%22target_url%22%3A%22shop%3A%2F%2Fp%2F1%22") == true)
        let findings = try #require(keys["findings"] as? [[String: Any]])
        #expect(findings.isEmpty)
    }

    @Test("a secret becomes part of the link, and standard error warns of it without showing it", arguments: [[], ["--json"]])
    func secret(option: [String]) async throws {
        let built = try await Home().run(["build", "--target", "shop://p", "--extra", "access_token=abcdef"] + option)
        #expect(built.end == .exited(0))
        #expect(built.output.contains("abcdef"))
        #expect(
            built.error
                == "linkscope: the link contains a secret (a token or a password) and is printed unmasked: "
                + "anyone who sees the link can use the secret\n")
    }

    @Test("a doubtful link is built, with a warning")
    func doubts() async throws {
        let built = try await Home().run(["build", "--target", "https://example.com/", "--app", "shop:item", "--data", "{\"a\":1,\"a\":2}"])
        #expect(built.end == .exited(0) && built.output.hasPrefix("shop:item?al_applink_data="))
        #expect(
            built.error.contains("linkscope: --app: Without // after the scheme")
                && built.error.contains("linkscope: --data: In the JSON, the key"))
    }

    @Test(
        "a link that cannot be built is a usage error with one sentence per problem, and nothing is printed",
        arguments: [
            ([], "--target is missing: give the URL"), (["--target", ""], "--target is empty"),
            (["--target", "shop://p", "--app", " "], "--app is empty"),
            (["--target", "example.com/p"], "--target: The URL has no scheme"),
            (["--target", "http://[::1"], "--target: Not a URL: the ["),
            (["--target", "https://a b/"], "--target: Not a URL: byte 10 is a space or control character"),
            (["--target", "https:///p"], "--target: The host is empty"),
            (["--target", "shop://p", "--app", "x"], "--app: The URL has no scheme"),
            (["--target", "shop://p?al_applink_data=%7B%7D"], "--target: The URL already has App Link data"),
            (["--target", "shop://p", "--app", "x://y?al_applink_data"], "--app: The URL already has App Link data"),
            (["--target", "shop://p", "--extra", "x"], "--extra x: write name=text or name:=JSON"),
            (["--target", "shop://p", "--extra", "=x"], "--extra: This value has no name"),
            (["--target", "shop://p", "--extra", "x=1", "--extra", "x=2"], "--extra (x): The extra \"x\" already exists"),
            (["--target", "shop://p", "--extra", "x:=[1,"], "--extra (x): Not a JSON value"),
            (["--target", "shop://p", "--extra", "x:="], "--extra (x): Write a JSON value"),
            (["--target", "shop://p", "--extra", "x:=1e999"], "--extra (x): extras.x is the number 1e999"),
            (["--target", "shop://p", "--referer-url", "a:b"], "--referer-name: The referer has no name"),
            (["--target", "shop://p", "--referer-name", "Shop"], "--referer-url: The referer has no URL"),
            (["--target", "shop://p", "--data", "[1]"], "--data: The data is an array"),
            (["--target", "shop://p", "--data", "{\"version\":\"2\"}"], "--data: version is \"2\""),
            (["--target", "shop://p", "more"], "more"),
        ] as [([String], String)])
    func usage(arguments: [String], sentence: String) async throws {
        let finished = try await Home().run(["build"] + arguments)
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.output.isEmpty)
        #expect(finished.error.contains(sentence), "\(finished.error)")
    }

    @Test("the text typed and pasted into the inspector's form arrives as a link")
    func form() async throws {
        let home = try Home()
        let terminal = try home.inspector(columns: 80, rows: 24)
        try await terminal.waitForStart()
        terminal.type("b")
        try await terminal.wait(for: "Build an App Link")
        terminal.paste("https://example.com/p/42")
        try await terminal.wait(for: "Link, ")
        terminal.type("\tcafe://menu\tcampaign\tsummer sale")
        try await terminal.wait(for: "summer sale")
        try await terminal.wait(for: "cafe://menu?al_applink_data=%7B%22target_url")
        terminal.type("\r")
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "──#1──▸ Café")
        try await terminal.wait(for: "https://example.com/p/42")
        await terminal.quit()
    }

    @Test("all problems are reported at once, without showing a secret")
    func many() async throws {
        let finished = try await Home().run(["build", "--target", "x", "--extra", "access_token:=hunter2", "--data", "{"])
        #expect(finished.end == .exited(2))
        let lines = finished.error.split(separator: "\n")
        let starts = [
            "linkscope: --target: ", "linkscope: --extra (access_token): Not a JSON value: check byte 1.", "linkscope: --data: ",
            "See 'linkscope build --help'.",
        ]
        #expect(lines.count == starts.count && zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(finished.error)")
        #expect(!finished.error.contains("hunter2"))
    }
}
