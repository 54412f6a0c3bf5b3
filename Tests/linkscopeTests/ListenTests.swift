import Foundation
import TestSupport
import Testing

@Suite("Listening for what apps post", .waits, .timeLimit(.minutes(30)))
struct ListenTests {
    /// A running `linkscope listen --json`, and the object that it printed.
    private struct Listener {
        let program: PseudoTerminal
        let facts: [String: Any]
        let port: UInt16

        func post(_ body: String, type: String = "application/json", fields: String = "") throws -> TCPClient.Answer {
            let client = try TCPClient(port: port)
            try client.send(
                "POST /events HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)"
                    + "\r\n\(body)")
            return try client.answer()
        }

        /// Presses Ctrl-C.
        func end() async {
            program.type("\u{03}")
            #expect(await program.end() == .exited(0))
        }
    }

    private func listener(_ home: Home, _ arguments: [String] = []) async throws -> Listener {
        let output = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.output = output.writing
        let program = try home.inspector(["listen", "--port", "0", "--json"] + arguments, redirection: redirection)
        try await output.wait(for: "the facts") { $0.text.hasSuffix("}\n") }
        let facts = try object(output.text)
        return Listener(program: program, facts: facts, port: UInt16(try #require(facts["port"] as? Int)))
    }

    private func inspector(_ home: Home) async throws -> PseudoTerminal {
        let terminal = try home.inspector()
        try await terminal.wait(for: "linkscope send --to \(terminal.processID) LINK")
        return terminal
    }

    /// Returns the records of the first journal that came over HTTP.
    private func posted(_ home: Home) throws -> [String] {
        let journal = String(decoding: Home.bytes(of: try #require(home.journals.first)), as: UTF8.self)
        return journal.split(separator: "\n").compactMap { $0.dropFirst(25).hasPrefix("http ") ? String($0.dropFirst(30)) : nil }
    }

    @Test("a link and an event that are posted are on the screen; Ctrl-C is a success")
    func posts() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try home.inspector(["listen", "--port", "0"], columns: 200)
        try await listener.wait(for: "linkscope listen --snippet swift")
        #expect(listener.screen.text.contains("Records go to inspector \(inspector.processID)."))
        let port = try #require(listener.screen.text.firstMatch(of: #/http://127.0.0.1:(\d+)/#)?.1)
        #expect(listener.screen.text.contains("adb reverse tcp:\(port) tcp:\(port)"))
        let client = try TCPClient(port: try #require(UInt16(port)))
        let body = #"["shop://posted/1", {"event_name":"al_nav_in","event_args":{"targetURL":"shop://posted/1"}}]"#
        try client.send(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(try client.answer().body == "{\"accepted\":2}\n")
        try await inspector.wait(for: "shop://posted/1")
        try await inspector.wait(for: "nav_in")
        listener.type("\u{03}")
        #expect(await listener.end() == .exited(0))
        await inspector.quit()
    }

    @Test("a post with a value that is no record is refused with its number, and stores nothing")
    func noRecord() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home)
        let answer = try listener.post(#"["shop://a", {"url":5}]"#)
        #expect(answer.status == 400 && answer.body.contains(#"In record 2, \"url\" is a number, but must be a link"#))
        #expect(try listener.post("shop://b\rshop://c", type: "text/plain").body == "{\"accepted\":2}\n")
        #expect(try posted(home) == ["shop://b", "shop://c"])
        await listener.end()
        await inspector.quit()
    }

    @Test("an event is accepted and shown whatever its time is")
    func times() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home)
        let times = [
            #""9999-12-31T23:59:59.999-99:99""#, #""0000-01-01T00:00:00.000+99:99""#, "1e400", "-9223372036854775809", "null",
            "\"\(String(repeating: "9", count: 100_000))\"", #""\u001b]0;a\u0007\u202e""#, #"{"ts":1e400}"#,
        ]
        let events = times.map { #"{"event":"al_nav_in","ts":\#($0)}"# }
        #expect(try listener.post("[\(events.joined(separator: ","))]").body == "{\"accepted\":8}\n")
        try await inspector.wait(for: "1e400")
        try await inspector.wait(for: #"{"ts":1e400}"#)
        inspector.type("3kk\r")
        try await inspector.wait(for: String(repeating: "9", count: 30))
        await listener.end()
        await inspector.quit()
    }

    @Test("without an inspector it says so, and finds one that is started later")
    func findsLater() async throws {
        let home = try Home()
        let listener = try await listener(home)
        #expect(listener.facts["inspector"] is NSNull)
        try await listener.program.wait(for: "no inspector is running: start `linkscope` in another terminal")
        #expect(try listener.post("\"shop://a\"").status == 503)
        let inspector = try await inspector(home)
        #expect(try listener.post("\"shop://b\"").status == 202)
        try await listener.program.wait(for: "Records go to inspector \(inspector.processID).")
        #expect(try posted(home) == ["shop://b"])
        await listener.end()
        await inspector.quit()
    }

    @Test("--status prints each change as a line of JSON, and ends when nobody reads it")
    func status() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let output = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.output = output.writing
        let program = try home.inspector(["listen", "--port", "0", "--status", "--to", "\(inspector.processID)"], redirection: redirection)
        output.closeWriting()
        try await output.wait(for: "the facts") { $0.text.hasSuffix("}\n") }
        let facts = try object(output.lines[0])
        #expect(facts["state"] as? String == "listening" && facts["inspector"] as? Int == Int(inspector.processID))
        let port = UInt16(try #require(facts["port"] as? Int))
        let client = try TCPClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nshop://a")
        #expect(try client.answer().status == 202)
        try await output.wait(for: "the rate") { $0.text.contains(#""accepted":1"#) }
        let rate = try object(try #require(output.lines.last { $0.contains(#""accepted":1"#) }))
        #expect(rate["state"] as? String == "rate" && rate["refused"] as? Int == 0)
        output.closeReading()
        #expect(await program.end() == .exited(0))
        await inspector.quit()
    }

    @Test("a token that it makes is printed once, and is needed")
    func token() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home, ["--token", "auto"])
        let token = try #require(listener.facts["token"] as? String)
        #expect(try listener.post("\"shop://a\"").status == 401)
        #expect(try listener.post("\"shop://a\"", fields: "Authorization: Bearer \(token)\r\n").status == 202)
        await listener.end()
        await inspector.quit()
    }

    @Test("a token of the user comes from a file or a variable, and one among the arguments is warned about")
    func ownToken() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let token = "only-for-this-test"
        let file = home.path + "/token"
        try Data("\(token)\r\nmore\n".utf8).write(to: URL(filePath: file))
        let listener = try await listener(home, ["--token-file", file])
        #expect(listener.facts["token"] == nil)
        #expect(try listener.post("\"shop://a\"").status == 401)
        #expect(try listener.post("\"shop://a\"", fields: "Authorization: Bearer \(token)\r\n").status == 202)
        await listener.end()
        await inspector.quit()
        let script = #"LINKSCOPE_TOKEN=short "$0" listen; "$0" listen --port 0 --to 1 --token 0123456789abcdef"#
        let finished = try await home.script(script)
        #expect(finished.error.contains("LINKSCOPE_TOKEN: use 16 to 256 ASCII characters"))
        #expect(finished.error.contains("other users can see --token"))
    }

    @Test("a page may post only if its origin is named")
    func origin() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home, ["--allow-origin", "http://localhost:3000"])
        #expect(try listener.post("\"shop://a\"", fields: "Origin: http://localhost:3001\r\n").status == 403)
        #expect(try listener.post("\"shop://a\"", fields: "Origin: http://localhost:3000\r\n").status == 202)
        await listener.end()
        await inspector.quit()
    }

    @Test(
        "mistakes of the command line",
        arguments: [
            (["--address", "0.0.0.0"], "add --token auto"), (["--address", "localhost"], "write an IP address"),
            (["--token", "short"], "use 16 to 256 ASCII characters"),
            (["--token", "auto", "--token-file", "t"], "cannot be combined"), (["--allow-origin", "*"], "write an origin"),
            (["--allow-origin", "http://localhost:3000/"], "write an origin"), (["--snippet", "cobol"], "swift, kotlin, javascript"),
            (["--rate", "0"], "greater than 0"), (["--port", "65536"], "--port"),
        ])
    func mistakes(arguments: [String], message: String) async throws {
        let finished = try await Home().run(["listen"] + arguments)
        #expect(finished.end == .exited(2))
        #expect(finished.error.hasPrefix("linkscope: ") && finished.error.contains(message))
        #expect(finished.output.isEmpty)
    }

    @Test("an inspector that does not run cannot be named")
    func wrongInspector() async throws {
        let finished = try await Home().run(["listen", "--port", "0", "--to", "1"])
        #expect(finished.end == .exited(3))
        #expect(finished.error == "linkscope: no inspector is running: start `linkscope` in another terminal\n")
    }

    @Test("a port that is in use is told with what to do")
    func portInUse() async throws {
        let home = try Home()
        let listener = try await listener(home)
        let finished = try await home.run(["listen", "--port", "\(listener.port)"])
        #expect(finished.end == .exited(3))
        #expect(finished.error.contains("127.0.0.1:\(listener.port) is in use: end the program that uses it, or choose another port"))
        await listener.end()
    }

    // MARK: Snippets

    private static func snippet(_ file: String) -> String {
        (try? repositoryText("Resources/snippets/\(file)")) ?? ""
    }

    /// Returns the path of a program, or nil if it is not installed.
    private static func program(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(
        "each snippet is printed as it is", arguments: [("swift", "forward.swift"), ("Kotlin", "forward.kt"), ("javascript", "forward.js")])
    func prints(language: String, file: String) async throws {
        let finished = try await Home().run(["listen", "--snippet", language])
        #expect(finished.end == .exited(0))
        #expect(!finished.output.isEmpty && finished.output == Self.snippet(file))
    }

    @Test(
        "the JavaScript snippet forwards an event", .enabled(if: program("node") != nil, "node is not installed (apt-get install nodejs)"))
    func javascript() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home)
        let url = "http://127.0.0.1:\(listener.port)/events"
        let call = #"forwardMeasurementEvent("al_nav_in", { targetURL: "shop://item/7", n: 42 }, "\#(url)")"#
        let file = try home.file("forward.js", Self.snippet("forward.js") + "\n" + call + "\n")
        let finished = try await home.script("\(try #require(Self.program("node"))) \(file)")
        #expect(finished.end == .exited(0))
        // Node 18 warns that its fetch is new, so only the snippet's own message is a failure.
        #expect(!finished.error.contains("linkscope:"), "\(finished)")
        #expect(try posted(home) == [#"{"event_name":"al_nav_in","event_args":{"targetURL":"shop://item/7","n":42}}"#])
        await listener.end()
        await inspector.quit()
    }

    @Test("the Swift snippet forwards a notification", .enabled(if: program("swiftc") != nil, "swiftc is not in PATH"))
    func swift() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home)
        let file = try home.file(
            "main.swift",
            Self.snippet("forward.swift") + """

                forwardMeasurementEvents(to: URL(string: "http://127.0.0.1:\(listener.port)/events")!)
                NotificationCenter.default.post(
                    name: Notification.Name("com.parse.bolts.measurement_event"), object: nil,
                    userInfo: ["event_name": "al_nav_in", "event_args": ["targetURL": "shop://item/7", "n": 42] as [String: Any]])
                RunLoop.main.run()

                """)
        let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        let compiled = try await home.script(
            "swiftc -swift-version 6 -warnings-as-errors -o \(home.path)/forward \(file)", path, seconds: 300)
        #expect(compiled.end == .exited(0), "\(compiled)")
        // It runs until the end of the test, which ends it.
        let app = try PseudoTerminal(home.path + "/forward", environment: home.environment())
        try await inspector.wait(for: "nav_in")
        let event = try object(try #require(try posted(home).first))
        #expect(event["event_name"] as? String == "al_nav_in")
        #expect(event["event_args"] as? [String: String] == ["targetURL": "shop://item/7", "n": "42"])
        app.signal(9)
        #expect(await app.end() == .signalled(9))
        await listener.end()
        await inspector.quit()
    }

    @Test("a request in the form of the Kotlin snippet's is stored")
    func kotlin() async throws {
        let home = try Home()
        let inspector = try await inspector(home)
        let listener = try await listener(home)
        let file = repositoryURL("Tests/linkscopeTests/Requests/kotlin.http").path
        // The request was sent to the usual port, so only the Host field is changed.
        let request = String(decoding: Home.bytes(of: file), as: UTF8.self).replacing(":8089", with: ":\(listener.port)")
        let client = try TCPClient(port: listener.port)
        try client.send(request)
        #expect(try client.answer().body == "{\"accepted\":1}\n")
        try await inspector.wait(for: "nav_in")
        let event = try object(try #require(try posted(home).first))
        #expect((event["event_args"] as? [String: String])?["targetURL"] == "shop://item/7")
        await listener.end()
        await inspector.quit()
    }
}
