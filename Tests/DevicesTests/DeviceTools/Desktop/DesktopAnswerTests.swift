import DeviceTools
import Testing

@Suite("Opening on the desktop")
struct DesktopAnswerTests {
    private func link(_ text: String) throws -> CommandLink { try CommandLink(Array(text.utf8)) }

    @Test("xdg-mime is asked for the handler of the scheme in lower case, and macOS has no such question")
    func handler() throws {
        #expect(
            try DesktopAnswer.handlerCommand(link("SHOP://a"), isMac: false)?.arguments
                == ["xdg-mime", "query", "default", "x-scheme-handler/shop"])
        #expect(try DesktopAnswer.handlerCommand(link("shop://a"), isMac: true) == nil)
        #expect(DesktopAnswer.handler(.printing("shop.desktop\n")) == "shop.desktop")
        #expect(DesktopAnswer.handler(.printing("\n")) == nil)
        #expect(DesktopAnswer.handler(.printing("shop.desktop", code: 2)) == nil)
        #expect(DesktopAnswer.handler(.printing("\u{0}\u{FFFD}")) == nil)
        #expect(DesktopAnswer.handler(.printing(String(repeating: "a", count: 300) + ".desktop")) == nil)
    }

    @Test("the application that handles the scheme opened the link; for a web link it is the browser")
    func opened() throws {
        let run = ToolRun.printing("")
        #expect(
            try DesktopAnswer.opening(run, of: link("shop://a"), handler: "shop.desktop", isMac: false).end
                == .app(id: "shop.desktop", activity: nil, .started))
        #expect(
            try DesktopAnswer.opening(run, of: link("https://a.example"), handler: "firefox.desktop", isMac: false).end
                == .browser(id: "firefox.desktop"))
        #expect(try DesktopAnswer.opening(run, of: link("shop://a"), handler: nil, isMac: true).end == .unreported)
    }

    @Test("without a handler nothing opens, and a failing program is a trouble")
    func failures() throws {
        let nothing = DeviceOpening.End.nothing(reason: "no application handles shop:")
        #expect(try DesktopAnswer.opening(nil, of: link("shop://a"), handler: nil, isMac: false).end == nothing)
        let mac = ToolRun.printing(
            "", errors: "No application knows how to open URL shop://a (Error Domain=NSOSStatusErrorDomain)", code: 1)
        #expect(try DesktopAnswer.opening(mac, of: link("shop://a"), handler: nil, isMac: true).end == nothing)
        #expect(throws: DeviceTrouble("tool ended with exit code 4")) {
            try DesktopAnswer.opening(.printing("", code: 4), of: link("shop://a"), handler: "shop.desktop", isMac: false)
        }
    }
}
