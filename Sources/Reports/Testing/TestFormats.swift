import Bytes
package import Checks
import LinkLayers
import Secrets

/// The results of suites in the form of JUnit, which most build servers read: a `testsuite` for each suite, a `testcase` for each link.
///
/// The file is written in parts, so that the results of many links need no memory: the cases of a suite are kept elsewhere until
/// its numbers, which come before them, are known.
///
/// The form has no standard; attributes and elements are those that Jenkins, GitLab and GitHub's reporters share (from memory).
package enum JUnitFile {
    /// Appends the case of a link.
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
    package static func head(_ total: TestTally) -> [UInt8] { Array(head(counts(total)).utf8) }

    static func head(_ counts: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkscope\" \(counts)>\n"
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
        counts(tests: tally.tested, failures: tally.failed) + (tally.notChecked > 0 ? " skipped=\"\(tally.notChecked)\"" : "")
    }

    static func counts(tests: Int, failures: Int) -> String { "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\"" }

    static func attribute(_ text: String) -> String { escaped(text, quotes: true) }

    /// Returns a text for XML, which has no form for control characters: they are shown as linkscope shows them elsewhere.
    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        PlainText.safe(text).escaping(
            ["&": "&amp;", "<": "&lt;", ">": "&gt;"].merging(quotes ? ["\"": "&quot;"] : [:]) { first, _ in first })
    }
}

/// The SARIF log of the failures of suites, written in parts.
package enum SARIFFile {
    /// What comes before the failures.
    package static let head = SARIFLog(
        ExpectationKey.allCases.map { key in
            SARIFLog.Rule(id: key.rawValue, description: "A link does not meet its expectation \"\(key.rawValue)\".")
        }
    ).head

    /// What comes after the failures.
    package static let end = SARIFLog.end
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
}

/// The result of a link as one line of JSON. Scripts rely on the keys and their order.
package enum TestLine {
    /// Appends the line with its line end.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("suite", masked: path)
            json.field("line", tested.link.place.line)
            json.field("column", tested.link.place.column)
            json.field("name", masked: tested.link.name)
            json.field("link", masked: tested.link.link)
            json.strings("tags", masked: tested.link.tags)
            // Null: nothing of the link could be checked on the device.
            json.field("passed", tested.isChecked || !tested.isPassed ? tested.isPassed : nil)
            json.objects("failures", tested.failures) { json, failure in
                json.field("expectation", failure.key.rawValue)
                json.field("line", failure.place.line)
                json.field("column", failure.place.column)
                json.field("expected", masked: failure.expected)
                json.field("got", masked: failure.got)
                json.field("why", masked: failure.why)
                json.field("decidedBy", masked: failure.decider)
                json.field("rule", failure.rule)
            }
            json.strings("notChecked", tested.notChecked.map(\.rawValue))
            json.appendMasked()
        }.append(to: &output)
        output.append(0x0A)
    }
}
