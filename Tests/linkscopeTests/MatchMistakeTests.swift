import Foundation
import TestSupport
import Testing

/// Files, links and options with a mistake: the answer is no, in every form of the output, and the reason is told.
@Suite("linkscope match with mistakes", .waits, .timeLimit(.minutes(30)))
struct MatchMistakeTests {
    private static let app = "ABCDE12345.com.acme.shop"
    private static let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let handle = #""relation":["delegate_permission/common.handle_all_urls"]"#

    private static func aasa(_ components: String, app: String = app, key: String = "components") -> String {
        #"{"applinks":{"details":[{"appIDs":["\#(app)"],"\#(key)":[\#(components)]}]}}"#
    }

    private static func statement(_ package: String = "com.acme.shop", _ print: String = print, more: String = "") -> String {
        #"{\#(handle)\#(more),"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":["\#(print)"]}}"#
    }

    private func answer(_ line: String, _ arguments: [String] = []) async throws -> [String: Any] {
        let home = try Home()
        let finished = try await home.run(["match", "--json-lines"] + arguments, input: try home.file("input", line))
        return try object(try #require(finished.lines.first))
    }

    private func check(_ option: String, _ file: String, _ arguments: [String], link: String = "https://www.acme.com/a") async throws -> (
        text: String, json: [String: Any]
    ) {
        let home = try Home()
        let given = ["match", option, try home.file("file", file), link] + arguments
        let text = try await home.run(given)
        #expect(text.end == .exited(1), "\(text)")
        let json = try await home.run(given + ["--json"])
        #expect(json.end == .exited(1))
        return (text.output, try object(json.output))
    }

    @Test("a file that is too large opens nothing")
    func tooLarge() async throws {
        let aasa = Self.aasa(String(repeating: " ", count: 128 << 10) + #"{"/":"*"}"#)
        let links = "[" + String(repeating: " ", count: 1 << 20) + "\(Self.statement())]"
        for (option, file, name) in [("--aasa", aasa, "iOS"), ("--assetlinks", links, "Android")] {
            let (text, json) = try await check(option, file, [])
            #expect(text.contains("\(name): no") && text.contains("association-too-large"), "\(text)")
            #expect(text.contains("devices ignore the file"), "\(text)")
            #expect(json["opens"] as? Bool == false)
        }
        let line = try await answer(#"{"id":1,"aasa":\#(aasa),"url":"https://www.acme.com/a"}"#)
        #expect(line["decision"] as? String == "no_match" && line["code"] as? String == "association-too-large")
        let target = #"{"namespace":"android_app","package_name":"com.acme.shop","sha256_cert_fingerprints":["\#(Self.print)"]}"#
        let rest = #""source":"https://www.acme.com",\#(Self.handle),"target":\#(target)"#
        for dialect in ["google", "device"] {
            let line = try await answer(#"{"id":1,"assetlinks":\#(links),\#(rest)}"#, ["--dialect", dialect])
            #expect(line["linked"] as? Bool == false && (line["reason"] as? String)?.contains("larger than 1 MiB") == true, "\(line)")
        }
    }

    @Test("an app that cannot exist gets no link", arguments: ["com.acme.*", "shop", "com.acme-x.shop", "com..shop", "com.1acme"])
    func impossiblePackage(package: String) async throws {
        let (text, json) = try await check("--assetlinks", "[\(Self.statement(package))]", [])
        #expect(text.contains("Android: no") && text.contains("assetlinks-bad-package") && text.contains("no app can have it"), "\(text)")
        #expect(json["opens"] as? Bool == false)
        let other = try await check("--assetlinks", "[\(Self.statement(package))]", ["--package", package])
        #expect(other.text.contains("\(package): no"), "\(other.text)")
    }

    @Test(
        "--app-id with an ID that no app can have gets the answer no", arguments: ["TEAMID.com.acme.shop", "com.acme.shop", "AAAAAAAAAA.a"])
    func impossibleAppID(app: String) async throws {
        let (text, json) = try await check("--aasa", Self.aasa(#"{"/":"*"}"#, app: app), ["--app-id", app])
        #expect(text.contains("iOS: no") && text.contains("\(app): no, "), "\(text)")
        #expect(json["opens"] as? Bool == false)
    }

    @Test("a fingerprint in lowercase is the fingerprint of no app, in both forms")
    func lowercaseFingerprint() async throws {
        let small = Self.print.lowercased()
        let (text, _) = try await check("--assetlinks", "[\(Self.statement())]", ["--package", "com.acme.shop", "--fingerprint", small])
        #expect(text.contains("has lowercase letters"), "\(text)")
        let target = #"{"namespace":"android_app","package_name":"com.acme.shop","sha256_cert_fingerprints":["\#(small)"]}"#
        let line = try await answer(
            #"{"assetlinks":[\#(Self.statement())],"source":"https://www.acme.com",\#(Self.handle),"target":\#(target)}"#,
            ["--dialect", "device"])
        #expect(line["linked"] as? Bool == false)
    }

    @Test(
        "a link with a byte that no URL has opens nothing",
        arguments: [("/s p", "a space (byte 23)"), (#"/a?q="x""#, "the character \" (byte 26)"), ("/a#<b>", "the character < (byte 24)")])
    func noURL(path: String, words: String) async throws {
        let link = "https://www.acme.com" + path
        for (option, file) in [("--aasa", Self.aasa(#"{"/":"*"}"#)), ("--assetlinks", "[\(Self.statement())]")] {
            let (text, json) = try await check(option, file, [], link: link)
            #expect(text.contains("the link is not a URL: it contains \(words)"), "\(text)")
            #expect(json["opens"] as? Bool == false)
        }
        let url = link.replacing("\"", with: "\\\"")
        for arguments in [[], ["--trace"]] {
            let line = try await answer(#"{"id":1,"aasa":\#(Self.aasa(#"{"/":"*"}"#)),"appId":"\#(Self.app)","url":"\#(url)"}"#, arguments)
            #expect(line["decision"] as? String == "no_match" && line["code"] as? String == "bad-url", "\(line)")
            #expect((line["error"] as? String)?.contains(words) == true, "\(line)")
        }
    }

    @Test("if only an included file can tell, the answer is unknown in every form")
    func unreadInclude() async throws {
        let (text, json) = try await check("--assetlinks", #"[{"include":"https://o.acme.com/a"}]"#, [])
        #expect(text.contains("Android: unknown") && text.contains("reads no included files"), "\(text)")
        #expect(json["opens"] is NSNull)
        // An http include is never read.
        #expect(try await check("--assetlinks", #"[{"include":"http://o.acme.com/a"}]"#, []).json["opens"] as? Bool == false)
        let elsewhere = try await check("--assetlinks", #"[{"include":"https://o.acme.com/a"}]"#, ["--domain", "acme.com"])
        #expect(elsewhere.json["opens"] as? Bool == false)
    }

    @Test(
        "a line about assetlinks names the statement that is ignored, and why",
        arguments: [
            (#"[{"relation":"a/b","target":{}}]"#, "Statement [0] has no \"relation\" with an array of strings"),
            (#"[{"relation":["a/b"]}]"#, "Statement [0] has no \"target\""),
            (#"[{"relation":["a/b"],"target":{"namespace":"ios_app"}}]"#, "\"ios_app\" is not a namespace"),
            ("[\(statement("com.acme.shop", "AB:CD"))]", "None of the fingerprints is a SHA-256 fingerprint"),
            (#"[{"include":5}]"#, "Statement [0]: \"include\" must be a URL"),
            (#"[{"include":"http://o.acme.com/a"}]"#, "http://o.acme.com/a is not https"),
            ("[\(statement()),5]", "Statement [0] matches. Statement [1] must be an object"),
        ])
    func ignoredStatements(file: String, words: String) async throws {
        let target = #"{"namespace":"android_app","package_name":"com.acme.shop","sha256_cert_fingerprints":["\#(Self.print)"]}"#
        let line = #"{"assetlinks":\#(file),"source":"https://www.acme.com",\#(Self.handle),"target":\#(target)}"#
        for dialect in ["google", "device"] {
            let reason = try await answer(line, ["--dialect", dialect])["reason"] as? String ?? ""
            #expect(reason.contains(words), "\(reason)")
        }
    }

    @Test("a line about includes that include each other names the file that is included again")
    func includeLoop() async throws {
        let target = #"{"namespace":"web","site":"https://a.example"}"#
        let files = #""includes":{"https://o.acme.com/a":[{"include":"https://o.acme.com/a"}]}"#
        let rest = #""source":"https://www.acme.com","relation":"a/b","target":\#(target)"#
        let line = #"{"assetlinks":[{"include":"https://o.acme.com/a"}],\#(files),\#(rest)}"#
        let reason = try await answer(line)["reason"] as? String ?? ""
        #expect(reason.contains("include https://o.acme.com/a more than once"), "\(reason)")
    }

    @Test("a line about another host, or about an app that the file does not name, is answered with the reason")
    func untriedRules() async throws {
        let file = Self.aasa(#"{"/":"/a"}"#)
        let host = #"{"aasa":\#(file),"domain":"foo.com","appId":"\#(Self.app)","url":"https://www.acme.com/a"}"#
        #expect((try await answer(host)["reason"] as? String)?.contains("the link's host is www.acme.com") == true)
        let app = #"{"aasa":\#(file),"appId":"ABCDE12345.com.other","url":"https://www.acme.com/a"}"#
        #expect(try await answer(app)["reason"] as? String == "the file does not name the app")
        let rule = #"{"aasa":\#(file),"appId":"\#(Self.app)","url":"https://www.acme.com/b"}"#
        #expect(try await answer(rule).count == 2, "rules that were tried are shown only by --trace")
    }

    @Test("--domain is compared like a host; anything else than a host is a usage error")
    func domain() async throws {
        let home = try Home()
        let file = try home.file("aasa", Self.aasa(#"{"/":"*"}"#))
        for (domain, code) in [
            ("www.acme.com", 0), ("WWW.ACME.COM.", 0), ("acme.com", 1), ("https://www.acme.com/", 2), ("www.acme.com/", 2), ("a b", 2),
        ] as [(String, Int32)] {
            let finished = try await home.run(["match", "--aasa", file, "--domain", domain, "https://www.acme.com/a"])
            #expect(finished.end == .exited(Int(code)), "\(domain): \(finished)")
            if code == 2 { #expect(finished.error.contains("--domain: write a host"), "\(finished)") }
        }
    }

    @Test("the nearest of Android's dynamic rules is named")
    func nearestDynamicRule() async throws {
        let list = #""dynamic_app_link_components":[{"/":"/else"},{"/":"/ab"}]"#
        let rules = #","relation_extensions":{"delegate_permission/common.handle_all_urls":{\#(list)}}"#
        let (text, json) = try await check("--assetlinks", "[\(Self.statement(more: rules))]", [])
        #expect(text.contains("dynamic_app_link_components[1]: ") && text.contains("← nearest"), "\(text)")
        let apps = (json["assetlinks"] as? [String: Any])?["apps"] as? [[String: Any]]
        #expect((apps?.first?["steps"] as? [[String: Any]])?.first?["component"] as? String == "dynamic_app_link_components[1]")
    }
}
