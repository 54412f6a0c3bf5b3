import Foundation
import TestSupport
import Testing

@Suite("linkscope match", .waits, .timeLimit(.minutes(30)))
struct MatchTests {
    private func answers(_ lines: [String], _ arguments: [String] = []) async throws -> [[String: Any]] {
        let home = try Home()
        let input = try home.file("input", lines.joined(separator: "\n"))
        let finished = try await home.run(["match", "--json-lines"] + arguments, input: input)
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.error.isEmpty)
        return try finished.lines.map { try object($0) }
    }

    @Test("the answer to an intent has its id, all its fields and its canonical form")
    func intent() async throws {
        let line =
            #"{"id":"a-1","intent":"intent://item/7#Intent;scheme=shop;package=com.example;i.n=+5;S.browser_fallback_url=https%3A%2F%2Fa.example;end"}"#
        let answer = try #require(try await answers([line]).first)
        #expect(answer["id"] as? String == "a-1")
        #expect(answer["action"] as? String == "android.intent.action.VIEW")
        #expect(answer["data"] as? String == "shop://item/7")
        #expect(answer["scheme"] as? String == "shop")
        #expect(answer["package"] as? String == "com.example")
        #expect(answer["fallbackURL"] as? String == "https://a.example")
        let extra = (answer["extras"] as? [[String: Any]])?.first
        #expect(extra?["name"] as? String == "n" && extra?["type"] as? String == "int" && extra?["value"] as? Int == 5)
        #expect(
            answer["canonical"] as? String
                == "intent://item/7#Intent;scheme=shop;package=com.example;i.n=5;S.browser_fallback_url=https%3A%2F%2Fa.example;end")
    }

    @Test("filters and devices are asked too; a declaration that cannot be read is named with its place")
    func declarations() async throws {
        let filter = #"{"actions":["VIEW"],"categories":[],"data":[{"scheme":"shop","host":"a"}]}"#
        let device = #"{"platform":"ios","version":17.5,"apps":[{"id":"shop","schemes":["shop"]}],"aasa":{}}"#
        let android = #"{"platform":"android","version":"14","apps":[{"id":"com.android.chrome","browser":true}]}"#
        let answers = try await answers([
            #"{"id":1,"filters":[\#(filter)],"intent":{"action":"VIEW","data":"shop://a/7"}}"#,
            #"{"id":2,"filters":[\#(filter)],"intent":{"action":"VIEW","data":"shop://b/7"}}"#,
            #"{"id":3,"device":\#(device),"from":{"where":"camera"},"link":"shop://a"}"#,
            #"{"id":4,"device":\#(android),"from":{"by":"chrome","how":"typed"},"link":"https://a.example/"}"#,
            #"{"id":5,"device":{"platform":"palm"},"from":{},"link":"shop://a"}"#,
        ])
        #expect(answers.map { $0["match"] as? Bool } == [true, false, nil, nil, nil])
        #expect(answers.map { $0["decision"] as? String } == [nil, nil, "app", "browser", nil])
        #expect(answers[2]["app"] as? String == "shop" && answers[2]["confirm"] as? Bool == true)
        #expect(answers[3]["app"] as? String == "com.android.chrome")
        #expect(answers[1]["reason"] as? String == "the filter has another host or port")
        #expect(answers[4]["code"] as? String == "bad-declaration" && answers[4]["offset"] as? Int == 29)
    }

    @Test("numbers of every type are JSON numbers, a selector has its data, and both canonical forms are given")
    func intentValues() async throws {
        let numbers = [("b", "7"), ("s", "-7"), ("i", "7"), ("l", "9000000000"), ("f", "1.5"), ("d", "-2.5e3"), ("d", "1e10")]
        let entries = numbers.enumerated().map { "\($1.0).n\($0)=\($1.1);" }.joined()
        let uri = "intent://h/p?a=1#Intent;scheme=shop;package=com.example;\(entries)d.nan=NaN;f.inf=-Infinity;end"
        let answer = try #require(try await answers([#"{"id":1,"intent":"\#(uri)"}"#]).first)
        let values = (answer["extras"] as? [[String: Any]] ?? []).map { $0["value"] }
        #expect(values.compactMap { $0 as? Double } == [7, -7, 7, 9_000_000_000, 1.5, -2500, 1e10])
        #expect(values.compactMap { $0 as? String } == ["NaN", "-Infinity"])
        #expect((answer["canonicalAndroidApp"] as? String)?.hasPrefix("android-app://com.example/shop/h/p?a=1#Intent;b.n0=7;") == true)
        let selector = try await answers([#"{"id":1,"intent":"intent:#Intent;SEL;scheme=tel;end"}"#]).first
        #expect((selector?["selector"] as? [String: Any])?["data"] as? String == "tel:")
        #expect(selector?["canonicalAndroidApp"] is NSNull && selector?["canonical"] as? String == "intent:#Intent;SEL;scheme=tel;end")
    }

    @Test("answers come in the order of the lines; for an invalid line, the answer says why and where, and the next lines are answered")
    func order() async throws {
        let lines = [
            #"{"id":1,"intent":"android-app://p"}"#, #"{"id":2,"intent":"intent:#Intent;package=p"}"#, "", "nonsense", #"{"id":3}"#,
            #"{"id":[4],"intent":7}"#, #"{"intent":"intent:#Intent;SEL;category=c;end"}"#,
        ]
        let answers = try await answers(lines)
        #expect(answers.map { $0["id"] as? Int } == [1, 2, nil, 3, nil, nil])
        #expect(answers.map { $0["offset"] as? Int } == [nil, 24, 0, 0, 19, nil])
        #expect(answers.map { $0["error"] == nil } == [true, false, false, false, false, true])
        #expect((answers.last?["selector"] as? [String: Any])?["categories"] as? [String] == ["c"])
    }

    @Test("a token is masked everywhere unless an option shows it")
    func secrets() async throws {
        let line =
            #"{"id":1,"intent":"intent://h?access_token=abc#Intent;scheme=s;S.access_token=def;S.u=https%3A%2F%2Fh%2F%3Faccess_token%3Dghi;end"}"#
        let home = try Home()
        let input = try home.file("input", line)
        let masked = try await home.run(["match", "--json-lines"], input: input)
        for secret in ["abc", "def", "ghi"] { #expect(!masked.output.contains(secret), "\(masked.output)") }
        #expect((try object(masked.output)["masked"] as? [String])?.contains("canonical") == true)
        let shown = try await home.run(["match", "--json-lines", "--show-secrets"], input: input)
        for secret in ["abc", "def", "ghi"] { #expect(shown.output.contains(secret)) }
    }

    @Test("a token in the name of an extra or of a component is masked in the canonical form too")
    func masksNames() async throws {
        let (jwt, key) = ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "ghp_" + String(repeating: "aB1", count: 12))
        let answer = try #require(try await answers([#"{"intent":"intent:#Intent;component=com.a/.\#(key);S.\#(jwt)=1;end"}"#]).first)
        #expect(answer["canonical"] as? String == "intent:#Intent;component=com.a/.••••••••;S.••••••••=1;end")
    }

    @Test("masking an extra leaves the rest of the canonical form unchanged")
    func masksExtraOnly() async throws {
        let line = #"{"intent":"intent://h/p#Intent;scheme=shop;S.u=x%3Faccess_token%3DSEC;i.n=5;end"}"#
        #expect(try await (answers([line]).first?["canonical"] as? String)?.hasSuffix(";i.n=5;end") == true)
    }

    @Test("a trace shows no character of a token, and says where it was masked")
    func traceMasks() async throws {
        let file = #"{"applinks":{"details":[{"appID":"A.b","components":[{"?":{"access_token":"SECRETX"}}]}]}}"#
        let line = #"{"aasa":\#(file),"domain":"h","appId":"A.b","url":"https://h/?access_token=SECRETZ"}"#
        let answer = try #require(try await answers([line], ["--trace"]).first)
        let reason = ((answer["steps"] as? [[String: Any]])?.first?["reason"] as? String) ?? ""
        #expect(reason.contains("has \"•\" (byte 31) where \"••••••••\" expects \"•\" (byte 7)"), "\(reason)")
        #expect(!"\(answer)".contains("SECRET"), "\(answer)")
        #expect(answer["masked"] is [String])
    }

    @Test("files instead of standard input; exit code 3 for a missing file, 2 without --json-lines")
    func files() async throws {
        let home = try Home()
        let file = try home.file("lines", #"{"id":1,"intent":"android-app://p"}"#)
        #expect(try await home.process(["match", "--json-lines", file]).lines.count == 1)
        let missing = try await home.run(["match", "--json-lines", home.path + "/none"])
        #expect(missing.end == .exited(3))
        #expect(missing.error.contains("/none"))
        #expect(try await home.run(["match", "x"]).end == .exited(2))
    }

    private static let aasa =
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example"],"components":[{"/":"/help/*","exclude":true,"comment":"the web"},{"/":"/buy/*"}]}]}}"#
    private static let print = "AB:" + Array(repeating: "01", count: 31).joined(separator: ":")
    private static let assetLinks =
        #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"com.example","sha256_cert_fingerprints":["\#(print)"]}}]"#

    private func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\\\"") + "\"" }

    @Test("aasa lines: only the decision; the file is JSON or a string that contains it", arguments: [false, true])
    func aasaLines(isString: Bool) async throws {
        let file = isString ? quoted(Self.aasa) : Self.aasa
        let lines = [("buy/7", "match"), ("help/7", "exclude"), ("other", "no_match")].map { path, _ in
            #"{"id":"\#(path)","aasa":\#(file),"domain":"h.example","appId":"ABCDE12345.com.example","url":"https://h.example/\#(path)"}"#
        }
        let home = try Home()
        let finished = try await home.run(["match", "--json-lines"], input: try home.file("input", lines.joined(separator: "\n")))
        #expect(finished.end == .exited(0))
        #expect(
            finished.lines == [
                #"{"id":"buy/7","decision":"match"}"#, #"{"id":"help/7","decision":"exclude"}"#, #"{"id":"other","decision":"no_match"}"#,
            ])
    }

    @Test("a line about the same device as the previous line is answered as if it came alone")
    func sameDevice() async throws {
        let device =
            #"{"platform":"ios","apps":[{"id":"shop","schemes":["shop"],"appID":"A.shop","associatedDomains":["applinks:h.example"]}],"aasa":{"h.example":\#(Self.aasa)}}"#
        let rest = #""from":{"where":"camera"}"#
        let lines = [
            #"{"id":1,"device":\#(device),\#(rest),"link":"shop://a"}"#,
            #"{"id":2,"device":\#(device),\#(rest),"link":"other://a"}"#,
            #"{"id":[3],"device":\#(device),\#(rest),"link":"shop://a","device":{}}"#,
            #"{"id":4,"x":{"device":\#(device)},\#(rest),"link":"shop://a"}"#,
            #"{"id":5,"device":\#(device)x,\#(rest),"link":"shop://a"}"#,
            #"{"id":6,"device":\#(device),"from":{"where":"moon"},"link":"shop://a"}"#,
            #"{"id":7,"device":\#(device),\#(rest),"link":7}"#,
        ]
        let together = try await answers(lines)
        #expect(together.map { $0["decision"] as? String }.prefix(2) == ["app", "nothing"])
        for (line, answer) in zip(lines, together) {
            let alone = try #require(try await answers([line]).first)
            #expect(alone as NSDictionary == answer as NSDictionary, "\(line)")
        }
    }

    @Test("a line about the same file as the previous line is answered as if it came alone")
    func sameFile() async throws {
        let rest = #""domain":"h.example","appId":"ABCDE12345.com.example""#
        let lines = [
            #"{"id":1,"aasa":\#(Self.aasa),\#(rest),"url":"https://h.example/buy/1"}"#,
            #"{"id":2,"aasa":\#(Self.aasa),\#(rest),"url":"https://h.example/help/1"}"#,
            #"{"id":3,"aasa":\#(Self.aasa),\#(rest),"url":"https://h.example/buy/1","aasa":{}}"#,
            #"{"id":4,"x":{"aasa":\#(Self.aasa)},\#(rest),"url":"https://h.example/buy/1"}"#,
            #"{"id":5,"aasa":\#(Self.aasa)x,\#(rest),"url":"https://h.example/buy/1"}"#,
            #"{"id":6,"x":"\"aasa\":","aasa":\#(Self.aasa),\#(rest),"url":"https://h.example/buy/1"}"#,
            #"{"id":7,"aasa":\#(Self.aasa),"appId":"ABCDE12345.com.example","url":"https://h.example/buy/1"}"#,
            #"{"id":8,"aasa":\#(Self.aasa),\#(rest),"url":5}"#,
        ]
        let together = try await answers(lines)
        #expect(together.map { $0["decision"] as? String } == ["match", "exclude", "no_match", nil, nil, "match", "match", nil])
        for (line, answer) in zip(lines, together) {
            let alone = try #require(try await answers([line]).first)
            #expect(alone as NSDictionary == answer as NSDictionary, "\(line)")
        }
    }

    @Test(
        "if devices would reject the file, the answer says what is wrong with it and at which byte",
        arguments: [
            (#""{\"applinks\": {\"details\": [}}""#, "association-not-json", 26), (#""""#, "association-not-json", 0),
            ("[]", "association-wrong-root", 0), ("null", "association-wrong-root", 0), ("5", "association-wrong-root", 0),
            (#""\n  true""#, "association-wrong-root", 3),
        ])
    func unusableFiles(file: String, code: String, offset: Int) async throws {
        let aasa = #"{"id":1,"aasa":\#(file),"domain":"h.example","appId":"ABCDE12345.com.example","url":"https://h.example/buy/1"}"#
        let links =
            #"{"id":2,"assetlinks":\#(file == "[]" ? "{}" : file),"relation":"a/b","target":{"namespace":"web","site":"https://a.example"}}"#
        // Each file comes twice, because the error must also be reported for a file that was read before.
        for (index, answer) in try await answers([aasa, links, aasa, links]).enumerated() {
            if index.isMultiple(of: 2) {
                #expect(answer["decision"] as? String == "no_match")
            } else {
                #expect(answer["linked"] as? Bool == false && answer["reason"] is String)
            }
            #expect(answer["code"] as? String == code, "\(answer)")
            #expect(answer["offset"] as? Int == offset, "\(answer)")
            let place = file == #""""# ? "is empty" : "at byte \(offset + 1)"
            if code == "association-not-json" { #expect((answer["error"] as? String)?.contains(place) == true, "\(answer)") }
        }
    }

    @Test(
        "an invalid url is answered with the reason, even if the file is known from the previous line",
        arguments: [
            ("not a url", "has no scheme"), ("h.example/other", "has no scheme"), ("", "is not a URL"), ("1://x", "is not a URL"),
            ("https://exa mple/other", "is not a URL"), ("https://[::1/x", "is not a URL"),
        ])
    func badURLs(url: String, words: String) async throws {
        let rest = #""aasa":\#(Self.aasa),"domain":"h.example","appId":"ABCDE12345.com.example""#
        let line = #"{"url":"\#(url)","id":1,\#(rest)}"#
        let fine = #"{"id":2,\#(rest),"url":"https://h.example/other%20"}"#
        for (arguments, lines) in [([], [line, fine, line]), (["--trace"], [line])] {
            let answers = try await answers(lines, arguments)
            #expect(answers.map { $0["id"] as? Int } == (lines.count == 1 ? [1] : [1, 2, 1]))
            for answer in answers where answer["id"] as? Int == 1 {
                #expect(answer["decision"] as? String == "no_match")
                #expect(answer["code"] as? String == "bad-url" && answer["offset"] as? Int == 7, "\(answer)")
                #expect((answer["error"] as? String)?.hasPrefix("\"url\" \(words)") == true, "\(answer)")
            }
            for answer in answers where answer["id"] as? Int == 2 { #expect(Set(answer.keys) == ["id", "decision"], "\(answer)") }
        }
    }

    @Test("a link of another scheme than https gets the answer no and the reason, from a line and as an argument")
    func otherSchemes() async throws {
        let home = try Home()
        let files = ["--aasa", try home.file("aasa", Self.aasa), "--assetlinks", try home.file("assetlinks", Self.assetLinks)]
        for link in ["http://h.example/buy/1", "shop://h.example/buy/1", "h.example/buy/1"] {
            let line = #"{"id":1,"aasa":\#(Self.aasa),"appId":"ABCDE12345.com.example","url":"\#(link)"}"#
            let answers = try await answers([line, line.replacing(link, with: "https://h.example/buy/1"), line])
            #expect(answers.map { $0["decision"] as? String } == ["no_match", "match", "no_match"])
            for answer in answers where answer["decision"] as? String != "match" {
                #expect(((answer["reason"] ?? answer["error"]) as? String)?.contains("scheme") == true, "\(answer)")
            }
            let finished = try await home.run(["match"] + files + [link])
            #expect(finished.end == .exited(1))
            #expect(finished.output.components(separatedBy: "only for https links").count == 3, "one reason for each platform: \(finished)")
            #expect(!finished.output.contains("yes") && !finished.output.contains("no: the link"), "\(finished)")
            let json = try object(try await home.run(["match", "--json"] + files + [link]).output)
            #expect(json["opens"] as? Bool == false)
        }
    }

    @Test(
        "without an app ID in the question or a valid one in the file, nothing opens, and the reason is told",
        arguments: [
            (#""components":[{}]"#, "names no app"), (#""appIDs":[],"components":[{}]"#, "names no app"),
            (#""appIDs":"ABCDE12345.com.example","components":[{}]"#, "must be an array of strings"),
            (#""appID":"TEAMID.com.example","components":[{}]"#, "ten capital letters and digits"),
            (#""appIDs":["YOURTEAMID.com.example",""],"components":[{}]"#, "is a placeholder"),
        ])
    func noPossibleApp(entry: String, words: String) async throws {
        let home = try Home()
        let aasa = #"{"applinks":{"details":[{\#(entry)}]}}"#
        let finished = try await home.run(["match", "--aasa", try home.file("aasa", aasa), "https://h.example/a"])
        #expect(finished.end == .exited(1))
        #expect(finished.output.contains("error: aasa-") && finished.output.contains(words), "\(finished)")
        #expect(!finished.output.contains("any app"), "\(finished)")
        let line = #"{"id":1,"aasa":\#(aasa),"url":"https://h.example/a"}"#
        for answer in try await answers([line, line]) {
            #expect(answer["decision"] as? String == "no_match")
            #expect((answer["reason"] as? String)?.contains("no app") == true, "\(answer)")
        }
        let named = line.replacing(#","url""#, with: #","appId":"TEAMID.com.example","url""#)
        let isListed = entry.contains("TEAMID.com.example") && !entry.contains("YOUR")
        #expect(try await answers([named]).first?["decision"] as? String == (isListed ? "match" : "no_match"), "the question names the app")
    }

    @Test(
        "an id of any kind is echoed as it was written",
        arguments: [
            "7", "-0.50e+3", "null", "true", #""a\u0041é""#, #"{"a":[1,2.0,{"b":null}],"a":1}"#, "[]", #"[ "x\ty",  7 ]"#,
            "123456789012345678901234567890", "\"\u{E9}\"",
        ])
    func ids(id: String) async throws {
        let home = try Home()
        let rest = #""aasa":\#(Self.aasa),"domain":"h.example","appId":"ABCDE12345.com.example","url":"https://h.example/buy/1"}"#
        let lines = [#"{"id":\#(id),\#(rest)"#, #"{"id":\#(id),\#(rest)"#, #"{"id":\#(id),"intent":"x"}"#, #"{"id": \#(id)}"#]
        let finished = try await home.run(["match", "--json-lines"], input: try home.file("input", lines.joined(separator: "\n")))
        #expect(finished.lines.count == 4)
        for line in finished.lines { #expect(line.hasPrefix(#"{"id":\#(id),"#), "\(line)") }
    }

    @Test("an id with control characters is escaped, and an invalid id becomes null")
    func hostileIDs() async throws {
        let home = try Home()
        let input = try home.file("input", "{\"id\":{\"a\":\t[1],\t\"\u{202E}\":\"\\\"\u{9B}\"}}\n{\"id\":[1,\n{\"id\":{\"a\":}}")
        let lines = try await home.run(["match", "--json-lines"], input: input).lines
        #expect(
            lines.first?.hasPrefix(#"{"id":{"a": [1], "\u202E":"\"\u009B"},"error":"#) == true || lines.first?.contains(#"\u202e"#) == true,
            "\(lines)")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(#"{"id":null,"error":"#) }, "\(lines)")
    }

    @Test("lines about several files in turn, with spaces, with or without a domain, are answered as if each came alone")
    func manyFiles() async throws {
        let files = (0..<5).map {
            #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example"], "components": [{"/": "/\#($0)*", "?": {"q": "?*"}}]}]}}"#
        }
        var lines: [String] = []
        for number in 0..<40 {
            let extra = [#", "domain": "h.example""#, #", "domain": null"#, "", #", "appId": "ABCDE12345.com.example""#][number % 4]
            let url = [
                "https://h.example/\(number % 7)?q=1", "https://h.example/\(number % 5)?q=1&p", "https://x.example/%2F\(number % 3)?q",
            ][number % 3]
            lines.append(#"{"url": "\#(url)", "aasa": \#(files[number % 5])\#(extra), "id": \#(number)}"#)
        }
        let together = try await answers(lines + lines)
        #expect(together.count == 80)
        #expect(together.prefix(40).map { $0["decision"] as? String } == together.suffix(40).map { $0["decision"] as? String })
        #expect(Set(together.compactMap { $0["decision"] as? String }) == ["match", "no_match"])
        for (line, answer) in zip(lines, together).prefix(12) {
            let alone = try #require(try await answers([line]).first)
            #expect(alone as NSDictionary == answer as NSDictionary, "\(line)")
        }
    }

    @Test("a trace shows which component decided, why the others did not match, the nearest one, and the errors in the file")
    func trace() async throws {
        let line = #"{"id":1,"aasa":\#(Self.aasa),"domain":"h.example","appId":"ABCDE12345.com.example","url":"https://h.example/bus"}"#
        let answer = try #require(try await answers([line, line.replacing("/bus", with: "/buy/1")], ["--trace"]).first)
        #expect(answer["decision"] as? String == "no_match")
        #expect(answer["reason"] as? String == "no rule matches")
        let steps = try #require(answer["steps"] as? [[String: Any]])
        #expect(steps.map { $0["component"] as? String } == ["details[0].components[0]", "details[0].components[1]"])
        #expect(steps.map { $0["nearest"] as? Bool } == [false, true])
        #expect(steps.last?["urlOffset"] as? Int == 20 && steps.last?["patternOffset"] as? Int == 3)
        #expect((steps.last?["reason"] as? String)?.contains(#"has "s" (byte 21) where "/buy/*" expects "y" (byte 4)"#) == true)
        #expect((answer["findings"] as? [Any])?.isEmpty == true)
    }

    @Test("assetlinks lines: whether the app is linked and why; JSON or string; included files; the dialect")
    func assetLinksLines() async throws {
        let target = #"{"namespace":"android_app","package_name":"com.example","sha256_cert_fingerprints":["\#(Self.print)"]}"#
        let rest =
            #""source":{"namespace":"web","site":"https://h.example"},"relation":"delegate_permission/common.handle_all_urls","target":\#(target)"#
        let include =
            #"{"https://h.example/.well-known/assetlinks.json":[{"include":"https://i.example/a"}],"https://i.example/a":\#(Self.assetLinks)}"#
        let answers = try await answers([
            #"{"id":1,"assetlinks":\#(Self.assetLinks),\#(rest)}"#, #"{"id":2,"assetlinks":\#(quoted(Self.assetLinks)),\#(rest)}"#,
            #"{"id":3,"assetlinks":\#(include),\#(rest)}"#, #"{"id":4,"assetlinks":[{"include":"https://i.example/a"}],\#(rest)}"#,
            #"{"id":5,"assetlinks":\#(Self.assetLinks),"dialect":"device",\#(rest.replacing("https://h", with: "http://h"))}"#,
            #"{"id":6,"assetlinks":[],"relation":"x","target":5}"#,
        ])
        #expect(answers.map { $0["linked"] as? Bool } == [true, true, true, nil, false, false])
        #expect(answers[3]["linked"] is NSNull && (answers[3]["reason"] as? String)?.contains("https://i.example/a is included") == true)
        #expect((answers[3]["reason"] as? String)?.contains("FETCH_ERROR") == true)
        #expect((answers[4]["reason"] as? String)?.contains("uses only https") == true)
        #expect((answers[5]["reason"] as? String)?.contains("INVALID_QUERY") == true)
    }

    @Test("only the dialect google uses the error names of Google's API in its reasons", arguments: ["google", "device"])
    func dialectNames(dialect: String) async throws {
        let target = #""source":"https://h.example","relation":"a/b","target":{"namespace":"web","site":"https://a.example"}"#
        let lines = [
            #"{"id":1,"assetlinks":[{"include":"https://i.example/a"}],\#(target)}"#, #"{"id":2,"assetlinks":[5],\#(target)}"#,
            #"{"id":3,"assetlinks":[],"relation":"x","target":5}"#,
        ]
        let names = ["FETCH_ERROR", "MALFORMED_CONTENT", "INVALID_QUERY"]
        let answers = try await answers(lines, ["--trace", "--dialect", dialect])
        #expect(answers.count == names.count)
        for (answer, name) in zip(answers, names) {
            let reason = try #require(answer["reason"] as? String)
            #expect(!reason.isEmpty && reason.contains(name) == (dialect == "google"), "\(reason)")
            #expect((answer["errors"] as? [[String: Any]])?.first?["name"] as? String == name, "a key that scripts read")
        }
    }

    @Test(
        "questions that Google's API refuses are INVALID_QUERY, and devices answer them",
        arguments: [
            ("null", #"{"namespace":"android_app","package_name":"com.example","sha256_cert_fingerprints":["PRINT"]}"#, "has no source"),
            (#""https://h.example/path""#, #""https://a.example""#, "is not a site"),
            (
                #""https://h.example""#, #"{"namespace":"android_app","package_name":"example","sha256_cert_fingerprints":["PRINT"]}"#,
                "is not a package name"
            ),
            (
                #""https://h.example""#,
                #"{"namespace":"android_app","package_name":"com.1x","certificate":{"sha256Fingerprint":"PRINT"}}"#,
                "is not a package name"
            ),
            (#""https://h.example""#, #"{"namespace":"ios_app","appid":"x"}"#, "not a namespace"),
            (
                #""https://h.example""#, #"{"androidApp":{"packageName":"com.example","certificate":{"sha256Fingerprint":"LOWER"}}}"#,
                "capital hexadecimal"
            ),
        ])
    func refusedQueries(source: String, target: String, words: String) async throws {
        let target = target.replacing("PRINT", with: Self.print).replacing("LOWER", with: Self.print.lowercased())
        let line =
            #"{"id":1,"assetlinks":\#(Self.assetLinks),"source":\#(source),"relation":"delegate_permission/common.handle_all_urls","target":\#(target)}"#
        let answer = try #require(try await answers([line], ["--dialect", "google"]).first)
        #expect(answer["linked"] as? Bool == false)
        let reason = answer["reason"] as? String ?? ""
        #expect(reason.contains("(INVALID_QUERY)") && reason.contains(words), "\(reason)")
        let device = try #require(try await answers([line], ["--dialect", "device"]).first)
        #expect((device["linked"] as? Bool == true) == (source == "null"), "\(device)")
    }

    @Test(
        "an Android asset can be given with its certificate",
        arguments: [
            #"{"namespace":"android_app","package_name":"com.example","certificate":{"sha256Fingerprint":"PRINT"}}"#,
            #"{"namespace":"android_app","package_name":"com.example","certificate":{"sha256_fingerprint":"PRINT"}}"#,
            #"{"namespace":"android_app","package_name":"com.example","certificate":"PRINT"}"#,
            #"{"androidApp":{"packageName":"com.example","certificate":{"sha256Fingerprint":"PRINT"}}}"#,
        ])
    func certificates(target: String) async throws {
        let line =
            #"{"id":1,"assetlinks":\#(Self.assetLinks),"source":"https://h.example","relation":"delegate_permission/common.handle_all_urls","target":\#(target)}"#
        #expect(try await answers([line.replacing("PRINT", with: Self.print)]).first?["linked"] as? Bool == true)
        #expect(try await answers([line.replacing("PRINT", with: "CD" + Self.print.dropFirst(2))]).first?["linked"] as? Bool == false)
    }

    @Test("match --fingerprint checks the certificate as verify does; a file with lowercase fingerprints opens nothing on a device")
    func fingerprint() async throws {
        let home = try Home()
        let (upper, lower) = (
            try home.file("upper", Self.assetLinks),
            try home.file("lower", Self.assetLinks.replacing(Self.print, with: Self.print.lowercased()))
        )
        let other = "CD" + Self.print.dropFirst(2)
        for (file, print, isOpening) in [
            (upper, Self.print, true), (upper, Self.print.lowercased(), false), (upper, other, false), (lower, Self.print, false),
            (lower, Self.print.lowercased(), false),
        ] {
            let finished = try await home.run(
                ["match", "--assetlinks", file, "--package", "com.example", "--fingerprint", print, "https://h.example/"])
            #expect(finished.end == .exited(isOpening ? 0 : 1), "\(finished)")
        }
        let unnamed = try await home.run(["match", "--assetlinks", lower, "https://h.example/"])
        #expect(unnamed.end == .exited(1) && unnamed.output.contains("no fingerprint in capital letters"), "\(unnamed)")
        for usage in [["--fingerprint", Self.print], ["--package", "com.example", "--fingerprint", "AB:CD"]] {
            #expect(try await home.run(["match", "--assetlinks", upper, "https://h.example/"] + usage).end == .exited(2))
        }
    }

    @Test(
        "a note about a file is shown where it is the reason for the answer, and only there",
        arguments: [
            (#"{"appID":"ABCDE12345.b","components":[{"/":"/new/*"}],"paths":["/old/*"]}"#, "/old/1", "paths\" is ignored"),
            (#"{"appID":"ABCDE12345.b","components":[{"/":"/new/*"}],"paths":["/old/*"]}"#, "/else/1", nil),
            (#"{"appID":"ABCDE12345.b","components":[{"/":"/new/*"}],"paths":["NOT /old/*","*"]}"#, "/old/1", nil),
            (#"{"appID":"ABCDE12345.b","components":[{"/":"/new/*"}],"paths":["/new/*"]}"#, "/new/1", nil),
            (#"{"appID":"ABCDE12345.b","components":[{"path":"/a"}]}"#, "/b", "\"path\" in"),
            (#"{"appID":"ABCDE12345.b","components":[{"/":"/b"},{"path":"/a"}]}"#, "/b", nil),
            (#"{"appID":"ABCDE12345.b","rules":[{"/":"/b"}]}"#, "/b", "\"rules\" in"),
        ] as [(String, String, String?)])
    func notes(entry: String, path: String, words: String?) async throws {
        let home = try Home()
        let file = try home.file("aasa", #"{"applinks":{"details":[\#(entry)]}}"#)
        let output = try await home.run(["match", "--aasa", file, "https://h.example" + path]).output
        #expect(output.contains("note: ") == (words != nil), "\(output)")
        if let words { #expect(output.contains(words), "\(output)") }
    }

    @Test("an included file that was not read is named where no app gets the link")
    func unreadIncludes() async throws {
        let home = try Home()
        let file = try home.file("links", #"[{"include":"https://i.example/a.json"}]"#)
        let finished = try await home.run(["match", "--assetlinks", file, "https://h.example/"])
        #expect(
            finished.end == .exited(1) && finished.output.contains("note: the file includes https://i.example/a.json, which was not read"))
    }

    @Test("links and local files: which app opens each link, exit code 1 if none does")
    func links() async throws {
        let home = try Home()
        let aasa = try home.file("aasa", Self.aasa)
        let assetLinks = try home.file("assetlinks", Self.assetLinks)
        let both = ["match", "--aasa", aasa, "--assetlinks", assetLinks]
        let fine = try await home.run(both + ["--json", "https://h.example/buy/1"])
        #expect(fine.end == .exited(0))
        #expect(try object(fine.output)["opens"] as? Bool == true)
        let excluded = try await home.run(both + ["https://h.example/help/1", "https://h.example/buy/2"])
        #expect(excluded.end == .exited(1))
        #expect(excluded.output.contains("ABCDE12345.com.example: no, details[0].components[0] (\"the web\") excludes the link"))
        #expect(excluded.output.contains("ABCDE12345.com.example: yes, details[0].components[1] matches"))
        #expect(try await home.run(both + ["--domain", "other.example", "https://h.example/buy/1"]).end == .exited(1))
        #expect(try await home.run(both + ["--package", "com.other", "https://h.example/buy/1"]).end == .exited(1))
        let near = try await home.run(["match", "--aasa", aasa, "https://h.example/bus"])
        #expect(near.output.contains("expects \"y\" (byte 4)   ← nearest"))
        #expect(try await home.run(["match", "--aasa", home.path + "/none", "https://h.example/"]).end == .exited(3))
        for usage in [
            ["match", "https://h.example/"], ["match", "--json-lines", "--aasa", aasa], ["match", "--json-lines", "--dialect", "x"],
        ] {
            #expect(try await home.run(usage).end == .exited(2))
        }
    }

    @Test(
        "a file from standard input; messages about it name standard input",
        arguments: [
            ("--aasa", Self.aasa, 0, "ABCDE12345.com.example: yes"), ("--assetlinks", Self.assetLinks, 0, "com.example: yes"),
            ("--aasa", "", 1, "error: association-not-json (standard input): The file is empty"),
            ("--aasa", "{", 1, "error: association-not-json (standard input): Not valid JSON: unexpected end of JSON at byte 2"),
            ("--assetlinks", "{}", 1, "error: association-wrong-root (line 1, column 1 of standard input)"),
            ("--aasa", #"{"applinks":{}}"#, 1, "error: aasa-no-details (line 1, column 13 of standard input)"),
        ])
    func standardInput(option: String, text: String, code: Int, words: String) async throws {
        let home = try Home()
        let input = try home.file("input", text)
        let finished = try await home.run(["match", option, "-", "https://h.example/buy/1"], input: input)
        #expect(finished.end == .exited(code), "\(finished)")
        #expect(finished.output.contains(words), "\(finished)")
        let named = try await home.run(["match", option, input, "https://h.example/buy/1"])
        let renamed = finished.output.replacing("of standard input", with: "of the file").replacing(" (standard input)", with: "")
        #expect(named.output == renamed)
    }

    @Test("a finding about a file is told once, with the first link")
    func findingsOfFile() async throws {
        let home = try Home()
        let aasa = try home.file("aasa", #"{"applinks":{"details":[{"appID":"ABCDE12345.a","components":[{"/":"/a"},{"/":"/a%zz"}]}]}}"#)
        let assetLinks = try home.file("assetlinks", "{}")
        let links = ["https://h.example/a", "https://h.example/b"]
        let finished = try await home.run(["match", "--aasa", aasa, "--assetlinks", assetLinks] + links)
        for code in ["aasa-impossible-pattern", "association-wrong-root"] {
            #expect(finished.output.components(separatedBy: code).count == 2, "\(finished)")
        }
        let second = try #require(finished.output.range(of: links[1]))
        #expect(!finished.output[second.upperBound...].contains("association-"), "\(finished)")
    }

    @Test("standard input is read once: for a file, or for links")
    func standardInputOnce() async throws {
        let home = try Home()
        let input = try home.file("input", Self.aasa)
        for arguments in [["--aasa", "-"], ["--aasa", "-", "-"], ["--aasa", "-", "--assetlinks", "-", "https://h.example/buy/1"]] {
            let finished = try await home.run(["match"] + arguments, input: input)
            #expect(finished.end == .exited(2) && finished.output.isEmpty, "\(finished)")
        }
    }

    @Test("each hostile line gets one answer that is safe on any terminal")
    func hostile() async throws {
        let home = try Home()
        var bytes = Array("{\"id\":\"\u{9B}\u{202E}\",\"intent\":\"intent:\u{1B}[31m\u{202E}#Intent;S.\\u0000=\\ud800;end\"}\n".utf8)
        bytes += [0xFF, 0xFE, 0x0A]
        bytes += Array(#"{"id":2,"intent":"intent:#Intent;"#.utf8) + [UInt8](repeating: 0x3B, count: 1 << 20) + [0x0A]
        bytes += Array(String(repeating: "{\"intent\":", count: 10_000).utf8) + [0x0A]
        bytes += Array(#"{"id":9,"intent":"android-app://p"}"#.utf8)
        let finished = try await home.run(["match", "--json-lines", try home.file("hostile", bytes)])
        #expect(finished.end == .exited(0))
        #expect(finished.lines.count == 5)
        for line in finished.lines { _ = try object(line) }
        #expect(!finished.outputBytes.contains { $0 < 0x20 && $0 != 0x0A })
        #expect(!finished.output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    }
}
