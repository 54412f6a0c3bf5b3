import Foundation
import TestSupport
import Testing

@Suite("linkscope resolve", .waits, .timeLimit(.minutes(30)))
struct ResolveTests {
    private static let tags = """
        <meta property="al:ios:url" content="shop://item/7?access_token=abcdef"><meta property="al:ios:app_name" content="Shop">
        <meta property="al:android:package" content="com.example.shop"><meta property="al:web:url" content="https://shop.example/7">
        """

    @Test("a page behind a redirect, as JSON: the hops, the targets of every device, secrets masked")
    func json() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page(Self.tags)])
        let finished = try await Home().run(["resolve", "--json", "--allow-private", server.url("/")])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.error.isEmpty)
        let answer = try object(finished.output)
        #expect((answer["hops"] as? [[String: Any]])?.map { $0["status"] as? Int } == [302, 200])
        #expect(answer["final"] as? String == server.url("/page"))
        let idioms = try #require(answer["idioms"] as? [String: [String: Any]])
        #expect((idioms["phone"]?["targets"] as? [[String: Any]])?.first?["appName"] as? String == "Shop")
        #expect((idioms["android"]?["targets"] as? [[String: Any]])?.first?["package"] as? String == "com.example.shop")
        #expect(idioms["web"]?["webURL"] as? String == "https://shop.example/7")
        #expect(!finished.output.contains("abcdef"))
        #expect(try await Home().run(["resolve", "--show-secrets", "--allow-private", server.url("/")]).output.contains("abcdef"))
    }

    @Test("the same page as text")
    func text() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page(Self.tags)])
        let finished = try await Home().run(["resolve", "--allow-private", server.url("/")])
        #expect(finished.end == .exited(0), "\(finished)")
        for part in [
            "hop 1         302", "-> /page", "hop 2         200", "phone         shop://item/7", "web           https://shop.example/7",
        ] {
            #expect(finished.output.contains(part), "\(part) is missing in \(finished)")
        }
    }

    @Test("if the page cannot be fetched, the exit code is 3, and the output has the reason and the hops so far", arguments: [true, false])
    func failure(isJSON: Bool) async throws {
        let server = try PageServer(["/": .redirect(to: "shop://item/7"), "/private": .page("")])
        let options = isJSON ? ["--json"] : []
        let finished = try await Home().run(["resolve", "--allow-private"] + options + [server.url("/")])
        #expect(finished.end == .exited(3))
        #expect(finished.output.contains("redirect-to-scheme") && finished.output.contains("302"))
        #expect(finished.error.isEmpty == !isJSON)
        let refused = try await Home().run(["resolve"] + options + [server.url("/private")])
        #expect(refused.end == .exited(3))
        #expect(refused.output.contains("--allow-private"))
        #expect(try server.requests().map(\.target) == ["/"])
    }

    @Test("a second lookup comes from the cache and says so, except with --fresh")
    func cache() async throws {
        let server = try PageServer(["/": .answer(200, ["Cache-Control: max-age=1000", "Content-Type: text/html"], Array(Self.tags.utf8))])
        let home = try Home()
        for _ in 0..<2 { _ = try await home.run(["resolve", "--allow-private", server.url("/")]) }
        #expect(try server.requests().count == 1)
        #expect(try await home.run(["resolve", "--allow-private", server.url("/")]).output.contains("from the cache"))
        #expect(!(try await home.run(["resolve", "--fresh", "--allow-private", server.url("/")])).output.contains("from the cache"))
        #expect(try server.requests().count == 2)
    }

    @Test("on a terminal, a progress line is shown and removed at the end")
    func progress() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page(Self.tags)])
        let terminal = try Home().shell("exec \"$0\" resolve --allow-private \(server.url("/"))")
        try await terminal.wait(for: "shop.example/7")
        #expect(await terminal.end() == .exited(0))
        #expect(!terminal.screen.text.contains("fetching"))
    }

    @Test("Ctrl-C removes the progress line, and then ends the program by the signal")
    func interrupted() async throws {
        let server = try PageServer(["/": .init(.hold)])
        let terminal = try Home().inspector(["resolve", "--allow-private", server.url("/")])
        try await terminal.wait(for: "fetching")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
        #expect(!terminal.screen.text.contains("fetching"), "\(terminal.screen.text)")
    }

    @Test("Ctrl-C on one link reports the hops that were answered, and then ends the program")
    func interruptedHalfway() async throws {
        let server = try PageServer(["/": .redirect(to: "/held"), "/held": .init(.hold)])
        let terminal = try Home().inspector(["resolve", "--allow-private", server.url("/")])
        try await terminal.wait(for: "302")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
        #expect(terminal.screen.text.contains("hop 1         302") && terminal.screen.text.contains("[stopped]"), "\(terminal.screen.text)")
    }

    @Test("Ctrl-C on many links reports those that have finished, and then ends the program")
    func interruptedAmongMany() async throws {
        let server = try PageServer(["/held": .init(.hold)])
        let terminal = try Home().inspector(
            ["resolve", "--json", "--allow-private", "data:text/html,first", server.url("/held"), "data:text/html,third"])
        try await terminal.wait(for: "first")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
        #expect(terminal.screen.text.contains("third") && !terminal.screen.text.contains("/held"), "\(terminal.screen.text)")
    }

    @Test("Ctrl-C ends the program at once while it waits for the next link")
    func interruptedWhileIdle() async throws {
        let terminal = try Home().inspector(["resolve", "--json", "data:text/html,first", "-"])
        try await terminal.wait(for: "first")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
    }

    @Test("certificates are checked; SSL_CERT_FILE names the trusted ones, as for curl")
    func certificates() async throws {
        let server = try PageServer(["/": .page(Self.tags)], isSecure: true)
        let trusted = try await Home().run(
            ["resolve", "--json", "--allow-private", server.url("/")], ["SSL_CERT_FILE": PageServer.authority()])
        #expect(trusted.end == .exited(0), "\(trusted)")
        let hop = try #require((object(trusted.output)["hops"] as? [[String: Any]])?.first)
        #expect(((hop["tls"] as? [String: Any])?["version"] as? String)?.hasPrefix("TLS") == true)
        let distrusted = try await Home().run(["resolve", "--allow-private", server.url("/")])
        #expect(distrusted.end == .exited(3))
        #expect(distrusted.output.contains("tls-failed"))
    }

    @Test("each https hop shows which apps claim its link, except with --no-claims")
    func claims() async throws {
        let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a"],"components":[{"/":"/page"}]}]}}"#
        let server = try PageServer(
            [
                "/": .redirect(to: "/page"), "/page": .page(Self.tags),
                "/.well-known/apple-app-site-association": .page(aasa, type: "application/json"),
            ], isSecure: true)
        let trust = try ["SSL_CERT_FILE": PageServer.authority()]
        let without = try await Home().run(["resolve", "--json", "--no-claims", "--allow-private", server.url("/")], trust)
        #expect(without.end == .exited(0), "\(without)")
        #expect((try object(without.output)["hops"] as? [[String: Any]])?.allSatisfy { $0["claims"] is NSNull } == true)
        #expect(try server.requests().map(\.target) == ["/", "/page"])
        let finished = try await Home().run(["resolve", "--json", "--allow-private", server.url("/")], trust)
        let claims = try #require(object(finished.output)["hops"] as? [[String: Any]]).map { $0["claims"] as? [String: Any] }
        #expect(claims.map { ($0?["ios"] as? [String: Any])?["claimed"] as? Bool } == [false, true])
        #expect(claims.map { ($0?["android"] as? [String: Any])?["claimed"] as? Bool } == [false, false])
        #expect(claims.map { $0?["sameHost"] as? Bool } == [false, true])
        #expect(try server.requests().count { $0.target.hasPrefix("/.well-known/") } == 2)
        let text = try await Home().run(["resolve", "--allow-private", server.url("/")], trust).output
        #expect(text.contains("iOS: claimed by ABCDE12345.com.a (details[0].components[0]); but Safari does not open the app"), "\(text)")
        #expect(text.contains("Android: no app claims it. The server has no assetlinks.json"), "\(text)")
    }

    @Test("the help lists every key of the JSON")
    func help() async throws {
        let words = try await words(ofHelp: Home().run(["resolve", "--help"]).output)
        let card = #"<meta name="twitter:app:url:iphone" content="shop://7"><meta name="apple-itunes-app" content="app-id=7">"#
        let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a"],"components":[{"/":"*"}]}]}}"#
        let secure = try PageServer(
            ["/": .page(Self.tags + card), "/.well-known/apple-app-site-association": .page(aasa, type: "application/json")], isSecure: true
        )
        let claimed = try await Home().run(
            ["resolve", "--json", "--allow-private", secure.url("/")], ["SSL_CERT_FILE": PageServer.authority()])
        let plain = try PageServer(["/": .page("<script></script><!--script-->")])
        let scripted = try await Home().run(
            ["resolve", "--json", "--run-scripts", "--allow-private", plain.url("/")],
            ["LINKSCOPE_CHROMIUM": StandInBrowser.obedient(tag: "").path])
        let keys = keys(of: [try object(claimed.output), try object(scripted.output)])
        #expect(keys.isSuperset(of: ["targets", "otherLinks", "claimed", "rule", "platform", "cipher", "sandboxed"]), "\(keys)")
        for key in keys { #expect(words.contains(key), "\(key) is missing in the help") }
    }

    @Test("many links get one answer each, in their order; a link that fails does not stop the others")
    func many() async throws {
        let slow = PageAnswer(.drip(Array(PageAnswer.head(200, ["Content-Type: text/html", "Content-Length: 0"]).utf8), seconds: 0.005))
        let server = try PageServer(["/slow": slow, "*": .page(Self.tags)])
        let targets = ["/slow"] + (1...300).map { "/\($0)" }
        let lines = targets.map { server.url($0) } + ["", "no link", "shop://item"]
        let home = try Home()
        let arguments = ["resolve", "--json", "--allow-private", "data:text/html,first", "-"]
        let finished = try await home.run(arguments, input: try home.file("links", lines.joined(separator: "\n")))
        #expect(finished.end == .exited(3))
        let answers = try finished.lines.map { try object($0) }
        #expect(
            answers.map { $0["requested"] as? String } == ["data:text/html,first"] + targets.map { server.url($0) } + [
                "no link", "shop://item",
            ])
        let codes = answers.suffix(2).map { ($0["findings"] as? [[String: Any]])?.first?["code"] as? String }
        #expect(codes == ["bad-url", "unsupported-scheme"])
        let file = try home.file("more", server.url("/1") + "\r\n\n" + server.url("/2"))
        let text = try await home.run(["resolve", "--allow-private", file])
        #expect(text.end == .exited(0), "\(text)")
        #expect(
            text.output.contains("link          \(server.url("/1"))\n") && text.output.contains("\n\nlink          \(server.url("/2"))\n"))
        #expect(try await home.run(["resolve", "-", "-"]).end == .exited(2))
        #expect(try await home.run(["resolve", home.path + "/none"]).end == .exited(3))
    }

    @Test("a program may wait for each answer before it sends the next link")
    func dialogue() async throws {
        let server = try PageServer(["*": .page(Self.tags)])
        let home = try Home()
        let terminal = try home.shell(
            """
            cd \(home.path) && mkfifo in out; "$0" resolve --json --allow-private - <in >out & exec 3>in 4<out
            for n in 1 2 3; do echo \(server.url("/"))$n >&3; read -r line <&4; echo "answer $n"; done; exec 3>&-; wait; echo "all done"
            """)
        try await terminal.wait(for: "all done")
        #expect(terminal.screen.text.contains("answer 3"))
        #expect(try server.requests().map(\.target) == ["/1", "/2", "/3"])
    }

    @Test("the name of a missing file is reported as such, alone and among other links")
    func missingFile() async throws {
        let alone = try await Home().run(["resolve", "links.tx"])
        #expect(alone.end == .exited(2), "\(alone)")
        #expect(alone.error.hasPrefix("linkscope: links.tx: not a link, and there is no such file; give a link with its scheme"))
        #expect(alone.error.contains("or the path of a file"))
        let among = try await Home().run(["resolve", "data:text/html,a", "links.tx"])
        #expect(among.end == .exited(3), "\(among)")
        #expect(among.error.hasPrefix("linkscope: links.tx: no such file, so it is read as a link"), "\(among)")
        // An argument with a scheme is not taken for a path.
        let broken = try await Home().run(["resolve", "https://exa mple/"])
        #expect(broken.end == .exited(2) && !broken.error.contains("no such file"), "\(broken)")
    }

    @Test("data links, links of other schemes, and text that is not a link")
    func links() async throws {
        let page = try await Home().run(["resolve", "--json", "data:text/html,%3Cmeta%20property=al:ios:url%20content=a:b%3E"])
        #expect(page.end == .exited(0))
        #expect(page.output.contains(#""url":"a:b""#))
        #expect(try await Home().run(["resolve", "shop://item/7"]).end == .exited(3))
        #expect(try await Home().run(["resolve", "no link"]).end == .exited(2))
        #expect(try await Home().run(["resolve"]).end == .exited(2))
        #expect(try await Home().run(["resolve", "--help"]).output.contains("linkscope resolve https://"))
    }
}
