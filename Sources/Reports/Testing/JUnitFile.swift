import Suites
import YAMLText

/// The results of suites in the form of JUnit, which most build servers read: a `testsuite` for each suite, a `testcase` for each link.
///
/// The form has no standard; attributes and elements are those that Jenkins, GitLab and GitHub's reporters share (from memory).
package struct JUnitFile {
    private var suites: [UInt8] = []
    private var cases: [UInt8] = []
    private var tally = TestTally()
    private var total = TestTally()
    private let showsSecrets: Bool

    package init(showsSecrets: Bool) { self.showsSecrets = showsSecrets }

    /// Adds the result of a link of the suite whose end comes next.
    package mutating func add(_ tested: TestedLink, of path: String) {
        tally.add(tested)
        total.add(tested)
        var masking = Masking(showsSecrets: showsSecrets)
        let name = attribute(masking.text(tested.link.title))
        let place =
            " classname=\"\(attribute(masking.text(path)))\" file=\"\(attribute(masking.text(path)))\" line=\"\(tested.link.place.line)\""
        guard tested.isChecked || !tested.isPassed else {
            return cases += "    <testcase name=\"\(name)\"\(place)>\n      <skipped/>\n    </testcase>\n".utf8
        }
        guard !tested.isPassed else { return cases += "    <testcase name=\"\(name)\"\(place)/>\n".utf8 }
        cases += "    <testcase name=\"\(name)\"\(place)>\n".utf8
        // A test case has one failure. Its text has all of them.
        let first = tested.failures.first.map { masking.text("\($0.key.rawValue): expected \($0.expected), got \($0.got)") } ?? ""
        let lines = tested.failures.map { failure in
            masking.text("\(path):\(failure.place.line):\(failure.place.column): \(failure.key.rawValue): \(failure.sentence)")
        }
        let type = tested.failures.first?.key.rawValue ?? ""
        cases += "      <failure type=\"\(type)\" message=\"\(attribute(first))\">".utf8
        cases += lines.map(Self.escaped).joined(separator: "\n").utf8
        cases += "</failure>\n    </testcase>\n".utf8
    }

    /// Ends a suite.
    package mutating func end(_ path: String) {
        var masking = Masking(showsSecrets: showsSecrets)
        suites += "  <testsuite name=\"\(attribute(masking.text(path)))\" \(Self.counts(tally))>\n".utf8
        suites += cases
        suites += "  </testsuite>\n".utf8
        cases.removeAll()
        tally = TestTally()
    }

    package var bytes: [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkscope\" \(Self.counts(total))>\n".utf8) + suites
            + "</testsuites>\n".utf8
    }

    private static func counts(_ tally: TestTally) -> String {
        let skipped = tally.notChecked > 0 ? " skipped=\"\(tally.notChecked)\"" : ""
        return "tests=\"\(tally.tested)\" failures=\"\(tally.failed)\" errors=\"0\"\(skipped)"
    }

    private func attribute(_ text: String) -> String { Self.escaped(text).replacing("\"", with: "&quot;") }

    /// Returns a text for XML, which has no form for control characters: they are shown as linkscope shows them elsewhere.
    private static func escaped(_ text: String) -> String {
        PlainText.safe(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
