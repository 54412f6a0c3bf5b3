import AppLinks
import Bytes
import JSONDocument
import LinkLayers
package import Records
import Secrets

/// A report on one link as Markdown, to be pasted into a bug tracker. Secrets are masked.
package struct LinkReport {
    package struct Event {
        package var time: String
        package var name: String
        package var app: String?
        package var arguments: [ReceivedEvent.Argument]

        package init(time: String, name: String, app: String?, arguments: [ReceivedEvent.Argument]) {
            self.time = time
            self.name = name
            self.app = app
            self.arguments = arguments
        }
    }

    private let title: String
    /// Labels and values about the arrival of the link.
    private let facts: [(name: String, value: String)]
    private let content: RecordContent
    private let journey: [String]
    private let events: [Event]

    /// - Parameters:
    ///   - facts: Labels and values about the arrival of the link.
    ///   - journey: What happened when the link was opened, one sentence for each step.
    package init(title: String, facts: [(name: String, value: String)], content: RecordContent, journey: [String], events: [Event]) {
        self.title = title
        self.facts = facts
        self.content = content
        self.journey = journey
        self.events = events
    }

    package var markdown: String {
        var text = "# \(title)\n\n"
        for (name, value) in facts { text += "- \(name): \(Self.inline(value))\n" }
        switch content {
        case .link(let inspection):
            text += "\n## Link\n\n" + Self.block(Secrets.masked(inspection.bytes))
            text += meaning(of: inspection)
            text += findings(inspection.findings, in: inspection.bytes, inspection.secrets)
        case .event(_, let document, let findings), .object(let document, let findings):
            text += "\n## Record\n\n" + Self.block(Secrets.masked(document.source))
            text += self.findings(findings, in: document.source, Secrets.ranges(in: document.source))
        }
        if !journey.isEmpty { text += "\n## Journey\n\n" + journey.map { "- \(Self.inline($0))\n" }.joined() }
        text += eventTable
        if case .link(let inspection) = content, inspection.hasRepairs, let repaired = inspection.repairedText {
            text += "\n## Repaired link\n\n" + Self.block(Secrets.masked(Array(repaired.utf8)))
        }
        return text
    }

    private func meaning(of inspection: LinkInspection) -> String {
        guard let link = inspection.link else { return "" }
        var text = "\n- Target: \(Self.inline(link.targetURL.text))\n"
        text += "- App Link: \(link.isAppLink ? "yes" : "no")\n"
        if link.refererAppName != nil || link.refererURL != nil {
            text += "- Referer: \(Self.inline(link.refererAppName ?? "(no name)")), \(Self.inline(link.refererURL ?? "(no URL)"))\n"
        }
        return text
    }

    private func findings(_ findings: [Finding], in source: [UInt8], _ secrets: [Range<Int>]) -> String {
        guard !findings.isEmpty else { return "\nNo findings.\n" }
        var text = "\n## Findings\n"
        for finding in findings {
            text += "\n**\(finding.severity.rawValue)** `\(finding.code.rawValue)`: \(Self.inline(finding.message))\n"
            if let range = finding.range, !source.isEmpty {
                var line = ByteWriter(capacity: 200)
                let columns = FindingExcerpt.append(source.span, at: range, secrets: secrets, to: &line)
                let excerpt = line.withSpan { $0.string }
                let carets = String(repeating: " ", count: columns.lowerBound) + String(repeating: "^", count: columns.count)
                text += "Bytes \(range.lowerBound) to \(range.upperBound):\n\n" + Self.fenced(excerpt + "\n" + carets)
            }
            if let repair = finding.repair { text += "\nRepair: \(Self.inline(repair.summary))\n" }
        }
        return text
    }

    private var eventTable: String {
        guard !events.isEmpty else { return "" }
        var text = "\n## Events\n\n| time | event | app | arguments |\n|---|---|---|---|\n"
        for event in events {
            let arguments = event.arguments.map { argument in
                let value = Secrets.isSecret(name: argument.name) ? Secrets.bullets(for: argument.value) : argument.value
                return Self.inline("\(argument.name) = \(value)")
            }
            text += "| \(Self.inline(event.time)) | \(Self.inline(event.name)) | \(Self.inline(event.app ?? "")) | "
            text += "\(arguments.joined(separator: "<br>")) |\n"
        }
        return text
    }

    // MARK: Text from outside

    /// Returns a text that Markdown shows as it is, with its secrets masked.
    private static func inline(_ text: String) -> String {
        var result = ""
        for character in PlainText.safe(Secrets.masked(text)).unicodeScalars {
            if "\\`*_{}[]<>#|!~&".unicodeScalars.contains(character) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Returns a block of code with one line.
    private static func block(_ bytes: [UInt8]) -> String { fenced(PlainText.safe(bytes)) }

    /// Returns a block of code. Its fence is longer than every row of backticks in the code.
    private static func fenced(_ code: String) -> String {
        var longest = 0
        var run = 0
        for byte in code.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)text\n\(code)\n\(fence)\n"
    }
}
