import AppLinks
import Fetching
import Intake
import Pages
import Reports
import Tasks

/// `linkscope resolve` on many links: their pages are fetched concurrently and reported in the order of the links.
///
/// The run blocks its thread while it waits for input and pages, because nothing else runs on this thread. An awaiting task would be
/// resumed through two other threads for each page.
struct ResolveRun {
    /// The maximum number of links that are being looked up or wait to be reported. The fetcher runs fewer transfers at once.
    private static let most = 256
    /// The number of reports that a full list waits for at a time, because waking up for each page costs as much as reading it. The list
    /// waits no longer than `patience`.
    private static let batch = 32
    private static let patience = Duration.milliseconds(20)

    let inputs: [String]
    let lookups: PageLookups
    let isJSON: Bool
    let showsSecrets: Bool
    /// Stops the lookups on Ctrl-C. Links whose lookup has finished are still reported.
    let interruption: Interruption

    /// The report on each link; nil for a lookup that was stopped.
    private var waiting: [Future<ResolutionReport?>] = []
    /// The first of `waiting` that has not been reported.
    private var next = 0
    private var hasFailed = false
    private var hasErrors = false
    /// The reports that have not been written yet.
    private var output: [UInt8] = []

    init(inputs: [String], lookups: PageLookups, isJSON: Bool, showsSecrets: Bool, interruption: Interruption) {
        self.inputs = inputs
        self.lookups = lookups
        self.isJSON = isJSON
        self.showsSecrets = showsSecrets
        self.interruption = interruption
    }

    /// - Throws: `CommandFailure`, without a message if the output already has the reason: exit code 3 if a page could not be fetched,
    ///   otherwise 1 if an error prevents a link from opening.
    mutating func run() throws {
        for input in inputs where !interruption.hasCome {
            let argument = try InputArgument(input)
            do throws(SystemError) {
                switch argument {
                case .link(let bytes):
                    if let doubt = InputArgument.doubt(about: input) { Output.error("linkscope: \(doubt)") }
                    take(bytes)
                case .file(let path):
                    // Opening a named pipe waits until a program writes to it.
                    reportFinished()
                    try takeAll(try interruption.whileIdle { () throws(SystemError) in try LineReader(path: path) })
                case .standardInput: try takeAll(LineReader(descriptor: 0))
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
            // The sender may wait for these answers before it sends the next link.
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

    /// Waits for the next report, and for a moment for those after it. Then prints all that have finished.
    private mutating func report(_ count: Int = 1) {
        waiting[next].wait()
        if count > 1 { waiting[min(next + count, waiting.count) - 1].wait(atMost: Self.patience) }
        reportFinished()
    }

    /// Prints the reports in order, up to the first that has not finished.
    private mutating func reportFinished() {
        while next < waiting.count, let outcome = waiting[next].outcome {
            next += 1
            if let report = outcome.value ?? nil { add(report) }
        }
        if next >= Self.most {
            waiting.removeFirst(next)
            next = 0
        }
        Output.bytes(output)
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
