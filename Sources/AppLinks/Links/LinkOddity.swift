package import JSONDocument

/// Something about a link that is not as it should be, told while it is parsed. None of them stops the parser.
package struct LinkOddity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A query key whose decoded bytes are not UTF-8: the parameter is skipped.
        case undecodableKey
        /// A query value whose decoded bytes are not UTF-8: the parameter is missing.
        case undecodableValue
        /// `al_applink_data` without `=`.
        case bareData
        /// `al_applink_data=` with nothing behind it.
        case emptyData
        /// The data is not UTF-8 once it is decoded.
        case dataNotUTF8
        /// The data is no JSON; the first thing that is wrong.
        case invalidJSON(JSONFinding)
        /// The data is JSON but no object.
        case dataNotObject(found: JSONDocument.Node.Kind)
        /// A version other than "1.0", as it stands in the data.
        case unknownVersion(String)
        /// A field of another type than the protocol says; it counts as absent. `field` is its path from the data on.
        case wrongType(field: String, expected: JSONDocument.Node.Kind, found: JSONDocument.Node.Kind)
        /// `target_url` is text but no URL: the input URL stays the target.
        case targetNotURL(String)
        /// A referer that names no URL: no way back.
        case refererWithoutURL
        /// A referer that names no application: no way back.
        case refererWithoutName
        /// The referer's URL is text but no URL: no way back.
        case refererNotURL(String)
    }

    package var kind: Kind
    /// The bytes of the input URL's text that this is about.
    package var range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

/// Is told what is odd about a link while ``IncomingLink`` parses it.
package protocol LinkOddityObserver {
    /// False lets the parser leave out what only an observer would need.
    var isListening: Bool { get }
    mutating func found(_ oddity: LinkOddity)
}

/// Keeps all oddities in the order in which they were found.
package struct LinkOddities: LinkOddityObserver {
    package private(set) var all: [LinkOddity] = []
    package var isListening: Bool { true }

    package init() {}

    package mutating func found(_ oddity: LinkOddity) {
        all.append(oddity)
    }
}

/// Hears nothing.
struct Unobserved: LinkOddityObserver {
    var isListening: Bool { false }
    mutating func found(_ oddity: LinkOddity) {}
}
