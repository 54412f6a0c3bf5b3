package import JSONDocument

/// An irregularity in a link, reported during parsing. No oddity stops the parser.
package struct LinkOddity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A query key whose decoded bytes are not UTF-8; the parameter is skipped.
        case undecodableKey
        /// A query value whose decoded bytes are not UTF-8; the parameter counts as missing.
        case undecodableValue
        /// `al_applink_data` without `=`.
        case bareData
        /// `al_applink_data=` without a value.
        case emptyData
        /// The decoded data is not UTF-8.
        case dataNotUTF8
        /// The data is not JSON or contains a lone surrogate. The value is the first such finding.
        case invalidJSON(JSONFinding)
        /// The data is JSON but not an object.
        case dataNotObject(found: JSONDocument.Node.Kind)
        /// A version other than "1.0". The value is the JSON text of the version.
        case unknownVersion(String)
        /// A field of the wrong type, which counts as missing. `field` is its path in the data.
        case wrongType(field: String, expected: JSONDocument.Node.Kind, found: JSONDocument.Node.Kind)
        /// `target_url` is a string but not a URL. The input URL stays the target.
        case targetNotURL(String)
        /// A referer without a URL, so the link has no referer.
        case refererWithoutURL
        /// A referer without a name, so the link has no referer.
        case refererWithoutName
        /// A referer whose URL is a string but not a URL, so the link has no referer.
        case refererNotURL(String)
    }

    package var kind: Kind
    /// The byte range in the input URL's text.
    package var range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

/// Receives the oddities of a link while ``IncomingLink`` parses it.
package protocol LinkOddityObserver {
    /// Whether the observer wants oddities. If false, the parser skips the work that only oddities need.
    var isListening: Bool { get }
    mutating func found(_ oddity: LinkOddity)
}

/// Collects all oddities in the order they are found.
package struct LinkOddities: LinkOddityObserver {
    package private(set) var all: [LinkOddity] = []
    package var isListening: Bool { true }

    package init() {}

    package mutating func found(_ oddity: LinkOddity) {
        all.append(oddity)
    }
}

/// Ignores oddities.
struct Unobserved: LinkOddityObserver {
    var isListening: Bool { false }
    mutating func found(_ oddity: LinkOddity) {}
}
