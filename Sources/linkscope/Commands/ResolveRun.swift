import AppLinks
import Intake
import Pages
import Reports
import Tasks

/// `linkscope resolve` on many links: their pages are fetched side by side, and told in the order of the links.
///
/// It blocks where it waits, for input as for pages: nothing else happens on this thread meanwhile. A task that awaits would be resumed by way
/// of two other threads, as often as a page comes.
struct ResolveRun {
    /// As many links are being resolved, or wait for one before them to be told. The fetcher asks for fewer pages at once.
    private static let most = 256
    /// As many are told in one go where more wait than are being fetched, for to be woken by each page costs as much as to read it; unless they
    /// let wait for themselves: then it is what has come by then.
    private static let batch = 32
    private static let patience = Duration.milliseconds(20)

    let inputs: [String]
    let resolver: LinkResolver
    let isJSON: Bool

    private var waiting: [Future<ResolutionReport>] = []
    /// The first of `waiting` that has not been told.
    private var next = 0
    private var hasFailed = false
    private var hasErrors = false
    /// What is told and not written yet: of all pages that have come by now in one go.
    private var output: [UInt8] = []

    init(inputs: [String], resolver: LinkResolver, isJSON: Bool) {
        self.inputs = inputs
        self.resolver = resolver
        self.isJSON = isJSON
    }

    /// - Throws: `CommandFailure`, without a message where all has been said: exit code 3 when a page could not be had, else 1 when something
    ///   keeps a link from opening.
    mutating func run() throws {
        for input in inputs {
            let given = try Given(input)
            do throws(SystemError) {
                switch given {
                case .link(let bytes):
                    if let doubt = Given.doubt(about: input) { Output.error("linkscope: \(doubt)") }
                    take(bytes)
                case .file(let path): try takeAll(LineReader(path: path))
                case .standardInput: try takeAll(LineReader(descriptor: 0))
                }
            } catch {
                tellAll()
                throw CommandFailure(input, error)
            }
        }
        tellAll()
        if hasFailed { throw CommandFailure("") }
        if hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private mutating func takeAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            while let line = reader.next() { take(line.bytes) }
            // Whoever sends the next link only when this one has been told is not kept waiting.
            while next < waiting.count, !reader.isReadable { tellFirst() }
            isMore = try reader.fill()
        }
    }

    private mutating func take(_ line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self).trimmingBlanks
        guard !text.isEmpty else { return }
        if waiting.count - next >= Self.most { tellFirst(Self.batch) }
        guard let url = LinkURL(text), url.scheme != nil else {
            return waiting.append(Future(ResolutionReport(ofNoLink: text, showsSecrets: resolver.showsSecrets)))
        }
        waiting.append(resolver.report(on: url))
    }

    private mutating func tellAll() {
        while next < waiting.count { tellFirst(Self.batch) }
    }

    /// Waits for the first that was not told, and a moment for those after it, and tells all that have come.
    private mutating func tellFirst(_ count: Int = 1) {
        waiting[next].wait()
        if count > 1 { waiting[min(next + count, waiting.count) - 1].wait(atMost: Self.patience) }
        while next < waiting.count, let outcome = waiting[next].outcome { tell(outcome) }
        Output.bytes(output)
        output.removeAll(keepingCapacity: true)
    }

    private mutating func tell(_ outcome: Outcome<ResolutionReport>) {
        next += 1
        if next == Self.most {
            waiting.removeFirst(next)
            next = 0
        }
        // It ends in no other way: nobody has the means to give it up.
        guard let report = outcome.value else { return hasFailed = true }
        hasFailed = hasFailed || report.problem != nil
        hasErrors = hasErrors || report.hasErrors
        if isJSON { report.appendJSON(to: &output) } else { output += report.text().utf8 }
        output.append(UInt8(ascii: "\n"))
    }
}
