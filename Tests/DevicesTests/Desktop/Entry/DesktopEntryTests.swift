import Testing

@testable import Devices

@Suite("The desktop entry")
struct DesktopEntryTests {
    @Test("its text names the program and the schemes")
    func text() {
        let entry = DesktopEntry(program: "/usr/local/bin/linkscope", schemes: ["shop", "cafe+x"])
        #expect(
            entry.text == """
                [Desktop Entry]
                Type=Application
                Name=linkscope
                Comment=Shows the links of your app in the inspector
                Exec=/usr/local/bin/linkscope arrive -- %u
                Terminal=false
                NoDisplay=true
                StartupNotify=false
                MimeType=x-scheme-handler/shop;x-scheme-handler/cafe+x;

                """)
        #expect(DesktopEntry.schemes(in: Array(entry.text.utf8)) == ["shop", "cafe+x"])
        #expect(DesktopEntry.schemes(in: Array("[Desktop Entry]\nMimeType=text/html;x-scheme-handler/;\n".utf8)) == [])
        #expect(DesktopEntry.schemes(in: []) == [])
    }

    @Test(
        "an argument is quoted if the specification demands it",
        arguments: [
            ("/usr/bin/linkscope", "/usr/bin/linkscope"),
            ("/opt/link scope/x", #""/opt/link scope/x""#),
            ("/opt/100%/x", "/opt/100%%/x"),
            ("/opt/%u x", #""/opt/%%u x""#),
            ("/opt/a\"b", #""/opt/a\\"b""#),
            ("/opt/$HOME/`x`", #""/opt/\\$HOME/\\`x\\`""#),
            ("/opt/a\\b", #""/opt/a\\\\b""#),
            ("/opt/it's", #""/opt/it's""#),
            ("/opt/a\nb\tc\r", #""/opt/a\nb\tc\r""#),
            ("/opt/\"\u{301}", "\"/opt/\\\\\"\u{301}\""),
            ("/opt/café", "/opt/café"),
            ("", #""""#),
        ])
    func quoting(argument: String, quoted: String) {
        #expect(ExecLine.text([argument]) == quoted + " %u")
    }

    @Test(
        "schemes of which linkscope may become the handler",
        arguments: [
            ("shop", "shop"), ("Shop", "shop"), ("shop:", "shop"), ("shop://", "shop"), ("com.example.app", "com.example.app"),
            ("fb123", "fb123"), ("web+x", "web+x"),
            ("Slack", "slack"),
        ])
    func allowed(text: String, name: String) throws {
        #expect(try HandledScheme(text).name == name)
    }

    @Test(
        "schemes of the web, the system and many apps are refused",
        arguments: [
            "https", "HTTP://", "ftp", "ws", "wss", "file", "about", "data", "javascript", "blob", "view-source", "chrome", "content",
            "intent", "mailto", "tel", "sms", "geo", "market", "webcal", "magnet", "trash", "smb", "unknown",
        ])
    func shared(text: String) {
        let problem = #expect(throws: HandlerError.self) { try HandledScheme(text) }
        #expect(problem?.reason.contains("belongs to the web, the system or many apps, not to one app") == true)
    }

    @Test("the registration of a scheme that is refused now can be undone")
    func undoing() throws {
        #expect(try HandledScheme("FTP://", ofAnyOwner: true).name == "ftp")
        #expect(throws: HandlerError.self) { try HandledScheme("a b", ofAnyOwner: true) }
    }

    @Test(
        "texts that are no scheme",
        arguments: ["1x", "", "shop/x", "shop://item", "a b", "--json", "a;b", "a=b", "a\nb"])
    func refused(text: String) {
        let problem = #expect(throws: HandlerError.self) { try HandledScheme(text) }
        #expect(problem?.reason.contains("is not a scheme") == true, "\(problem?.reason ?? "")")
    }
}
