import AppLinks
import Deciding
import JSONDocument
import Testing

@testable import Web

@Suite("The conversation with a browser")
struct BrowserDialogueTests {
    @Test("all messages from the first command to the page, in order; the page has its own browser context")
    func whole() throws {
        var script = Script()
        try script.navigate()
        #expect(script.asked["Target.createTarget"]?["browserContextId"] == "C")
        #expect(script.asked["Browser.setDownloadBehavior"]?["behavior"] == "deny")
        #expect(script.asked["Page.navigate"]?["url"] == "http://a.example/")
        try script.event("Network.requestWillBeSent", #"{"requestId":"1","type":"Document","frameId":"T"}"#)
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["policy"] == "advance")
        try script.passTime()
        #expect(script.dialogue.stage == .reading)
        try script.answer("DOM.getDocument", #"{"root":{"nodeId":7,"documentURL":"http://a.example/end"}}"#)
        #expect(script.asked["DOM.getOuterHTML"]?["nodeId"] == 7)
        try script.answer("DOM.getOuterHTML", #"{"outerHTML":"\u003Cp>é"}"#)
        let page = try #require(script.end).get()
        let run = page.run
        #expect(run.url == "http://a.example/end" && run.browser == "B/1" && page.html == Array("<p>é".utf8) && run.isSettled)
    }

    @Test("every request of the browser, from any frame or worker, waits for linkscope's answer")
    func requests() throws {
        var script = Script()
        #expect(script.asked["Fetch.enable"] == nil)
        try script.answer("Browser.getVersion", #"{"product":"B/1"}"#)
        #expect(script.asked["Fetch.enable"] == ["patterns": [["urlPattern": "*"]]] && script.sessions["Fetch.enable"] == nil)
        // No page is created before the browser has confirmed `Fetch.enable`.
        #expect(script.asked["Target.createBrowserContext"] == nil)
        script.take(#"{"method":"Fetch.requestPaused","params":{"requestId":"R","request":{"url":"http://a.example/","method":"GET"}}}"#)
        #expect(script.requests.map(\.url) == ["http://a.example/"])
        script.note([script.dialogue.answer("R", with: .response(status: 200, fields: [], body: [0x61]))])
        #expect(script.asked["Fetch.fulfillRequest"] == ["requestId": "R", "responseCode": 200, "responseHeaders": [], "body": "YQ=="])
        #expect(script.sessions["Fetch.fulfillRequest"] == nil)
        // A request must not wait forever if the browser rejects the answer to it.
        script.take(#"{"id":\#(script.ids["Fetch.fulfillRequest"] ?? 0),"error":{"message":"Invalid http status code"}}"#)
        #expect(script.asked["Fetch.failRequest"] == ["requestId": "R", "errorReason": "Failed"])
        script.take(#"{"id":\#(script.ids["Fetch.failRequest"] ?? 0),"error":{"message":"Invalid InterceptionId"}}"#)
        #expect(script.end == nil)
        script.take(#"{"method":"Fetch.requestPaused","params":{}}"#)
        #expect(script.end == .failure(.unintelligible))
    }

    @Test("workers and frames in other processes start when their sockets are observed; their other events are ignored")
    func followed() throws {
        var script = Script()
        try script.navigate()
        try script.event("Target.attachedToTarget", #"{"sessionId":"W","targetInfo":{"type":"worker"}}"#)
        for name in ["Network.enable", "Target.setAutoAttach", "Runtime.runIfWaitingForDebugger"] {
            #expect(script.sessions[name] == "W")
        }
        script.take(#"{"method":"Network.webSocketCreated","params":{"url":"wss://chat.example/"},"sessionId":"W"}"#)
        script.take(#"{"method":"Network.requestWillBeSent","params":{"requestId":"1","type":"Fetch"},"sessionId":"W"}"#)
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.passTime()
        #expect(try script.read().run.sockets == ["chat.example"])
    }

    @Test("the time of the first document starts when it is complete")
    func completes() throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.frameStartedLoading", #"{"frameId":"T"}"#)
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.event("Page.frameNavigated", #"{"frame":{"id":"F","parentId":"T"}}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"] == nil && script.dialogue.stage == .settling)
        try script.event("Page.frameStoppedLoading", #"{"frameId":"T"}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["budget"] == 5000)
    }

    @Test("a page that navigates to another document gets its time again, and is not read before that")
    func goesOn() throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.event("Page.frameStartedLoading", #"{"frameId":"T"}"#)
        try script.passTime()
        #expect(script.dialogue.stage == .settling)
        // Virtual time stands still now. Each event that arrives gets a moment of time.
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["budget"] == 10)
        try script.passTime()
        try script.event("Network.dataReceived", #"{"requestId":"1"}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["budget"] == 10)
        try script.passTime()
        #expect(script.dialogue.stage == .settling)
        // A navigation in a child frame is not a navigation of the page, and the end of its loading is not the end of the page's loading.
        try script.event("Page.frameNavigated", #"{"frame":{"id":"F","parentId":"T"}}"#)
        try script.passTime()
        try script.event("Page.frameStoppedLoading", #"{"frameId":"F"}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"] == nil && script.dialogue.stage == .settling)
        // The page is complete, so its scripts get their time.
        try script.event("Page.frameStoppedLoading", #"{"frameId":"T"}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["budget"] == 5000 && script.dialogue.stage == .settling)
        try script.passTime()
        #expect(script.dialogue.stage == .reading)
    }

    @Test("requests of scripts are waited for, images are not", arguments: [("Fetch", true), ("Script", true), ("Image", false)])
    func loading(kind: String, isWaitedFor: Bool) throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.event("Network.requestWillBeSent", #"{"requestId":"1","type":"\#(kind)","frameId":"T"}"#)
        try script.passTime()
        #expect(script.dialogue.stage == (isWaitedFor ? .settling : .reading))
        try script.event("Network.loadingFailed", #"{"requestId":"1"}"#)
        try script.passTime()
        #expect(script.dialogue.stage == .reading)
    }

    @Test("a page whose scripts navigate to one that cannot be loaded is not read, because only the browser's error page is left")
    func lost() throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T","unreachableUrl":"https://10.0.0.1/"}}"#)
        #expect(script.end == .failure(.noPage(reason: "its scripts navigate to https://10.0.0.1/, which cannot be loaded")))
    }

    @Test("a page that never becomes idle is read as it is, and marked as not settled")
    func hurried() throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.frameStartedLoading", #"{"frameId":"T"}"#)
        for _ in 0..<100 { try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#) }
        try script.event("Network.requestWillBeSent", #"{"requestId":"1","type":"Fetch","frameId":"T"}"#)
        try script.event("Page.frameStoppedLoading", #"{"frameId":"T"}"#)
        #expect(script.asked["Emulation.setVirtualTimePolicy"] == nil && script.dialogue.stage == .settling)
        script.note(script.dialogue.hurry())
        #expect(script.asked["Emulation.setVirtualTimePolicy"]?["budget"] == 5000)
        #expect(script.dialogue.stage == .settling)
        // The page is read even if its virtual time does not pass.
        script.note(script.dialogue.hurry())
        // The page navigated while it was read.
        try script.answer("DOM.getDocument", #"{"root":{"nodeId":7,"documentURL":"x:"}}"#)
        script.take(#"{"id":\#(script.ids["DOM.getOuterHTML"] ?? 0),"error":{"message":"no such node"}}"#)
        try script.answer("DOM.getDocument", #"{"root":{"nodeId":8,"documentURL":"y:"}}"#)
        try script.answer("DOM.getOuterHTML", #"{"outerHTML":""}"#)
        let page = try #require(script.end).get()
        #expect(page.run.url == "y:" && !page.run.isSettled)
    }

    @Test("dialogs are dismissed; opened apps and sockets are recorded")
    func events() throws {
        var script = Script()
        try script.navigate()
        try script.event("Page.javascriptDialogOpening")
        #expect(script.asked["Page.handleJavaScriptDialog"]?["accept"] == false)
        try script.event("Page.javascriptDialogClosed")
        for name in ["webSocketCreated", "webTransportCreated", "webSocketCreated"] {
            try script.event("Network.\(name)", #"{"url":"wss://\#(name).example/x"}"#)
        }
        for url in ["shop://item/7", "http://b.example/", "shop://item/7", "about:blank", "intent://x#Intent;end", "no url"] {
            try script.event("Page.frameRequestedNavigation", #"{"url":"\#(url)"}"#)
        }
        try script.event("Page.frameNavigated", #"{"frame":{"id":"T"}}"#)
        try script.passTime()
        let page = try script.read()
        #expect(page.run.openings == ["shop://item/7", "intent://x#Intent;end"])
        #expect(page.run.sockets == ["webSocketCreated.example", "webTransportCreated.example"])
    }

    @Test("errors that end the conversation without a page")
    func ends() throws {
        var lost = Script()
        try lost.navigate(#"{"frameId":"T","errorText":"net::ERR_FAILED"}"#)
        #expect(lost.end == .failure(.noPage(reason: "net::ERR_FAILED")))
        var old = Script()
        old.take(#"{"id":1,"error":{"message":"'Browser.getVersion' wasn't found"}}"#)
        #expect(old.end == .failure(.unintelligible))
        for nonsense in ["", "hello", "{\"id\":1", "[1]x"] {
            var script = Script()
            script.take(nonsense)
            #expect(script.end == .failure(.unintelligible), "\(nonsense)")
        }
        var large = Script { $0.pageBytes = 3 }
        try large.navigate()
        large.note(large.dialogue.hurry())
        try large.answer("DOM.getDocument", #"{"root":{"nodeId":7}}"#)
        try large.answer("DOM.getOuterHTML", #"{"outerHTML":"1234"}"#)
        #expect(large.end == .failure(.pageTooLarge(limit: 3)))
    }

    @Test(
        "unknown messages and unexpected answers are ignored", arguments: ["{}", "[]", #"{"id":99,"result":{}}"#, "null"])
    func others(message: String) throws {
        var script = Script()
        script.asked = [:]
        script.take(message)
        try script.event("Page.javascriptDialogOpening")
        #expect(script.end == nil && script.asked.isEmpty)
    }
}

/// A dialogue, and the last command of each name that it has sent.
private struct Script {
    var dialogue: BrowserDialogue
    var asked: [String: JSONValue] = [:]
    var sessions: [String: JSONValue] = [:]
    var ids: [String: Int] = [:]
    var requests: [PausedRequest] = []
    var end: Result<ScriptedPage, ScriptProblem>?

    init(_ change: (inout ScriptLimits) -> Void = { _ in }) {
        var limits = ScriptLimits()
        change(&limits)
        dialogue = BrowserDialogue(url: "http://a.example/", limits: limits)
        note(dialogue.begin())
    }

    mutating func note(_ messages: [[UInt8]]) {
        for message in messages {
            guard message.last == 0, let root = JSONDocument(Array(message.dropLast())).root else { continue }
            let value = JSONValue(root)
            guard let name = value["method"]?.stringValue else { continue }
            asked[name] = value["params"]
            sessions[name] = value["sessionId"]
            ids[name] = value["id"]?.numberValue?.intValue
        }
    }

    mutating func take(_ message: String) {
        let reaction = dialogue.take(Array(message.utf8))
        note(reaction.messages)
        requests += reaction.requests
        end = reaction.end ?? end
    }

    mutating func answer(_ name: String, _ result: String) throws {
        take(#"{"id":\#(try #require(ids[name], "\(name) was not asked")),"result":\#(result)}"#)
    }

    mutating func event(_ name: String, _ parameters: String = "{}") throws {
        take(#"{"method":"\#(name)","params":\#(parameters),"sessionId":"S"}"#)
    }

    /// Lets virtual time pass until the page gets no more time.
    mutating func passTime() throws {
        while asked.removeValue(forKey: "Emulation.setVirtualTimePolicy") != nil {
            // An expiration before the answer belongs to an earlier command and must be ignored.
            try event("Emulation.virtualTimeBudgetExpired")
            #expect(asked["Emulation.setVirtualTimePolicy"] == nil && dialogue.stage == .settling)
            try answer("Emulation.setVirtualTimePolicy", "{}")
            try event("Emulation.virtualTimeBudgetExpired")
        }
    }

    /// Answers the commands that read the page, and returns the page.
    mutating func read() throws -> ScriptedPage {
        try answer("DOM.getDocument", #"{"root":{"nodeId":7,"documentURL":"x:"}}"#)
        try answer("DOM.getOuterHTML", #"{"outerHTML":""}"#)
        return try #require(end).get()
    }

    mutating func attach() throws {
        try answer("Browser.getVersion", #"{"product":"B/1"}"#)
        try answer("Fetch.enable", "{}")
        try answer("Target.createBrowserContext", #"{"browserContextId":"C"}"#)
        try answer("Browser.setDownloadBehavior", "{}")
        try answer("Target.createTarget", #"{"targetId":"T"}"#)
        try answer("Target.attachToTarget", #"{"sessionId":"S"}"#)
        try answer("Target.setAutoAttach", "{}")
    }

    /// Answers all commands up to the navigation to the page.
    mutating func navigate(_ result: String = #"{"frameId":"T"}"#) throws {
        try attach()
        try answer("Page.enable", "{}")
        try answer("Network.enable", "{}")
        #expect(dialogue.stage == .settling)
        try answer("Page.navigate", result)
    }
}

@Suite("Messages of a browser")
struct BrowserMessagesTests {
    @Test("messages end with a NUL, and may arrive in any pieces")
    func pieces() {
        var messages = BrowserMessages(longest: 10, most: 100)
        let taken = ["{}", "\u{0}[1", "]\u{0}\u{0}x"].flatMap { piece -> [[UInt8]] in
            if case .messages(let list) = messages.take(Array(piece.utf8)) { list } else { [] }
        }
        #expect(taken == [Array("{}".utf8), Array("[1]".utf8), []])
    }

    @Test("each message and all together have a maximum length")
    func limits() {
        var one = BrowserMessages(longest: 3, most: 100)
        if case .messages = one.take([1, 2, 3, 0]) {} else { Issue.record("three fit") }
        if case .tooLong = one.take([1, 2, 3, 4]) {} else { Issue.record("four do not fit") }
        var all = BrowserMessages(longest: 3, most: 5)
        if case .messages = all.take([0, 0, 0]) {} else { Issue.record("three fit") }
        if case .tooMuch = all.take([0, 0, 0]) {} else { Issue.record("six do not fit") }
    }
}

@Suite("Finding Chromium")
struct BrowserTests {
    @Test("the given name comes first, then the environment, then the usual names on the path")
    func order() throws {
        let path = ["PATH": "/nowhere:/bin"]
        #expect(try Browser.find("/bin/sh", environment: ["LINKSCOPE_CHROMIUM": "/bin/ls"], usualFolders: []).path == "/bin/sh")
        #expect(try Browser.find(nil, environment: ["LINKSCOPE_CHROMIUM": "/bin/ls"], usualFolders: []).path == "/bin/ls")
        #expect(try Browser.find("ls", environment: path, usualFolders: []).path == "/bin/ls")
        #if !canImport(Darwin)
            #expect(throws: ScriptProblem.noBrowser(nil)) { try Browser.find(nil, environment: ["PATH": "/nowhere"], usualFolders: []) }
        #endif
    }

    @Test("a path that is not a program is rejected", arguments: ["/", "/etc/passwd", "/nowhere/chromium", "no-such-program"])
    func none(asked: String) {
        #expect(throws: ScriptProblem.noBrowser(asked)) { try Browser.find(asked, environment: [:], usualFolders: ["/bin"]) }
    }

    @Test("a relative folder of PATH is not searched, because anyone could have put a program into it")
    func relative() {
        let path = String(repeating: "../", count: 20) + "bin"
        #expect(throws: ScriptProblem.noBrowser("ls")) { try Browser.find("ls", environment: ["PATH": path], usualFolders: []) }
    }

    @Test("the sandbox is on if possible, and the browser cannot connect by itself")
    func arguments() {
        let arguments = Browser.arguments(profile: "/tmp/x", isSandboxed: true)
        #expect(!arguments.contains("--no-sandbox"))
        #expect(Browser.arguments(profile: "/tmp/x", isSandboxed: false).contains("--no-sandbox"))
        for argument in ["--proxy-server=http://127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-bypass-list=<-loopback>"] {
            #expect(arguments.contains(argument))
        }
    }
}
