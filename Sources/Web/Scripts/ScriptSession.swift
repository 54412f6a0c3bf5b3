import AppLinks
import Deciding
import Foundation
import HTTPTransport
import Platform
import Tasks

/// One run of a page's scripts, from creating the browser's folder to removing it. The object is used only on the thread that runs scripts.
///
/// The thread waits for the browser's pipes and for the inbox with a single `poll` call.
final class ScriptSession {
    private let browser: Browser
    private let environment: [String: String]
    private let limits: ScriptLimits
    private let inbox: ScriptInbox

    private var dialogue: BrowserDialogue
    private let requests: PageRequests
    private var messages: BrowserMessages
    private var outgoing = PipeBuffer()
    /// The last part of the browser's standard error.
    private var lastWords: [UInt8] = []
    private let began = ContinuousClock.now

    init(
        _ url: LinkURL, in browser: Browser, permissions: FetchPermissions, settings: FetchSettings, limits: ScriptLimits,
        inbox: ScriptInbox
    ) {
        self.browser = browser
        environment = settings.environment
        self.limits = limits
        self.inbox = inbox
        requests = PageRequests(of: url, permissions: permissions, settings: settings, limits: limits)
        // Scripts can read the fragment. User name and password are left out.
        let shown = url.asRequested + (LinkURL(url.absoluteString)?.fragment.map { "#" + $0 } ?? "")
        dialogue = BrowserDialogue(url: shown, limits: limits)
        // In JSON, one byte of the page takes up to six bytes. The other bytes are for events.
        messages = BrowserMessages(longest: 6 * limits.pageBytes + (64 << 10), most: 64 * limits.pageBytes)
    }

    /// Runs the browser. Returns nil if the run was cancelled.
    func run() throws(ScriptProblem) -> ScriptedPage? {
        let folder = try BrowserFolder(environment: environment)
        defer { folder.remove() }
        let isSandboxed = geteuid() != 0
        let process = try BrowserProcess(
            browser.path, Browser.arguments(profile: folder.path, isSandboxed: isSandboxed),
            environment: Browser.environment(of: environment, home: folder.path))
        // The browser is ended before its folder is removed, because the browser writes to that folder.
        defer { process.end() }
        guard var page = try converse(with: process) else { return nil }
        page.run.isSandboxed = isSandboxed
        page.run.requests = requests.tally.requests
        page.run.bytes = requests.received
        page.run.milliseconds = elapsed.milliseconds
        page.run.refusals = requests.tally.refusals
        page.run.limit = requests.tally.limit
        return page
    }

    private func converse(with process: BrowserProcess) throws(ScriptProblem) -> ScriptedPage? {
        for message in dialogue.begin() { outgoing.append(message) }
        var stage = dialogue.stage
        var deadline = began + limits.startTime
        while true {
            let mail = inbox.take()
            if mail.isCancelled { return nil }
            for (request, outcome) in mail.outcomes {
                outgoing.append(dialogue.answer(request, with: requests.answer(outcome)))
            }
            let now = ContinuousClock.now
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
            // A pipe that is not needed is not watched, because a closed pipe would end each wait at once. `poll` ignores a descriptor of -1.
            let watched = [
                (hasSaidAll ? -1 : process.errors.descriptor, Readiness.readable),
                (outgoing.isEmpty ? -1 : process.commands.descriptor, Readiness.writable),
                (process.answers.descriptor, Readiness.readable), (inbox.descriptor, Readiness.readable),
            ]
            let time = Int32(clamping: now.duration(to: deadline).milliseconds.rounded(.up).asInt)
            let ready = try failing(as: ScriptProblem.init, Readiness.wait(watched, milliseconds: time))
            if ready[0] != 0 { readErrors(of: process) }
            if ready[1] != 0, !outgoing.send(to: process.commands) { throw ended(process) }
            if ready[2] != 0, let page = try readAnswers(of: process) { return page }
        }
    }

    private func readAnswers(of process: BrowserProcess) throws(ScriptProblem) -> ScriptedPage? {
        guard let bytes = Self.received(from: process.answers, atMost: 256 << 10) else { return nil }
        if bytes.isEmpty { throw ended(process) }
        switch messages.take(bytes) {
        case .tooMuch: throw .unintelligible
        case .tooLong: throw dialogue.stage == .reading ? .pageTooLarge(limit: limits.pageBytes) : .unintelligible
        case .messages(let messages):
            for message in messages {
                let reaction = dialogue.take(message)
                for message in reaction.messages { outgoing.append(message) }
                for request in reaction.requests {
                    let refusal = requests.send(request) { [inbox] outcome in inbox.put(outcome, of: request.id) }
                    if let refusal { outgoing.append(dialogue.answer(request.id, with: refusal)) }
                }
                if let end = reaction.end { return try end.get() }
            }
            return nil
        }
    }

    /// Returns the bytes that are in a pipe; nil if there are none at the moment. A pipe that cannot be read is at its end.
    private static func received(from pipe: OpenFile, atMost most: Int) -> [UInt8]? {
        do throws(SystemError) { return try pipe.receive(atMost: most) } catch { return [] }
    }

    // MARK: The browser's standard error

    private var hasSaidAll = false

    private func readErrors(of process: BrowserProcess) {
        guard let bytes = Self.received(from: process.errors, atMost: 16 << 10) else { return }
        hasSaidAll = bytes.isEmpty
        lastWords = (lastWords + bytes).suffix(16 << 10)
    }

    private func ended(_ process: BrowserProcess) -> ScriptProblem {
        var ending = process.ended()
        readErrors(of: process)
        ending.lastWords = lastWords
        return ending.problem
    }

    private var elapsed: Duration { began.duration(to: .now) }
}

/// Messages from other threads to the thread that runs scripts: answers of servers, and the request to cancel the run.
final class ScriptInbox: Sendable {
    struct Mail: Sendable {
        /// The outcomes of requests, with the browser's IDs for the requests.
        var outcomes: [(request: String, outcome: Outcome<FetchedPage>)] = []
        var isCancelled = false
    }

    private let mail = Locked(Mail())
    private let wake: Wake

    init() throws(ScriptProblem) {
        wake = try failing(as: ScriptProblem.init, Wake())
    }

    /// A descriptor that becomes readable when there is mail.
    var descriptor: Int32 { wake.descriptor }

    func cancel() { tell { $0.isCancelled = true } }

    func put(_ outcome: Outcome<FetchedPage>, of request: String) { tell { $0.outcomes.append((request, outcome)) } }

    /// Returns the mail that has arrived since the last call.
    func take() -> Mail {
        wake.drain()
        return mail.withLock { mail in
            defer { mail.outcomes = [] }
            return mail
        }
    }

    private func tell(_ change: @Sendable (inout Mail) -> Void) {
        mail.withLock { change(&$0) }
        wake.signal()
    }
}
