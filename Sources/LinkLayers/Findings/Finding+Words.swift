package import JSONDocument
import Secrets

extension Finding {
    /// Returns the JSON parser's message about a place, with visible characters only. The message may quote the text at that place, so if the
    /// text is a secret, this returns only the position. Messages about a string that does not end, or about text after the document, quote
    /// at most one character.
    static func words(of json: JSONFinding, at place: Range<Int>, _ secrets: [Range<Int>]) -> String {
        let isLong = json.code == .unterminatedString || json.code == .trailingContent
        let quoted = place.lowerBound..<max(isLong ? 0 : place.upperBound, place.lowerBound + 1)
        guard secrets.overlap(quoted) else { return VisibleText.of(json.message) }
        return json.code == .duplicateKey
            ? "the key at byte \(json.offset + 1), which contains a secret, repeats an earlier key: most parsers use the last value"
            : "the mistake is at byte \(json.offset + 1), in a secret"
    }

    /// Creates the finding about a duplicate key in the App Link data, at a place of the link.
    init(duplicateKey json: JSONFinding, at place: Range<Int>, _ secrets: [Range<Int>]) {
        self.init(.duplicateKey, "In al_applink_data, \(Self.words(of: json, at: place, secrets)).", range: place)
    }

    /// Returns what the JSON parser says of each error in a document, without secrets, and the places of the errors.
    package static func errors(of document: JSONDocument) -> [(words: String, place: Range<Int>)] {
        let errors = document.findings.filter(\.isError)
        if errors.isEmpty { return [] }
        let secrets = Secrets.ranges(in: document.source)
        return errors.map { (words(of: $0, at: $0.range, secrets), $0.range) }
    }

    /// Returns a sentence about the other parts of a link with the same problem, after a space. Empty if `count`, which includes the first part, is 1.
    ///
    /// - Parameters:
    ///   - part: What such a part is called, in the singular.
    ///   - thing: What one other part has, and what several have.
    static func others(_ count: Int, _ part: StaticString, have thing: (one: StaticString, several: StaticString) = ("one", "one"))
        -> String
    {
        switch count {
        case ...1: ""
        case 2: " 1 other \(part) has \(thing.one), too."
        default: " \(count - 1) other \(part)s have \(thing.several), too."
        }
    }
}
