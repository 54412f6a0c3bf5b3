import Bytes
package import Checks
import LinkLayers
import Screen
import Secrets

/// The results of a suite's links as text:
///
///     FAIL  links.yaml:6:11  An item
///       link        https://shop.example.com/item/7
///       opens       links.yaml:7:12
///           7 |     opens: app
///             |            ^^^
///       expected    app
///       got         browser
///       why         Safari opens web links without a page in fixtures; aasa and assetlinks test what association files decide
///       decided by  the device iPhone
///
/// Each line begins with a word of linkscope, so that no value from a suite begins a line that a program reads as a command.
package struct TestPage {
    private let source: SuiteSource
    private let layout: TextLayout
    private let showsSecrets: Bool
    /// The most characters of a value. The JSON has all of it.
    private static let longestValue = 2000
    private static let columns = 12

    package init(_ source: SuiteSource, layout: TextLayout = .plain, showsSecrets: Bool = false) {
        self.source = source
        // Values and excerpts stay on their lines.
        var layout = layout
        layout.columns = nil
        self.layout = layout
        self.showsSecrets = showsSecrets
    }

    package func append(_ tested: TestedLink, to output: inout [UInt8]) {
        var canvas = TextCanvas(layout, capacity: 512)
        var masking = Masking(showsSecrets: showsSecrets)
        let place = source.words(of: tested.link.place, showsSecrets: showsSecrets)
        let title = Self.cut(masking.text(tested.link.title))
        if !tested.isPassed {
            canvas.put(own: "FAIL", .error)
        } else if tested.isChecked {
            canvas.put(own: "ok  ", .ok)
        } else {
            canvas.put(own: "skip", .dim)
        }
        canvas.put(own: "  \(PlainText.safe("\(place)  \(title)"))", .text)
        canvas.endLine()
        if !tested.isPassed, tested.link.name != nil { field("link", masking.text(tested.link.link), &canvas) }
        for failure in tested.failures {
            field(failure.key.rawValue, source.words(of: failure.place, showsSecrets: showsSecrets), &canvas)
            for line in source.excerpt(at: failure.place, showsSecrets: showsSecrets) {
                canvas.put(own: "  \(PlainText.safe(line))", .dim)
                canvas.endLine()
            }
            field("expected", masking.text(failure.expected), &canvas)
            field("got", masking.text(failure.got), &canvas)
            if let why = failure.why { field("why", masking.text(why), &canvas) }
            field("decided by", masking.text(failure.decision), &canvas)
        }
        if !tested.isPassed { canvas.endLine() }
        canvas.output.withSpan { output.append($0) }
    }

    private func field(_ name: String, _ value: String, _ canvas: inout TextCanvas) {
        canvas.put(own: "  \(name)", .key)
        canvas.spaces(max(Self.columns - name.count, 1))
        canvas.put(own: PlainText.safe(Self.cut(value)), .text)
        canvas.endLine()
    }

    private static func cut(_ value: String) -> String { value.count > longestValue ? "\(value.prefix(longestValue))…" : value }
}

/// The numbers of links that were tested.
package struct TestTally: Sendable, Equatable {
    package var passed = 0
    package var failed = 0
    /// The links whose expectations could not be checked on a device.
    package var notChecked = 0
    /// The links that `--filter` left out.
    package var leftOut = 0
    /// The links after the first failure, with `--fail-fast`.
    package var notRun = 0

    package init() {}

    package mutating func add(_ tested: TestedLink) {
        switch (tested.isPassed, tested.isChecked) {
        case (false, _): failed += 1
        case (true, true): passed += 1
        case (true, false): notChecked += 1
        }
    }

    /// Returns the numbers of the links that were tested since an earlier moment.
    package func since(_ earlier: TestTally) -> TestTally {
        var tally = TestTally()
        (tally.passed, tally.failed) = (passed - earlier.passed, failed - earlier.failed)
        tally.notChecked = notChecked - earlier.notChecked
        return tally
    }

    /// The links that were tested so far.
    package var tested: Int { passed + failed + notChecked }

    /// The numbers in one line, such as `3 links: 2 passed, 1 failed`.
    package var words: String {
        var parts = ["\(passed) passed", "\(failed) failed"]
        if notChecked > 0 { parts.append("\(notChecked) not checked") }
        if notRun > 0 { parts.append("\(notRun) not run") }
        if leftOut > 0 { parts.append("\(leftOut) left out") }
        return "\(tested.counted("link")): \(parts.joined(separator: ", "))"
    }
}

extension TestFailure {
    /// The failure in one line, for lists of problems.
    var sentence: QuotingText {
        let reason: QuotingText = why.map { ": \($0)" } ?? ""
        return "expected \(expected), got \(got)\(reason) (decided by \(decision))"
    }

    /// What decided, with the place in it.
    var decision: QuotingText { rule.map { "\($0) of \(decider)" } ?? QuotingText(quoting: decider) }
}

/// The text of a suite, to show the places of failures and mistakes:
///
///      7 |     opens: app
///        |            ^^^
package struct SuiteSource: Sendable {
    /// The path as the user gave it.
    package let path: String
    private let lines: SourceLines

    package init(path: String, _ text: [UInt8]) {
        self.path = path
        lines = SourceLines(text)
    }

    /// Returns `path:line:column`, as editors and terminals know it.
    func words(of place: YAMLPlace, showsSecrets: Bool) -> String {
        "\(showsSecrets ? path : Secrets.masked(path)):\(place.line):\(place.column)"
    }

    /// Returns the line of a place, and a line with carets below it.
    ///
    /// - Returns: The lines without line ends; none if the text has no such line.
    func excerpt(at place: YAMLPlace, showsSecrets: Bool) -> [String] {
        guard let line = lines.line(place.line) else { return [] }
        let range = Self.range(of: place, in: lines.text[line])
        return lines.excerpt(line: place.line, marking: range, showsSecrets: showsSecrets)
    }

    /// Returns the bytes of the value at a place. A text in quotes ends at its closing quotation mark or at the end of the line.
    private static func range(of place: YAMLPlace, in line: ArraySlice<UInt8>) -> Range<Int> {
        let start = line.index(after: place.column - 1, charactersFrom: line.startIndex)
        guard start < line.endIndex else { return line.endIndex..<line.endIndex }
        let quote = line[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return start..<line.index(after: place.length, charactersFrom: start)
        }
        var end = start + 1
        while end < line.endIndex, line[end] != quote {
            end += quote == UInt8(ascii: "\"") && line[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<min(end + 1, line.endIndex)
    }

    /// Returns a mistake with its place, and then the text at the place, in lines that are safe to show.
    package func lines(of problem: YAMLProblem, showsSecrets: Bool) -> [String] {
        let message = showsSecrets ? problem.message : Secrets.masked(problem.message)
        let place = words(of: problem.place, showsSecrets: showsSecrets)
        return (["\(place): \(message)"] + excerpt(at: problem.place, showsSecrets: showsSecrets)).map(PlainText.safe)
    }
}

/// The results of suites in the form of JUnit, which most build servers read: a `testsuite` for each suite, a `testcase` for each link.
///
/// The file is written in parts, so that the results of many links need no memory: the cases of a suite are kept elsewhere until
/// its numbers, which come before them, are known.
///
/// The form has no standard; attributes and elements are those that Jenkins, GitLab and GitHub's reporters share (from memory).
package enum JUnitFile {
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        var masking = Masking(showsSecrets: showsSecrets)
        let path = masking.text(path)
        let shownPath = attribute(path)
        output +=
            "    <testcase name=\"\(attribute(masking.text(tested.link.title)))\" classname=\"\(shownPath)\" file=\"\(shownPath)\"".utf8
        output += " line=\"\(tested.link.place.line)\"".utf8
        guard let first = tested.failures.first else {
            output += (tested.isChecked ? "/>\n" : ">\n      <skipped/>\n    </testcase>\n").utf8
            return
        }
        // A test case has one failure. Its text has all of them.
        let message = masking.text("\(first.key.rawValue): expected \(first.expected), got \(first.got)" as QuotingText)
        output += ">\n      <failure type=\"\(first.key.rawValue)\" message=\"\(attribute(message))\">".utf8
        for (index, failure) in tested.failures.enumerated() {
            let sentence = masking.text("\(failure.key.rawValue): \(failure.sentence)" as QuotingText)
            output += (index == 0 ? "" : "\n").utf8
            output += escaped("\(path):\(failure.place.line):\(failure.place.column): \(sentence)").utf8
        }
        output += "</failure>\n    </testcase>\n".utf8
    }

    /// Returns what comes before all suites.
    package static func head(_ total: TestTally) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkscope\" \(counts(total))>\n".utf8)
    }

    /// Returns what comes before the cases of a suite.
    package static func head(of path: String, _ tally: TestTally, showsSecrets: Bool) -> [UInt8] {
        var masking = Masking(showsSecrets: showsSecrets)
        return Array("  <testsuite name=\"\(attribute(masking.text(path)))\" \(counts(tally))>\n".utf8)
    }

    /// What comes after the cases of a suite.
    package static let suiteEnd = Array("  </testsuite>\n".utf8)
    /// What comes after all suites.
    package static let end = Array("</testsuites>\n".utf8)

    private static func counts(_ tally: TestTally) -> String {
        "tests=\"\(tally.tested)\" failures=\"\(tally.failed)\" errors=\"0\""
            + (tally.notChecked > 0 ? " skipped=\"\(tally.notChecked)\"" : "")
    }

    static func attribute(_ text: String) -> String { escaped(text, quotes: true) }

    /// Returns a text for XML, which has no form for control characters: they are shown as linkscope shows them elsewhere.
    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        PlainText.safe(text).escaping(
            ["&": "&amp;", "<": "&lt;", ">": "&gt;"].merging(quotes ? ["\"": "&quot;"] : [:]) { first, _ in first })
    }
}

extension LintRule {
    /// The rules of the failures of suites.
    package static let ofSuites = ExpectationKey.allCases.map { key in
        LintRule(code: key.rawValue, explanation: "A link does not meet its expectation \"\(key.rawValue)\".")
    }
}

extension TestedLink {
    /// The failures as code hosts take them.
    package func placed(in path: String, showsSecrets: Bool) -> [PlacedFinding] {
        var masking = Masking(showsSecrets: showsSecrets)
        return failures.map { failure in
            PlacedFinding(
                rule: failure.key.rawValue, severity: .error, subject: masking.text(link.title), message: masking.text(failure.sentence),
                path: masking.text(path), start: (failure.place.line, failure.place.column))
        }
    }

    /// Appends the result as a line of JSON. Scripts rely on the keys and their order.
    package func appendLine(of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("suite", masked: path)
            json.field("line", link.place.line)
            json.field("column", link.place.column)
            json.field("name", masked: link.name)
            json.field("link", masked: link.link)
            json.strings("tags", masked: link.tags)
            // Null: nothing of the link could be checked on the device.
            json.field("passed", isChecked || !isPassed ? isPassed : nil)
            json.objects("failures", failures) { json, failure in
                json.field("expectation", failure.key.rawValue)
                json.field("line", failure.place.line)
                json.field("column", failure.place.column)
                json.field("expected", masked: failure.expected)
                json.field("got", masked: failure.got)
                json.field("why", masked: failure.why)
                json.field("decidedBy", masked: failure.decider)
                json.field("rule", failure.rule)
            }
            json.strings("notChecked", notChecked.map(\.rawValue))
            json.appendMasked()
        }.append(to: &output)
        output.append(0x0A)
    }
}
