import AppLinks
import Fetching
import Intake
import Pages
import Reports
import Tasks

/// `linkscope resolve` for many links: fetches their pages concurrently and reports them in the order of the links.
///
/// The run blocks its thread while it waits for input and pages, because nothing else runs on this thread. A task that awaits would be
/// resumed through two other threads for each page.
struct ResolveRun {
    /// The maximum number of links that are being looked up or whose reports have not been printed. The fetcher runs fewer transfers at
    /// once.
    private static let most = 256
    /// The number of reports to wait for when that maximum is reached. Waiting for one report at a time would be slow, because waking up
    /// for each page costs as much as parsing it. The wait for the later reports takes no longer than `patience`.
    private static let batch = 32
    private static let patience = Duration.milliseconds(20)

    let console: Console
    let inputs: [String]
    let lookups: PageLookups
    let isJSON: Bool
    let showsSecrets: Bool
    /// The handler of Ctrl-C, which stops the lookups. Lookups that have already finished are still reported.
    let interruption: Interruption

    /// The reports on the links, in order. A report is nil if its lookup was stopped.
    private var waiting: [Future<ResolutionReport?>] = []
    /// The index of the first element of `waiting` that has not been reported.
    private var next = 0
    private var hasFailed = false
    private var hasErrors = false
    /// The text of the reports that has not been printed yet.
    private var output: [UInt8] = []

    init(console: Console, inputs: [String], lookups: PageLookups, isJSON: Bool, showsSecrets: Bool, interruption: Interruption) {
        self.console = console
        self.inputs = inputs
        self.lookups = lookups
        self.isJSON = isJSON
        self.showsSecrets = showsSecrets
        self.interruption = interruption
    }

    /// - Throws: `CommandFailure`, without a message if the output already contains the reason. The exit code is 3 if a page could not be
    ///   fetched, otherwise 1 if a page has a finding of severity error.
    mutating func run() throws {
        for input in inputs where !interruption.hasCome {
            let argument = try InputArgument(warningAbout: input, in: console)
            do throws(SystemError) {
                switch argument {
                case .link(let bytes): take(bytes)
                case .file(let path):
                    // All finished reports are printed first, because opening a named pipe waits until a program writes to it.
                    reportFinished()
                    try takeAll(try interruption.whileIdle { () throws(SystemError) in try LineReader(path: path) })
                case .standardInput: try takeAll(LineReader(descriptor: console.standardInput))
                }
            } catch {
                reportAll()
                throw CommandFailure(input, error)
            }
        }
        reportAll()
        if hasFailed { throw CommandFailure("") }
        if hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private mutating func takeAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            while let line = reader.next() {
                take(line.bytes)
                if interruption.hasCome { return }
            }
            // All reports are printed before more input is awaited, because the sender may wait for them before it sends the next link.
            while next < waiting.count, !reader.isReadable { report() }
            if next < waiting.count {
                isMore = try reader.fill()
            } else {
                isMore = try interruption.whileIdle { () throws(SystemError) in try reader.fill() }
            }
        }
    }

    private mutating func take(_ line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self).trimmingBlanks
        guard !text.isEmpty else { return }
        if waiting.count - next >= Self.most { report(Self.batch) }
        guard let url = LinkURL(text), url.scheme != nil else {
            return waiting.append(Future(ResolutionReport(ofNoLink: text, showsSecrets: showsSecrets)))
        }
        let report = lookups.start(url).found.continueOnSuccessWith(.immediate) { [showsSecrets] found in
            found.ending == .stopped ? nil : ResolutionReport(found, showsSecrets: showsSecrets)
        }
        waiting.append(report)
    }

    private mutating func reportAll() {
        while next < waiting.count { report(Self.batch) }
    }

    /// Waits for the next report and, if `count` is greater than 1, for a moment for the following ones. Then prints all reports that have
    /// finished.
    private mutating func report(_ count: Int = 1) {
        waiting[next].wait()
        if count > 1 { waiting[min(next + count, waiting.count) - 1].wait(atMost: Self.patience) }
        reportFinished()
    }

    /// Prints the reports in order, up to the first one that has not finished.
    private mutating func reportFinished() {
        while next < waiting.count, let outcome = waiting[next].outcome {
            next += 1
            if let report = outcome.value ?? nil { add(report) }
        }
        if next >= Self.most {
            waiting.removeFirst(next)
            next = 0
        }
        console.bytes(output)
        output.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ report: ResolutionReport) {
        hasFailed = hasFailed || report.problem != nil
        hasErrors = hasErrors || report.hasErrors
        if isJSON { report.appendJSON(to: &output) } else { output += report.text().utf8 }
        output.append(UInt8(ascii: "\n"))
    }
}

extension ResolutionReport {
    nonisolated init(_ found: FoundPage, showsSecrets: Bool) {
        self.init(found.url, found.page, claims: found.claims, showsSecrets: showsSecrets)
    }
}
