import Bytes
import Screen
import Suites
import YAMLText

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

    /// Appends the result of a link.
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
