import Secrets
import Suites
import YAMLText

/// The result of a link as one line of JSON. Scripts rely on the keys and their order.
package enum TestLine {
    /// Appends the line with its line end.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.beginReport()
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
        json.endReport()
        json.append(to: &output)
        output.append(0x0A)
    }
}
