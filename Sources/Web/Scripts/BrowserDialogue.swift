import AppLinks
import Deciding
import HTTPTransport
import JSONDocument

// The messages to Chromium over its pipe, in Chromium's DevTools protocol:
//
//     Browser.getVersion ─► Fetch.enable (for the whole browser) ─► Target.createBrowserContext
//     ─► Browser.setDownloadBehavior (deny) ─► Target.createTarget ─► Target.attachToTarget
//     ─► Target.setAutoAttach ─► Page.enable ─► Network.enable ─► Page.navigate                    starting
//     ─► whenever a document is complete and nothing is loading: hand out time                     settling
//     ─► when the time is up: DOM.getDocument ─► DOM.getOuterHTML                                  reading
//
// If the page navigates to another document, settling starts again. After a time limit, a page that has not settled is read in its current
// state.

/// The conversation with a browser about one page. The dialogue receives the browser's messages and decides which messages to send next.
struct BrowserDialogue {
    enum Stage: Sendable, Hashable { case starting, settling, reading }

    struct Reaction {
        /// The messages to send. Each message ends in a NUL.
        var messages: [[UInt8]] = []
        /// The page's requests that wait for an answer.
        var requests: [PausedRequest] = []
        var end: Result<ScriptedPage, ScriptProblem>?
    }

    private enum Question {
        case version, fetch, context, download, target, attach, follow, enable, network, navigate, time, document, html
        /// A command that answers a request of the page.
        case request(String)
    }

    private(set) var stage = Stage.starting

    private let url: String
    private let limits: ScriptLimits
    private var lastID = 0
    private var asked: [Int: Question] = [:]
    private var context = ""
    private var target = ""
    private var session: String?
    /// What the browser has told about the run so far.
    private var run = ScriptRun()
    private var documents = 0
    private var clock: PageClock
    /// The ID of the last command that lets time pass. Nil once the browser has confirmed the command. A `timeIsUp` event before the
    /// confirmation belongs to an earlier command.
    private var unagreed: Int?
    /// Whether the page got all of its remaining time because it took too long to settle.
    private var isHurried = false
    private var readings = 0

    /// The maximum number of documents for which the script time starts again.
    private static let mostDocuments = 20
    /// The ID under which an open dialog counts as a loading request. No request has this ID.
    private static let dialog = "dialog"

    init(url: String, limits: ScriptLimits) {
        self.url = url
        self.limits = limits
        clock = PageClock(milliseconds: limits.scriptTime.milliseconds.rounded().asInt)
    }

    mutating func begin() -> [[UInt8]] { [ask(.version, "Browser.getVersion")] }

    /// Returns the messages to send when the page takes too long to settle. The first call lets the rest of the script time pass at once. A
    /// later call, or a call when no script time can pass, reads the page.
    mutating func hurry() -> [[UInt8]] {
        run.isSettled = false
        if !isHurried, documents > 0, let time = clock.rest() {
            isHurried = true
            return pass(time).messages
        }
        return read()
    }

    /// Returns the command that answers a request of the page.
    mutating func answer(_ request: String, with answer: RequestAnswer) -> [UInt8] {
        let (method, parameters) = answer.command(for: request)
        return ask(.request(request), method, parameters, in: nil)
    }

    mutating func take(_ message: [UInt8]) -> Reaction {
        let document = JSONDocument(message)
        guard document.isValid, let root = document.root else { return Reaction(end: .failure(.unintelligible)) }
        if let id = root["id"]?.numberLiteral.flatMap({ Int($0) }) {
            // Answers to other commands are not needed.
            guard let question = asked.removeValue(forKey: id) else { return Reaction() }
            if unagreed == id { unagreed = nil }
            guard let result = root["result"] else { return failed(question, root["error"]?["message"]?.stringValue ?? "no reason") }
            return answered(question, result)
        }
        guard let name = root["method"]?.stringValue else { return Reaction() }
        if name == "Fetch.requestPaused" {
            // The browser sends these events for all frames and workers through the same session.
            guard let request = PausedRequest(root["params"]) else { return Reaction(end: .failure(.unintelligible)) }
            return Reaction(requests: [request])
        }
        guard let session, let sender = root["sessionId"]?.stringValue else { return Reaction() }
        if name == "Target.attachedToTarget" { return Reaction(messages: follow(root["params"]?["sessionId"]?.stringValue)) }
        guard let event = BrowserEvent(name, root["params"], page: target) else { return Reaction() }
        if sender == session { return happened(event) }
        if case .socket(let host) = event { note(socket: host) }
        return Reaction()
    }

    // MARK: Answers

    private mutating func answered(_ question: Question, _ result: JSONDocument.Node) -> Reaction {
        let text: (String) -> String = { result[$0]?.stringValue ?? "" }
        switch question {
        case .version:
            run.browser = text("product")
            return say(.fetch, "Fetch.enable", ["patterns": [["urlPattern": "*"]]])
        case .fetch: return say(.context, "Target.createBrowserContext", ["disposeOnDetach": true])
        case .context:
            context = text("browserContextId")
            return say(.download, "Browser.setDownloadBehavior", ["behavior": "deny", "browserContextId": .string(context)])
        case .download:
            return say(.target, "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
        case .target:
            target = text("targetId")
            return say(.attach, "Target.attachToTarget", ["targetId": .string(target), "flatten": true])
        case .attach:
            session = text("sessionId")
            return say(.follow, "Target.setAutoAttach", Self.autoAttach)
        case .follow: return say(.enable, "Page.enable")
        case .enable: return say(.network, "Network.enable")
        case .network:
            stage = .settling
            return say(.navigate, "Page.navigate", ["url": .string(url)])
        case .navigate:
            let reason = text("errorText")
            return reason.isEmpty ? Reaction() : Reaction(end: .failure(.noPage(reason: reason)))
        case .time, .request: return Reaction()
        case .document:
            run.url = result["root"]?["documentURL"]?.stringValue ?? ""
            let node = result["root"]?["nodeId"]?.numberLiteral.flatMap { Int($0) } ?? 0
            return say(.html, "DOM.getOuterHTML", ["nodeId": .number(JSONNumber(node))])
        case .html:
            let html = Array(text("outerHTML").utf8)
            guard html.count <= limits.pageBytes else { return Reaction(end: .failure(.pageTooLarge(limit: limits.pageBytes))) }
            return Reaction(end: .success(ScriptedPage(html: html, run: run)))
        }
    }

    private mutating func failed(_ question: Question, _ reason: String) -> Reaction {
        switch question {
        // The node does not exist any more, because the page has navigated to another document.
        case .document, .html:
            readings += 1
            return readings < 10 ? Reaction(messages: read()) : Reaction(end: .failure(.noPage(reason: "it keeps changing")))
        case .time:
            clock.expired()
            return goOn()
        // The browser has rejected the response. So that the request does not wait forever, linkscope makes it fail. If the request no
        // longer exists, this command has no effect.
        case .request(let request):
            let (method, parameters) = RequestAnswer.failure(.failed).command(for: request)
            return Reaction(messages: [ask(nil, method, parameters, in: nil)])
        case .navigate: return Reaction(end: .failure(.noPage(reason: reason)))
        case .version, .fetch, .context, .download, .target, .attach, .follow, .enable, .network:
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
        case .socket(let host): note(socket: host)
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
        case .crash: return Reaction(end: .failure(.noPage(reason: "it crashes the browser")))
        }
        if event != .timeIsUp { clock.progressed() }
        return goOn()
    }

    private mutating func note(opening url: String) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let isWeb = ["http", "https", "about", "blob", "data", "javascript", "file", "chrome", "chrome-error"].contains(scheme)
        guard !isWeb, scheme != url.lowercased(), run.openings.count < ScriptRun.mostListed, url.utf8.count <= 4096 else { return }
        if !run.openings.contains(url) { run.openings.append(url) }
    }

    private mutating func note(socket host: String) {
        if run.sockets.count < ScriptRun.mostListed, !run.sockets.contains(host) { run.sockets.append(host) }
    }

    /// Returns the commands that let a new worker or frame start. The first two commands make it report its sockets and its own workers.
    private mutating func follow(_ child: String?) -> [[UInt8]] {
        [
            ask(nil, "Network.enable", in: child), ask(nil, "Target.setAutoAttach", Self.autoAttach, in: child),
            ask(nil, "Runtime.runIfWaitingForDebugger", in: child),
        ]
    }

    private static let autoAttach: JSONValue = ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true]

    // MARK: Questions

    /// Returns the messages that give the page more time or read the page. Returns no messages if the page is not ready.
    private mutating func goOn() -> Reaction {
        guard stage == .settling, documents > 0 else { return Reaction() }
        if isHurried { return clock.isRunning ? Reaction() : Reaction(messages: read()) }
        if let time = clock.next() { return pass(time) }
        return clock.isOver ? Reaction(messages: read()) : Reaction()
    }

    private mutating func pass(_ milliseconds: Int) -> Reaction {
        // The maximum number of tasks that may run while no time passes.
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
        Reaction(messages: [ask(question, method, parameters, in: session)])
    }

    /// Returns a command for a session. Without a session, the command is for the whole browser.
    private mutating func ask(
        _ question: Question?, _ method: String, _ parameters: JSONValue = [:], in session: String? = nil
    ) -> [UInt8] {
        lastID += 1
        asked[lastID] = question
        var message: [(String, JSONValue)] = [("id", .number(JSONNumber(lastID))), ("method", .string(method)), ("params", parameters)]
        if let session { message.append(("sessionId", .string(session))) }
        // The serialization cannot fail, because every number in the message is an integer, and JSON can express integers.
        let text = (try? JSONValue.object(JSONObject(message)).serialized()) ?? ""
        return Array(text.utf8) + [0]
    }
}
