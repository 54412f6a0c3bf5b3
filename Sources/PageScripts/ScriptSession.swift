import AppLinks
import Fetching
import Foundation
import Pages
import Tasks

/// One run of a page's scripts, from an empty folder to no trace left. Lives on the thread that runs scripts.
///
/// The thread waits for the browser's pipes, for the proxy's connections and for its inbox, all in one `poll`.
final class ScriptSession {
    private let browser: Browser
    private let url: LinkURL
    private let allowsPrivate: Bool
    private let settings: FetchSettings
    private let limits: ScriptLimits
    private let inbox: ScriptInbox

    private var dialogue: BrowserDialogue
    private let proxy: ScriptProxy
    private var messages: BrowserMessages
    private var outgoing = RelayBuffer()
    /// The last that the browser has said to nobody in particular.
    private var lastWords: [UInt8] = []
    private let began = ContinuousClock.now

    init(
        _ url: LinkURL, in browser: Browser, allowsPrivate: Bool, settings: FetchSettings, limits: ScriptLimits, inbox: ScriptInbox
    ) throws(ScriptProblem) {
        try UpstreamProxy.check(ProxyRules(environment: settings.environment))
        self.browser = browser
        self.url = url
        self.allowsPrivate = allowsPrivate
        self.settings = settings
        self.limits = limits
        self.inbox = inbox
        let pagePort = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        proxy = try ScriptProxy(pagePort: pagePort, allowsPrivate: allowsPrivate, settings: settings, limits: limits, inbox: inbox)
        dialogue = BrowserDialogue(url: url.asShown, proxyPort: proxy.port, pass: proxy.pass, limits: limits)
        // A page in JSON takes six bytes for one at worst; beside it there is what is told of each frame.
        messages = BrowserMessages(longest: 6 * limits.pageBytes + (64 << 10), most: 64 * limits.pageBytes)
    }

    /// Nil where it was cancelled.
    func run() throws(ScriptProblem) -> ScriptedPage? {
        let folder = try BrowserFolder(environment: settings.environment)
        defer { folder.remove() }
        // Bound and never listened to: who connects there is refused, and nobody else can have the port.
        let deadEnd = try ProxySocket.bound(listens: false)
        let isSandboxed = geteuid() != 0
        let arguments = Browser.arguments(profile: folder.path, deadEnd: deadEnd.port, isSandboxed: isSandboxed)
        let process = try BrowserProcess(
            browser.path, arguments, environment: Browser.environment(of: settings.environment, home: folder.path))
        defer {
            // Before its folder goes, which it writes to.
            process.end()
            withExtendedLifetime(deadEnd) {}
        }
        guard let page = try converse(with: process) else { return nil }
        return ScriptedPage(html: page.html, run: account(of: page, isSandboxed: isSandboxed))
    }

    private func converse(with process: BrowserProcess) throws(ScriptProblem) -> BrowserDialogue.Page? {
        for message in dialogue.begin() { outgoing.append(message) }
        var stage = dialogue.stage
        var deadline = began + limits.startTime
        while true {
            let mail = inbox.take()
            if mail.isCancelled { return nil }
            var now = ContinuousClock.now
            for (host, answer) in mail.lookedUp { proxy.learn(host, answer, now: now) }
            if dialogue.stage != stage {
                stage = dialogue.stage
                deadline = now + (stage == .settling ? limits.settleTime : limits.readTime)
            }
            if now >= deadline {
                guard stage == .settling else { throw .tooSlow(seconds: elapsed.seconds.rounded()) }
                for message in dialogue.hurry() { outgoing.append(message) }
                deadline = now + limits.readTime
                continue
            }
            var set = PollSet()
            _ = set.watch(inbox.descriptor, reads: true)
            let commands = set.watch(process.commands, writes: !outgoing.isEmpty)
            let answers = set.watch(process.answers, reads: true)
            let errors = set.watch(hasSaidAll ? nil : process.errors, reads: true)
            proxy.prepare(&set)
            set.wait(now.duration(to: min(deadline, proxy.deadline ?? deadline)))
            now = .now
            if set.isReadable(errors) { readErrors(of: process) }
            if set.isWritable(commands), !outgoing.send(to: process.commands) { throw ended(process) }
            if set.isReadable(answers), let page = try readAnswers(of: process) { return page }
            proxy.turn(set, now: now)
        }
    }

    private func readAnswers(of process: BrowserProcess) throws(ScriptProblem) -> BrowserDialogue.Page? {
        switch process.answers.receive(atMost: 256 << 10) {
        case .nothing: return nil
        case .end: throw ended(process)
        case .bytes(let bytes):
            switch messages.take(bytes) {
            case .tooMuch: throw .unintelligible
            case .tooLong: throw dialogue.stage == .reading ? .pageTooLarge(limit: limits.pageBytes) : .unintelligible
            case .messages(let messages):
                for message in messages {
                    let reaction = dialogue.take(message)
                    for message in reaction.messages { outgoing.append(message) }
                    if let end = reaction.end { return try end.get() }
                }
                return nil
            }
        }
    }

    // MARK: Its last words

    private var hasSaidAll = false

    private func readErrors(of process: BrowserProcess) {
        switch process.errors.receive(atMost: 16 << 10) {
        case .nothing: break
        case .end: hasSaidAll = true
        case .bytes(let bytes): lastWords = (lastWords + bytes).suffix(16 << 10)
        }
    }

    private func ended(_ process: BrowserProcess) -> ScriptProblem {
        var ending = process.ended()
        readErrors(of: process)
        ending.lastWords = lastWords
        return ending.problem
    }

    // MARK: The account

    private var elapsed: Duration { began.duration(to: .now) }

    private func account(of page: BrowserDialogue.Page, isSandboxed: Bool) -> ScriptRun {
        var run = ScriptRun(
            browser: page.browser, isSandboxed: isSandboxed, url: page.url, requests: proxy.tally.requests, bytes: proxy.tally.received,
            milliseconds: elapsed.milliseconds)
        run.refusals = proxy.tally.refusals
        run.limit = proxy.tally.limit
        run.openings = page.openings
        run.isSettled = page.isSettled
        return run
    }
}

extension LinkURL {
    /// As a browser is sent there: with the fragment, which scripts read, and without a name and password.
    fileprivate var asShown: String {
        asRequested + (LinkURL(absoluteString)?.fragment.map { "#" + $0 } ?? "")
    }
}
