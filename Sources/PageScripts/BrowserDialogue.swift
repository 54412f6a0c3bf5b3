import Fetching
import JSONDocument
import Pages

// What is said to Chromium over its pipe, in the words of its DevTools protocol:
//
//     Browser.getVersion ─► Target.createBrowserContext (with our proxy) ─► Browser.setDownloadBehavior (deny)
//     ─► Target.createTarget ─► Target.attachToTarget
//     ─► Fetch.enable ─► Page.navigate (to the proxy, for its password: ProxyPass) ─► Fetch.disable
//     ─► Page.enable ─► Network.enable ─► Page.navigate                                                            starting
//     ─► whenever a document is complete, and nothing is being loaded: time for it                                 settling
//     ─► when its time is up: DOM.getDocument ─► DOM.getOuterHTML                                                  reading
//
// A page that goes elsewhere begins anew; one that never rests is read as it is when we have waited long enough.

/// The conversation with a browser about one page: what was answered, and what is to be said next.
struct BrowserDialogue {
    enum Stage: Sendable, Hashable { case starting, settling, reading }

    struct Reaction {
        /// Messages to send, each with its NUL.
        var messages: [[UInt8]] = []
        var end: Result<Page, ScriptProblem>?
    }

    /// The page at the end.
    struct Page: Sendable, Hashable {
        var url: String
        var html: [UInt8]
        var browser: String
        var openings: [String]
        var isSettled: Bool
    }

    private enum Question {
        case version, context, download, target, attach, fetch, greet, greeted, enable, network, navigate, time, document, html
    }

    private(set) var stage = Stage.starting

    private let url: String
    private let proxy: String
    private let pass: ProxyPass
    private let limits: ScriptLimits
    private var lastID = 0
    private var asked: [Int: Question] = [:]
    private var context = ""
    private var target = ""
    private var session: String?
    private var browser = ""
    private var openings: [String] = []
    private var documents = 0
    private var clock: PageClock
    /// The last question for time to pass, until the browser has agreed: what is said to have passed before that was asked for earlier.
    private var unagreed: Int?
    /// Whether it has got the rest of its time at once.
    private var isHurried = false
    private var isSettled = true
    private var documentURL = ""
    private var readings = 0
    /// The request that was given the password: one that asks again does not get it again.
    private var admitted: String?

    /// A page that goes from one document to the next more often is not waited for any more.
    private static let mostDocuments = 20
    /// Something to wait for that no request is named.
    private static let dialog = "dialog"

    init(url: String, proxyPort: Int, pass: ProxyPass, limits: ScriptLimits) {
        self.url = url
        proxy = "http://127.0.0.1:\(proxyPort)"
        self.pass = pass
        self.limits = limits
        clock = PageClock(milliseconds: limits.scriptTime.milliseconds.rounded().asInt)
    }

    mutating func begin() -> [[UInt8]] { [ask(.version, "Browser.getVersion")] }

    /// We have waited long enough: the page gets what is left of its time, and the next time what is there of it is read.
    mutating func hurry() -> [[UInt8]] {
        isSettled = false
        if !isHurried, documents > 0, let time = clock.rest() {
            isHurried = true
            return pass(time).messages
        }
        return read()
    }

    mutating func take(_ message: [UInt8]) -> Reaction {
        let document = JSONDocument(message)
        guard document.isValid, let root = document.root else { return Reaction(end: .failure(.unintelligible)) }
        if let id = root["id"]?.numberLiteral.flatMap({ Int($0) }) {
            // The answer to something nobody waits for.
            guard let question = asked.removeValue(forKey: id) else { return Reaction() }
            if unagreed == id { unagreed = nil }
            guard let result = root["result"] else { return failed(question, root["error"]?["message"]?.stringValue ?? "no reason") }
            return answered(question, result)
        }
        guard let name = root["method"]?.stringValue, let session, root["sessionId"]?.stringValue == session else { return Reaction() }
        guard let event = BrowserEvent(name, root["params"], page: target) else { return Reaction() }
        return happened(event)
    }

    // MARK: Answers

    private mutating func answered(_ question: Question, _ result: JSONDocument.Node) -> Reaction {
        let text: (String) -> String = { result[$0]?.stringValue ?? "" }
        switch question {
        case .version:
            browser = text("product")
            return say(
                .context, "Target.createBrowserContext",
                ["disposeOnDetach": true, "proxyServer": .string(proxy), "proxyBypassList": "<-loopback>"])
        case .context:
            context = text("browserContextId")
            // Without one of its own the page would be in the browser's, which leads nowhere.
            guard !context.isEmpty else { return Reaction(end: .failure(.unintelligible)) }
            return say(.download, "Browser.setDownloadBehavior", ["behavior": "deny", "browserContextId": .string(context)])
        case .download:
            return say(.target, "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
        case .target:
            target = text("targetId")
            return say(.attach, "Target.attachToTarget", ["targetId": .string(target), "flatten": true])
        case .attach:
            session = text("sessionId")
            return say(.fetch, "Fetch.enable", ["handleAuthRequests": true, "patterns": [["urlPattern": .string(pass.url)]]])
        case .fetch: return say(.greet, "Page.navigate", ["url": .string(pass.url)])
        // What comes of it is no page. If the proxy was not shown the password, the page is not there either, and why.
        case .greet: return say(.greeted, "Fetch.disable")
        case .greeted: return say(.enable, "Page.enable")
        case .enable: return say(.network, "Network.enable")
        case .network:
            stage = .settling
            return say(.navigate, "Page.navigate", ["url": .string(url)])
        case .navigate:
            let reason = text("errorText")
            return reason.isEmpty ? Reaction() : Reaction(end: .failure(.noPage(reason: reason)))
        case .time: return Reaction()
        case .document:
            documentURL = result["root"]?["documentURL"]?.stringValue ?? ""
            let node = result["root"]?["nodeId"]?.numberLiteral.flatMap { Int($0) } ?? 0
            return say(.html, "DOM.getOuterHTML", ["nodeId": .number(JSONNumber(node))])
        case .html:
            let html = Array(text("outerHTML").utf8)
            guard html.count <= limits.pageBytes else { return Reaction(end: .failure(.pageTooLarge(limit: limits.pageBytes))) }
            let page = Page(url: documentURL, html: html, browser: browser, openings: openings, isSettled: isSettled)
            return Reaction(end: .success(page))
        }
    }

    private mutating func failed(_ question: Question, _ reason: String) -> Reaction {
        switch question {
        // The page has gone on to another document in between.
        case .document, .html:
            readings += 1
            return readings < 10 ? Reaction(messages: read()) : Reaction(end: .failure(.noPage(reason: "it keeps changing")))
        case .time:
            clock.expired()
            return goOn()
        case .navigate: return Reaction(end: .failure(.noPage(reason: reason)))
        case .version, .context, .download, .target, .attach, .fetch, .greet, .greeted, .enable, .network:
            return Reaction(end: .failure(.unintelligible))
        }
    }

    // MARK: Events

    private mutating func happened(_ event: BrowserEvent) -> Reaction {
        switch event {
        case .dialog:
            clock.started(Self.dialog)
            return say(nil, "Page.handleJavaScriptDialog", ["accept": false])
        case .dialogEnd: clock.finished(Self.dialog)
        case .goes(let url): note(opening: url)
        case .document(let lost?) where stage == .settling && documents > 0:
            return Reaction(end: .failure(.noPage(reason: "its scripts navigate to \(lost), which cannot be loaded")))
        case .document:
            documents += 1
            if documents <= Self.mostDocuments, !isHurried { clock.begin() }
        case .loads(let request): clock.started(request)
        case .loaded(let request): clock.finished(request)
        case .comes: break
        case .starts: clock.isLoadingPage = true
        case .stops: clock.isLoadingPage = false
        case .timeIsUp: if unagreed == nil { clock.expired() }
        case .waits(let request): return say(nil, "Fetch.continueRequest", ["requestId": .string(request)])
        case .needsPassword(let request, let proxy): return answer(request, of: proxy)
        case .crash: return Reaction(end: .failure(.noPage(reason: "it crashes the browser")))
        }
        if event != .timeIsUp { clock.progressed() }
        return goOn()
    }

    private mutating func answer(_ request: String, of proxy: String?) -> Reaction {
        var answer: JSONValue = ["response": "CancelAuth"]
        if proxy == self.proxy, admitted == nil {
            admitted = request
            answer = ["response": "ProvideCredentials", "username": .string(pass.user), "password": .string(pass.password)]
        }
        return say(nil, "Fetch.continueWithAuth", ["requestId": .string(request), "authChallengeResponse": answer])
    }

    private mutating func note(opening url: String) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let isWeb = ["http", "https", "about", "blob", "data", "javascript", "file", "chrome", "chrome-error"].contains(scheme)
        guard !isWeb, scheme != url.lowercased(), openings.count < ScriptRun.mostListed, url.utf8.count <= 4096 else { return }
        if !openings.contains(url) { openings.append(url) }
    }

    // MARK: Questions

    /// Gives the page time, or reads it, or waits.
    private mutating func goOn() -> Reaction {
        guard stage == .settling, documents > 0 else { return Reaction() }
        if isHurried { return clock.isRunning ? Reaction() : Reaction(messages: read()) }
        if let time = clock.next() { return pass(time) }
        return clock.isOver ? Reaction(messages: read()) : Reaction()
    }

    private mutating func pass(_ milliseconds: Int) -> Reaction {
        // So many tasks may run without any time passing.
        let starvation: JSONValue = 10_000
        unagreed = lastID + 1
        return say(
            .time, "Emulation.setVirtualTimePolicy",
            ["policy": "advance", "budget": .number(JSONNumber(milliseconds)), "maxVirtualTimeTaskStarvationCount": starvation])
    }

    private mutating func read() -> [[UInt8]] {
        stage = .reading
        return say(.document, "DOM.getDocument", ["depth": 0]).messages
    }

    private mutating func say(_ question: Question?, _ method: String, _ parameters: JSONValue = [:]) -> Reaction {
        Reaction(messages: [ask(question, method, parameters)])
    }

    private mutating func ask(_ question: Question?, _ method: String, _ parameters: JSONValue = [:]) -> [UInt8] {
        lastID += 1
        asked[lastID] = question
        var message: [(String, JSONValue)] = [("id", .number(JSONNumber(lastID))), ("method", .string(method)), ("params", parameters)]
        if let session { message.append(("sessionId", .string(session))) }
        // Nothing in it that JSON has no words for.
        let text = (try? JSONValue.object(JSONObject(message)).serialized()) ?? ""
        return Array(text.utf8) + [0]
    }
}
