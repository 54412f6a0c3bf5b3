#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("Links of the desktop, with the real xdg-utils", .waits, .timeLimit(.minutes(30)))
    struct DesktopTests {
        private static let entry = "linkscope-url-handler.desktop"
        private static let query = "xdg-mime query default x-scheme-handler/myapp"

        let home: Home

        init() throws {
            for program in ["xdg-open", "xdg-mime"] where !FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program) {
                throw Missing(description: "\(program) is missing: apt-get install -y xdg-utils")
            }
            home = try Home()
            // The desktop starts linkscope by this path, which has no special characters, whatever the path of the tests is.
            try FileManager.default.createSymbolicLink(
                atPath: home.path + "/linkscope", withDestinationPath: PseudoTerminal.program(named: "linkscope"))
        }

        struct Missing: Error, CustomStringConvertible { let description: String }

        /// A desktop without a desktop environment, so that `xdg-open` starts the handler itself. Nothing connects to the display.
        private let desktop = ["XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": ":99", "BROWSER": "false"]

        private func shell(_ script: String, _ more: [String: String] = [:]) async throws -> Home.Finished {
            try await home.script(script, desktop.merging(more) { $1 })
        }

        /// Writes a program that writes its arguments to a file, one per line.
        private func standIn(_ name: String) throws -> (path: String, log: String) {
            try FileManager.default.createDirectory(atPath: home.path + "/bin", withIntermediateDirectories: true)
            let log = home.path + "/\(name).log"
            let path = home.path + "/bin/\(name)"
            try writeProgram("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(log)'\n", to: path)
            return (path, log)
        }

        private func text(_ file: String) -> String { String(decoding: Home.bytes(of: file), as: UTF8.self) }

        @Test("xdg-open delivers a link to the running inspector; after unregister, everything is as it was")
        func delivers() async throws {
            try FileManager.default.createDirectory(atPath: home.path + "/.config", withIntermediateDirectories: true)
            let list = try home.file(".config/mimeapps.list", "# Mine\n[Added Associations]\ntext/html=a.desktop")
            let registered = try await shell("\"$HOME/linkscope\" register myapp && \(Self.query)")
            #expect(registered.end == .exited(0), "\(registered)")
            #expect(registered.output == "myapp:  linkscope opens its links\n\(Self.entry)\n")
            #expect(registered.error.isEmpty)
            let entry = home.path + "/.local/share/applications/" + Self.entry
            #expect(text(entry).contains("Exec=\(home.path)/linkscope arrive -- %u\n"))

            let terminal = try home.inspector()
            try await terminal.wait(for: "linkscope send --to \(terminal.processID) LINK")
            let opened = try await shell("xdg-open 'myapp://item/7?x=$(id)&y=*%0A'")
            #expect(opened.end == .exited(0), "\(opened)")
            try await terminal.wait(for: "myapp://item/7?x=$(id)&y=*%0A")
            try await terminal.wait(for: "1 link")
            await terminal.quit()
            #expect(text(try #require(home.journals.first)).contains(" desktop "))

            let unregistered = try await shell("\"$HOME/linkscope\" unregister myapp; \(Self.query)")
            #expect(unregistered.output == "myapp:  linkscope is no longer registered\n")
            #expect(text(list) == "# Mine\n[Added Associations]\ntext/html=a.desktop")
            #expect(!FileManager.default.fileExists(atPath: home.path + "/.local"))
        }

        @Test("the program that xdg-mime had made the default is the default again")
        func restores() async throws {
            let applications = home.path + "/.local/share/applications"
            try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
            try home.file(".local/share/applications/other.desktop", "[Desktop Entry]\nType=Application\nName=Other\nExec=/bin/true %u\n")
            let before = try await shell("xdg-mime default other.desktop x-scheme-handler/myapp; \(Self.query)")
            #expect(before.output == "other.desktop\n")
            let list = text(home.path + "/.config/mimeapps.list")
            let between = try await shell("\"$HOME/linkscope\" register MyApp:// && \(Self.query)")
            #expect(between.output == "myapp:  linkscope opens its links (before: other.desktop)\n\(Self.entry)\n")
            let after = try await shell("\"$HOME/linkscope\" unregister myapp; \(Self.query)")
            #expect(after.output == "myapp:  linkscope is no longer registered; other.desktop is the default\nother.desktop\n")
            #expect(text(home.path + "/.config/mimeapps.list") == list)
        }

        @Test("the name of another program is shown without its control characters")
        func hostileName() async throws {
            try FileManager.default.createDirectory(atPath: home.path + "/.config", withIntermediateDirectories: true)
            try home.file(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/myapp=a\u{1B}[2J.desktop\n")
            let registered = try await shell("\"$HOME/linkscope\" register myapp")
            #expect(registered.output == "myapp:  linkscope opens its links (before: a^[[2J.desktop)\n", "\(registered)")
            let unregistered = try await shell("\"$HOME/linkscope\" unregister myapp")
            #expect(unregistered.output == "myapp:  linkscope is no longer registered; a^[[2J.desktop is the default\n")
        }

        @Test("without an inspector, a terminal opens one that shows the link", arguments: ["x-terminal-emulator", "TERMINAL"])
        func opensTerminal(by way: String) async throws {
            let terminal = try standIn("x-terminal-emulator")
            let environment = way == "TERMINAL" ? ["TERMINAL": terminal.path] : ["PATH": home.path + "/bin:/usr/bin:/bin"]
            #expect(try await shell("\"$HOME/linkscope\" register myapp").end == .exited(0))
            let opened = try await shell("xdg-open 'myapp://cart?note=;touch${IFS}pwned'", environment)
            #expect(opened.end == .exited(0), "\(opened)")
            #expect(text(terminal.log) == "-e\n\(home.path)/linkscope\n--continue\n")
            let inspector = try home.inspector(["--continue"])
            try await inspector.wait(for: "myapp://cart?note=;touch${IFS}pwned")
            try await inspector.wait(for: "1 link")
            await inspector.quit()
        }

        @Test("without an inspector and a terminal, the link is saved, and a notification says so")
        func keeps() async throws {
            let notification = try standIn("notify-send")
            let link = "myapp://secret?access_token=abcdefgh12345678\nshop://other\r{\"event\":\"x\"}"
            let arrived = try await home.process(["arrive", "--", link], desktop.merging(["PATH": home.path + "/bin"]) { $1 })
            #expect(arrived.end == .exited(0), "\(arrived)")
            #expect(arrived.error == "linkscope: the link is saved, but no terminal was found: linkscope --continue shows it\n")
            #expect(text(notification.log).hasPrefix("--\nlinkscope\nA link has arrived."))
            #expect(!text(notification.log).contains("myapp"))
            let inspector = try home.inspector(["--continue"])
            try await inspector.wait(for: "1 link")
            await inspector.quit()
            #expect(text(try #require(home.journals.first)).contains("access_token=abcdefgh12345678%0Ashop://other%0D{"))
        }

        @Test(
            "a text that is no link is refused, whatever it begins with",
            arguments: ["-x://a", "--help", "{\"event\":\"x\"}", "", "/etc/passwd", "1a:b"])
        func refuses(text: String) async throws {
            let arrived = try await home.run(["arrive", "--", text])
            #expect(arrived.end == .exited(2), "\(arrived)")
            #expect(arrived.error.hasPrefix("linkscope: arrive: this is not a link with a scheme"))
            #expect(home.journals.isEmpty)
        }

        @Test("register lists the schemes, as text and as JSON")
        func lists() async throws {
            let none = try await home.run(["register"])
            #expect(none.end == .exited(0) && none.output.isEmpty, "\(none)")
            #expect(none.error == "linkscope is not registered for any scheme. See 'linkscope register --help'.\n")
            #expect(try await home.run(["register", "shop", "cafe", "SHOP"]).lines.count == 2)
            #expect(try await home.run(["register"]).output == "cafe:  linkscope opens its links\nshop:  linkscope opens its links\n")
            let json = try await home.run(["unregister", "--json", "cafe"])
            #expect(json.output == #"{"scheme":"cafe","registered":false,"default":null,"list":null,"former":null}"# + "\n")
            let list = try await home.run(["register", "--json"])
            let status = try object(list.output)
            #expect(status["scheme"] as? String == "shop" && status["registered"] as? Bool == true)
            #expect(status["default"] as? String == Self.entry && status["list"] as? String == home.path + "/.config/mimeapps.list")
        }

        @Test("a list of the desktop that names another program is told, with exit code 1")
        func overruled() async throws {
            try FileManager.default.createDirectory(atPath: home.path + "/.config", withIntermediateDirectories: true)
            let list = try home.file(".config/gnome-mimeapps.list", "[Default Applications]\nx-scheme-handler/myapp=other.desktop;\n")
            let registered = try await home.run(["register", "myapp"], ["XDG_CURRENT_DESKTOP": "GNOME"])
            #expect(registered.end == .exited(1), "\(registered)")
            #expect(registered.output == "myapp:  registered, but other.desktop opens its links\n")
            #expect(registered.error.hasPrefix("linkscope: myapp: \(list) names other.desktop, and your desktop reads that first\n"))
        }

        @Test("a path of linkscope that no desktop can start is refused; one that xdg-open cannot start is warned of")
        func paths() async throws {
            for name in ["a=b", "100%"] {
                let refused = try await shell(
                    "mkdir \"$HOME/\(name)\"; cp -P \"$HOME/linkscope\" \"$HOME/\(name)\"; \"$HOME/\(name)/linkscope\" register myapp")
                #expect(refused.end == .exited(3), "\(refused)")
                #expect(
                    refused.error.hasPrefix("linkscope: not registered: \(home.path)/\(name)/linkscope: desktops cannot start a program"))
            }
            let warned = try await shell(
                "mkdir \"$HOME/a b\"; cp -P \"$HOME/linkscope\" \"$HOME/a b\"; \"$HOME/a b/linkscope\" register fb12")
            #expect(warned.end == .exited(0), "\(warned)")
            #expect(warned.error.contains("has spaces or special characters"))
            #expect(warned.error.contains("fb12: without a desktop environment, older versions of xdg-open"))
            #expect(text(home.path + "/.local/share/applications/" + Self.entry).contains("Exec=\"\(home.path)/a b/linkscope\" arrive"))
        }

        @Test("the hidden command is not suggested")
        func hidden() async throws {
            #expect(try await home.run(["arive"]).error == "linkscope: arive: no such command or file; see 'linkscope --help'\n")
        }

        @Test("mistakes: a scheme of the browser, a text that is no scheme, a scheme that is not registered")
        func mistakes() async throws {
            let web = try await home.run(["register", "https"])
            #expect(web.end == .exited(2))
            #expect(
                web.error == "linkscope: \"https\" belongs to the web, the system or many apps, not to one app: "
                    + "choose the scheme of your app, such as myapp\nSee 'linkscope register --help'.\n")
            #expect(try await home.run(["unregister", "ftp"]).end == .exited(1))
            #expect(try await home.run(["register", "myapp://item"]).end == .exited(2))
            #expect(try await home.run(["unregister"]).end == .exited(2))
            _ = try await home.run(["register", "shop"])
            let unknown = try await home.run(["unregister", "shop", "myapp"])
            #expect(unknown.end == .exited(1))
            #expect(unknown.output == "shop:  linkscope is no longer registered\n")
            #expect(unknown.error == "linkscope: myapp: linkscope is not registered for this scheme\n")
        }
    }
#endif
