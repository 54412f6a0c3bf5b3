import AppLinks
import Foundation
import JSONDocument
import LinkLayers
import Reports
import TestSupport
import Testing

@Suite("Secrets in reports")
struct MaskingTests {
    private let data =
        #"{"target_url":"https://a.example/?fb_access_token=s3cr3t","extras":{"fb_access_token":"s3cr3t","n":{"password":123,"h":["Authorization: Bearer s3cr3t"]}}}"#

    @Test func `the paths name the masked values`() throws {
        let json = try report(appLink(data)).parsed()
        let paths = json["masked"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(
            paths == [
                "inputURL", "targetURL", "inputQueryParameters.al_applink_data", "targetQueryParameters.fb_access_token",
                "appLinkData.target_url", "appLinkData.extras.fb_access_token", "appLinkData.extras.n.password",
                "appLinkData.extras.n.h[0]", "extras.fb_access_token", "extras.n.password", "extras.n.h[0]",
                "events[0].args.targetURL", "events[0].args.inputURL", "events[1].args.targetURL", "events[1].args.inputURL",
                "layers[0].from",
                "layers[0].to", "repaired",
            ]
        )
        #expect(json["extras"]?["fb_access_token"] == "••••••••")
        #expect(json["extras"]?["n"]?["password"] == "••••••••")
        #expect(json["targetURL"] == "https://a.example/?fb_access_token=••••••••")
        #expect(json["findings"]?[0]?["code"] == "secret-in-link" || json["findings"]?[1]?["code"] == "secret-in-link")
    }

    @Test func `no form of the report contains the secret, unless the user asks for it`() {
        let masked = report(appLink(data))
        for text in [masked.json(), masked.text()] { #expect(!text.contains("s3cr3t")) }
        let shown = report(appLink(data), showsSecrets: true)
        for text in [shown.json(), shown.text()] { #expect(text.contains("s3cr3t")) }
        #expect(shown.json().contains(#""masked":[]"#))
    }

    /// The links and texts whose secrets are known. Each is reported by itself and inside another link.
    private static let labelled = LabelledText.all(LabelledTexts.secrets + "\n" + LabelledTexts.otherSecrets)

    // The repair of a text with control sequences takes only their first characters away, and then nothing shows that a secret follows.
    @Test("no output shows a secret that another one masks", .daily, arguments: 0..<5)
    func agreement(turn: Int) {
        for text in Seeds.share(of: Self.labelled, in: 25, turn: turn * 5) where !text.bytes.contains(0x1B) {
            let link = String(decoding: text.bytes, as: UTF8.self)
            // Shorter values occur in other words.
            let secrets = text.secrets.map { String(decoding: text.bytes[$0], as: UTF8.self) }.filter { $0.utf8.count >= 8 }
            for input in [link, "shop://open?u=\(percentEncoded(link))&v=1", appLink("{\"target_url\":\(quoted(link))}")] {
                for output in LoginCodeTests.outputs(input) {
                    for secret in secrets {
                        let decoded = secret.removingPercentEncoding ?? secret
                        #expect(!output.contains(secret) && !output.contains(decoded), "\(input)\n→ \(output)")
                    }
                }
            }
        }
    }

    @Test(
        "the sentence names the app of a target, not its host, which may be a password",
        arguments: [
            ("trojan://s3cr3tpa", ". Its target is for the app that handles trojan:."), ("shop://other/1", "."),
            ("https://a.example/", " or, without it, to a.example."), ("wss://a.example/", ". Its target is on a.example."),
        ])
    func target(url: String, words: String) {
        let text = report(appLink("{\"target_url\":\(quoted(url))}")).text()
        #expect(text.hasPrefix("App Link to the app that handles shop:\(words)\n"))
    }

    @Test(
        "a masked value is one row, even if it decodes",
        arguments: [
            "https://zoom.us/j/86123456789?pwd=Q2hhbmdlTWVQbGVhc2U4OTI0", "https://sp.example/acs?SAMLResponse=PHNhbWxwOlJlc3BvbnNlPg",
            "https://a.example/?secret=aHR0cHM6Ly9hLmV4YW1wbGUv", "https://a.example/?password=https%3A%2F%2Fb.example%2F",
        ])
    func once(link: String) {
        let text = report(link).text()
        let rows = text.split(separator: "\n").filter { $0.contains("••••••••") && !$0.hasPrefix("raw") }
        #expect(rows.count == 1, "\(text)")
    }

    @Test("a value is public in each part of the report, or in none", arguments: ["jan", "jan%2540a.example"])
    func isPublic(email: String) throws {
        let key = "AIza" + String(repeating: "aB1ca", count: 7)
        let next = "https%3A%2F%2Fa.example%2F%3Femail%3D\(email)"
        let link = "https://a.example/__/auth/action?apiKey=\(key)&oobCode=abc&continueUrl=\(next)&lang=nl"
        for link in [link, "https://a.page.link/?link=" + percentEncoded(link)] {
            let report = report(link)
            let lines = report.text().split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("raw") && $0.contains(key) })
            #expect(lines.contains { $0.contains("apiKey ") && $0.contains(key) })
            #expect(report.json().contains(key) && !report.json().contains("apiKey\":\"•"))
        }
        // Elsewhere, the key is masked in all of them.
        let other = report("https://a.example/?apiKey=\(key)&x=\(email)")
        #expect(!other.text().contains(key) && !other.json().contains(key))
    }

    @Test("a value that is a secret only in its link is masked wherever it stands", arguments: ["p=aB1aB1aB1aB1", "x=1&p=aB1aB1aB1aB1%21"])
    func context(query: String) {
        let report = report("https://teams.microsoft.com/meet/2381234567890?\(query)")
        #expect(!report.text().contains("aB1") && !report.json().contains("aB1"))
    }

    @Test(
        "a URL in a link is masked as it is by itself, with spaces and brackets in names",
        arguments: [
            ("shop://a?u=http%3A%2F%2Fx%2F%3Fpass%20word%3Dabc", "u  http://x/\n    pass word  ••••••••"),
            ("shop://a?u=http%3A%2F%2Fx%2F%3Fp%5B%5Dassword%3Dabc", "u  http://x/\n    p[]assword  ••••••••"),
            (appLink(#"{"target_url":"http://x/?pass word=abc"}"#), "target_url  http://x/\n      pass word  ••••••••"),
        ])
    func urlInLink(link: String, shown: String) throws {
        #expect(report(link).text().contains(shown))
        let json = try report(link).parsed()
        #expect((json["layers"]?.arrayValue ?? []).allSatisfy { $0["to"]?.stringValue?.contains("abc") == false })
    }

    @Test func `a name is secret in the data of a link whose path is that of a login`() throws {
        let data = percentEncoded(#"{"target_url":"a://b","auth_code":"482913"}"#)
        let login = report("myapp://shop.example/return/oauth?al_applink_data=\(data)")
        #expect(try login.parsed()["appLinkData"]?["auth_code"] == "••••••••")
        #expect(login.text().contains("auth_code   \"••••••••\""))
        #expect(try login.parsed()["inputURL"]?.stringValue?.contains("482913") == false)
        #expect(!login.text().contains("482913"))
        #expect(try report("myapp://shop.example/home?al_applink_data=\(data)").parsed()["appLinkData"]?["auth_code"] == "482913")
    }

    @Test(
        "a parameter is masked in the report if it is masked in the link, and only then",
        arguments: [
            ("shop://b?code=SUMMER9&u=https%3A%2F%2Fid.example%2Fx%3Fstate%3Dxyz%26code%3D482913", "SUMMER9", "482913"),
            ("https://a.example/p?tk=abc12&u=https%3A%2F%2Fb.example%2Foauth%3Fcode%3D482913", "abc12", "482913"),
            (
                appLink(#"{"target_url":"shop://b?code=SUMMER9&u=https%3A%2F%2Fid.example%3Fstate%3Dxyz%26code%3D482913"}"#), "SUMMER9",
                "482913"
            ),
            (appLink(#"{"target_url":"shop://b?code=482913&state=xyz"}"#) + "&code=SUMMER9", "SUMMER9", "482913"),
        ])
    func agrees(link: String, shown: String, secret: String) throws {
        let report = report(link)
        let (json, text) = (report.json(), report.text())
        for output in [json, text] { #expect(!output.contains(secret), "\(output)") }
        let raw = try #require(text.split(separator: "\n").last)
        #expect(raw.contains(shown) && text.split(separator: "\n").count { $0.contains(shown) } > 1, "\(text)")
        #expect(json.ranges(of: shown).count > 1, "\(json)")
    }

    @Test(
        "masked names have their position, so no name occurs twice",
        arguments: [
            ("inputQueryParameters", "shop://a?https%3A%2F%2Fme%3Aone%40a.example=1&https%3A%2F%2Fme%3Atwo%40a.example=2"),
            ("appLinkData", appLink(#"{"https://me:one@a.example":"1","https://me:two@a.example":"2"}"#)),
            ("arguments", #"{"event":"x","https://me:one@a.example":"1","https://me:two@a.example":"2"}"#),
            ("inputQueryParameters", "shop://a?https%3A%2F%2Fme%3Aone%40a.example=1&https%3A%2F%2Fme%3A••••••••%40a.example=2"),
        ])
    func names(key: String, record: String) throws {
        let document = JSONDocument(report(record).json())
        #expect(document.findings.isEmpty)
        let object = try #require(document.root?[key])
        #expect(object.members.map { $0.key.stringValue } == ["https://me:••••••••@a.example (1)", "https://me:••••••••@a.example (2)"])
        #expect(object.members.map { $0.value.stringValue } == ["1", "2"])
    }

    @Test("the path of a masked value has the name as it is in the report")
    func pathOfName() throws {
        let json = try report(#"{"event":"x","a":"1","password=[abc]":"password=abc"}"#).parsed()
        let name = try #require(json["arguments"]?.objectValue?.map(\.key).last)
        #expect(name == "password=•••••••• (2)" && json["masked"] == [.string("arguments.\(name)")], "\(json)")
    }

    @Test("a token is masked in a path that has only a part of it", arguments: [155, 160, 165, 190])
    func cutToken(length: Int) throws {
        let token = "ghp_" + String(repeating: "aB1", count: 12)
        let name = String(repeating: "x", count: length) + "=" + token
        for link in ["https://a.example/?\(name.replacing("=", with: "%3D"))=\(token)", appLink(#"{"\#(name)":"\#(token)"}"#)] {
            let output = report(link).json()
            #expect(!output.contains("ghp_") && output.contains("x=••••••••"), "\(output)")
        }
    }

    @Test("a small link whose values have long paths has a small report")
    func manyPaths() throws {
        let name = String(repeating: "n", count: 200)
        let values = Array(repeating: #"{"password":"x"}"#, count: 2_000).joined(separator: ",")
        let data = String(repeating: #"{"\#(name)":"#, count: 50) + "[\(values)]" + String(repeating: "}", count: 50)
        let output = report(appLink(#"{"password":"x","extras":\#(data)}"#)).json()
        #expect(output.utf8.count < 3_000_000)
        let paths = try #require(JSONDocument(output).root?["masked"]).elements.compactMap(\.stringValue)
        #expect(paths.contains("appLinkData.password") && paths.contains("…") && paths.last == "repaired", "\(paths.count)")
    }

    @Test func `the path of a masked value has only the beginning of a long name`() throws {
        let name = String(repeating: "é", count: 200)
        let json = try report(appLink(#"{"\#(name)":{"password":"abc"}}"#)).parsed()
        #expect(json["masked"]?.arrayValue?.contains(.string("appLinkData.\(String(repeating: "é", count: 100))….password")) == true)
    }

    @Test(
        "secrets in every kind of record, and in invalid ones",
        arguments: [
            #"{"event":"login","password":"s3cr3t","url":"a://b?access_token=s3cr3t","more":{"id_token":"s3cr3t"}}"#,
            #"{"event":"login","args":"{\"password\":\"s3cr3t\"}"}"#,
            #"{"password":"s3cr3t"}"#,
            #"{"password":"s3cr3t"#,
            #"{"url":"a://b?access_token=s3cr3t","sourceApplication":"password=s3cr3t"}"#,
            "http://[password=s3cr3t",
            "https://me:s3cr3t@[",
            "https://me:s3cr3t@a.example/",
            "a://b?access_token=s3cr3t%FF",
            "a://b#password=s3cr3t",
            "a://b?access%5Ftoken=s3cr3t&user[password]=s3cr3t",
            "a://b?password=,s3cr3t;s3cr3t}s3cr3t's3cr3t\"s3cr3t s3cr3t",
            appLink(#"{"version":"password=s3cr3t"}"#),
            appLink(#"{"target_url":"http://[?password=s3cr3t"}"#),
            appLink(#"{"referer_app_link":{"url":"a://x?password=s3cr3t","app_name":"password: s3cr3t"},"user_agent":"password=s3cr3t"}"#),
            appLink(#"{"extras":{"password=s3cr3t":1}}"#),
            appLink(#"{"extras":{"password":"s3cr3t"}"#),
            appLink(#"{"target_url":"https:\/\/me:s3cr3t@a.example\/"}"#),
            appLink(#"{"extras":{"u":"access_token%3Ds3cr3t"}}"#),
        ]
    )
    func everywhere(input: String) {
        let report = report(input)
        for text in [report.json(), report.text()] { #expect(!text.contains("s3cr3t"), "\(text)") }
    }

    @Test func `a name that would be ambiguous in a path is quoted`() throws {
        let json = try report("a://b?x.access_token=1&access_token=1&=1").parsed()
        #expect(json["masked"]?.arrayValue?.contains(#"inputQueryParameters["x.access_token"]"#) == true)
        #expect(json["masked"]?.arrayValue?.contains("inputQueryParameters.access_token") == true)
    }

    @Test(
        "secrets in layers and repairs, without the name that marks them as secret",
        arguments: [
            "shop://a?access_token=s3cr3t%2520s3cr3t", #"shop://a?access_token={"a":"s3cr3t"}"#,
            "shop://a?password=https://a.example/s3cr3t",
            "shop://a?password=s3cr3t+s3cr3t&x=http://a.example/?access_token=s3cr3t", #"shop://a?al_applink_data={"password":"s3cr3t"#,
            #"shop://a?d={"access_token":"https%3A%2F%2Fa.example%2Fs3cr3t"}"#, "shop://a#al_applink_data={\"password\":\"s3cr3t\"}",
        ])
    func peeled(link: String) {
        let report = report(link)
        for text in [report.json(), report.text()] { #expect(!text.contains("s3cr3t"), "\(text)") }
    }

    @Test func `an excerpt masks its secrets, and the carets stay aligned`() {
        let report = report("a://b?access_token=s3cr3t&x=%FF")
        #expect(report.marked == ["%FF", "••••••••"])
    }

    @Test(
        "secrets with any content, in any context",
        arguments: [",", ";", "}", "'", "\"", "\\", " ", ":", "@", "é", "%", "\n", "&", "#"])
    func wrapped(between: String) {
        let value = "s3cr3t\(between)s3cr3t\(between)s3cr3t"
        let holders = [
            "shop://a?x=1&access_token=\(percentEncoded(value))&y", "https://me:\(percentEncoded(value))@a.example/?q#f",
            "{\"n\":1,\"fb_access_token\":\(quoted(value)),\"o\":[]}",
        ]
        for holder in holders {
            let link = appLink("{\"target_url\":\(quoted(holder)),\"extras\":{\"e\":\(quoted(holder)),\"password\":[\(quoted(value))]}}")
            let event = "{\"event\":\"x\",\"url\":\(quoted(link)),\"password\":\(quoted(value)),\"more\":[\(quoted(holder))]}"
            for input in [
                holder, link, "shop://b?u=\(percentEncoded(link))", event, "{\"other\":\(quoted(event))}", String(link.dropLast(20)),
            ] {
                let report = report(input)
                for text in [report.json(), report.text()] { #expect(!text.contains("s3cr3t"), "\(input)\n→ \(text)") }
            }
        }
    }
}
