import AppLinks
import Bytes
package import Deciding
import JSONDocument
import LinkLayers
package import Records
import Secrets

/// A report on one link as Markdown, for a bug tracker: what the link is, what is wrong with it, how to repair it, what happened to it, and
/// where. Secrets are masked.
package struct LinkReport {
    package var title: String
    /// Labels and values about linkscope, and about the arrival of the link.
    package var facts: [(name: String, value: String)]
    package var content: RecordContent
    /// The result of a link that did not open, and what to do about it; nil if the link did open, or still can.
    package var failure: (result: String, advice: String?)?
    /// What happened to the link, in order.
    package var journey: [(time: String, text: String)] = []
    /// The way of the link through the apps as one line; nil if the link led nowhere.
    package var lane: String?
    /// How the link was opened the last time: who opened it, and a sentence for each target.
    package var opening: [String] = []
    /// What the lookups of the page and of its site have found: titles with lines that are shown as they are.
    package var lookups: [(title: String, lines: [String])] = []
    /// The simulated device; nil if the report does not name its apps.
    package var device: SimulatedDevice?
    /// The IDs of the device's apps that had to do with the link. The report names no others.
    package var apps: Set<String> = []
    package var events: [Event] = []
    /// Commands that open the link.
    package var commands: [String] = []

    package init(title: String, facts: [(name: String, value: String)], content: RecordContent) {
        self.title = title
        self.facts = facts
        self.content = content
    }

    package var markdown: String {
        var text = "# \(Markdown.text(title))\n\n"
        if case .link(let inspection) = content {
            var sentence = MarkdownSentence(referer: referer(of: inspection.link)?.text)
            inspection.writeSentence(to: &sentence)
            text += sentence.text + ".\n\n"
        }
        if let lane { text += "\(Markdown.text(lane))\n\n" }
        for (name, value) in facts { text += "- \(name): \(Markdown.text(value))\n" }
        switch content {
        case .link(let inspection):
            if !inspection.secrets.isEmpty { text += "- Secrets: masked, each as \(Secrets.mask)\n" }
            text += findings(inspection.findings, in: inspection.bytes, inspection.secrets)
            if let repaired = inspection.changedText.map(inspection.searched) {
                text += "\n## Repaired link\n\n" + Markdown.block(Array(repaired.text.utf8), repaired.secrets)
            }
            text += "\n## Link\n\n" + Markdown.block(inspection.bytes, inspection.secrets)
            if inspection.reading != nil {
                text += "\nIts parts:\n\n" + Markdown.fenced(TextPage.outline(of: inspection))
            }
        case .event(_, let document, let findings), .object(let document, let findings):
            let secrets = Secrets.ranges(in: document.source)
            text += self.findings(findings, in: document.source, secrets)
            text += "\n## Record\n\n" + Markdown.block(document.source, secrets)
        }
        return text + journeyTable + lookupBlocks + deviceTable + eventBlocks + commandBlock
    }

    private func referer(of link: IncomingLink?) -> Referer? {
        guard let link else { return nil }
        return device?.referer(link.refererAppName, scheme: link.refererURL.flatMap { LinkURL($0)?.scheme })
    }

    // MARK: Findings

    private func findings(_ findings: [Finding], in source: [UInt8], _ secrets: [Range<Int>]) -> String {
        var text = "\n## Findings\n"
        if let failure {
            text += "\n**\(Markdown.text(failure.result))**\n"
            if let advice = failure.advice { text += "\nWhat to do: \(Markdown.text(advice))\n" }
        }
        if findings.isEmpty { text += failure == nil ? "\nNone.\n" : "\nNothing was found in the link itself.\n" }
        for finding in findings {
            text += "\n**\(finding.severity.rawValue)** `\(finding.code.rawValue)`: \(Markdown.text(finding.message))\n"
            if let range = finding.range, !source.isEmpty {
                var line = ByteWriter(capacity: 200)
                let columns = FindingExcerpt().append(source.span, at: range, secrets: secrets, to: &line)
                let excerpt = line.withSpan { $0.string }
                let carets = String(repeating: " ", count: columns.lowerBound) + String(repeating: "^", count: columns.count)
                text += "Bytes \(range.lowerBound) to \(range.upperBound):\n\n" + Markdown.fenced([excerpt, carets])
            }
            // Notes need no action.
            if finding.severity > .note { text += "\nWhat to do: \(Markdown.text(finding.code.explanation))\n" }
            if let repair = finding.repair { text += "\nRepair: \(Markdown.text(repair.summary))\n" }
        }
        return text
    }

    // MARK: What happened

    private var journeyTable: String {
        guard !journey.isEmpty || !opening.isEmpty else { return "" }
        var text = "\n## Journey\n\n"
        if !journey.isEmpty {
            text += Markdown.table(["time", "what happened"], journey.map { [Markdown.text($0.time), Markdown.text($0.text)] })
        }
        if !opening.isEmpty {
            text += "\nThe last opening:\n\n" + opening.map { "- \(Markdown.text($0))\n" }.joined()
        }
        return text
    }

    private var lookupBlocks: String {
        lookups.map { section in
            "\n## \(section.title)\n\n" + Markdown.fenced(section.lines.map { PlainText.safe(Secrets.maskedAgain($0)) })
        }.joined()
    }

    private var deviceTable: String {
        guard let device else { return "" }
        let rows = device.apps.filter { apps.contains($0.id) }.map { app in
            var states = [app.isInstalled ? "installed" : "not installed"]
            if app.isAssumed { states = ["assumed by linkscope"] + (app.isInstalled ? [] : states) }
            if device.front == .app(app.id) { states.append("in front") }
            let schemes = app.schemes.map { Markdown.code($0 + ":") }
            return [Markdown.text(app.name), schemes.joined(separator: " "), Markdown.code(app.id), states.joined(separator: ", ")]
        }
        let platform = device.platform == .ios ? "iOS" : "Android"
        var text = "\n## Device\n\n\(Markdown.text(device.name)): simulated by linkscope, \(platform), \(device.idiom.rawValue), "
        text += "browser \(Markdown.text(device.browserName)).\n"
        if !rows.isEmpty { text += "\n" + Markdown.table(["app", "schemes", "id", "state"], rows) }
        if device.apps.contains(where: { $0.isAssumed && apps.contains($0.id) }) {
            text += "\nlinkscope assumed an app for each scheme that no app of the device claims.\n"
        }
        return text
    }

    private var eventBlocks: String {
        guard !events.isEmpty else { return "" }
        let blocks = events.map { event in
            let app = event.app.map { " in \(Markdown.text($0))" } ?? ""
            let failure = event.failure.map { "\nFailed: \(Markdown.text($0))\n" } ?? ""
            let arguments = event.arguments.map { line($0, of: event) }
            let block = arguments.isEmpty ? "" : "\n" + Markdown.fenced(arguments)
            let undone = event.isUndone ? ", undone" : ""
            return "**\(Markdown.text(event.name))**\(app), \(Markdown.text(event.isoTime))\(undone)\n\(failure)\(block)"
        }
        return "\n## Events\n\n" + blocks.joined(separator: "\n")
    }

    /// Returns an argument of an event. A value that repeats the whole link is left out.
    private func line(_ argument: Event.Argument, of event: Event) -> String {
        var value = event.searched(argument).masked()
        if case .link(let inspection) = content, inspection.bytes.count > 80, Array(argument.value.utf8) == inspection.bytes {
            value = "(the link above)"
        }
        return PlainText.safe("\(Secrets.masked(argument.name)) = \(value)")
    }

    private var commandBlock: String {
        guard !commands.isEmpty else { return "" }
        return "\n## Open it\n\n" + Markdown.fenced(commands.map { PlainText.safe(Secrets.maskedAgain($0)) }, language: "sh")
    }
}

/// The sentence about a link as Markdown.
private struct MarkdownSentence: SentencePage {
    let referer: String?
    var text = ""

    mutating func own(_ text: String) { self.text += Markdown.text(text) }
    mutating func outside(_ text: Span<UInt8>) { self.text += Markdown.text(text.string) }
    mutating func referer(_ name: Span<UInt8>) { text += Markdown.text(referer.map { String($0.prefix(200)) } ?? name.string) }
}

/// Writes texts from outside as Markdown that shows them as they are. Secrets are masked, and invisible characters are escaped.
enum Markdown {
    /// Returns a text without formatting.
    static func text(_ text: String) -> String { PlainText.safe(Secrets.masked(text)).escaping(signs) }

    private static let signs = Dictionary(uniqueKeysWithValues: "\\`*_{}[]<>#|!~&".unicodeScalars.map { ($0, "\\\($0)") })

    /// Returns a text as code in a line. The sign `|` is escaped, because it would end a cell of a table, even in code.
    static func code(_ text: String) -> String {
        let shown = PlainText.safe(Secrets.masked(text)).escaping(["|": "\\|"])
        guard !shown.isEmpty else { return "(empty)" }
        let fence = String(repeating: "`", count: longestFence(in: shown) + 1)
        let gap = shown.first == "`" || shown.last == "`" ? " " : ""
        return fence + gap + shown + gap + fence
    }

    /// Returns a block of code with one line, in which the secrets at the given places are masked.
    static func block(_ bytes: [UInt8], _ secrets: [Range<Int>]) -> String { fenced([PlainText.safe(Secrets.masked(bytes, secrets))]) }

    /// Returns a block of code. Its fence is longer than every row of backticks in the code.
    ///
    /// - Parameter lines: Lines that are safe to show.
    static func fenced(_ lines: [String], language: String = "text") -> String {
        let longest = lines.map(longestFence).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(lines.joined(separator: "\n"))\n\(fence)\n"
    }

    /// - Parameter rows: The cells, as Markdown.
    static func table(_ columns: [String], _ rows: [[String]]) -> String {
        let lines = [columns, columns.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Returns the length of the longest row of backticks.
    private static func longestFence(in text: String) -> Int {
        text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    }
}
