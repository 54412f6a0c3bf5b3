/// An App Link as a person writes it down: texts, any of which may be unfinished or wrong.
///
/// `linkscope build` and the inspector's form fill one in; ``built()`` makes the link of it, or says what is wrong and where.
package struct LinkDraft: Sendable, Hashable {
    /// What the link is about.
    package var target = ""
    /// The URL that carries the data; without one the target does.
    package var app = ""
    package var extras: [Extra] = []
    package var refererName = ""
    package var refererURL = ""
    /// What wrote the link; without one that is linkscope, or what `data` says.
    package var userAgent = ""
    /// A JSON object with more of the link's data.
    package var data = ""

    package init() {}

    /// One of the extras. A row with nothing in it stands for nothing.
    package struct Extra: Sendable, Hashable {
        package var name: String
        package var value: String
        /// Whether the value is written as JSON; else it is text as it stands.
        package var isJSON: Bool

        package init(name: String, value: String, isJSON: Bool = false) {
            self.name = name
            self.value = value
            self.isJSON = isJSON
        }
    }

    /// Where something is written; extras by their index.
    package enum Field: Sendable, Hashable {
        case target, app
        case extraName(Int), extraValue(Int)
        case refererName, refererURL, userAgent, data
    }

    /// Something that keeps the link from being built, or that its author would want to know.
    package struct Problem: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Nothing is wrong yet, but something has to be written.
            case missing
            case wrong
            /// The link can be built all the same.
            case doubt
        }

        package var kind: Kind
        /// Nil where it is about the link as a whole.
        package var field: Field?
        /// One or two sentences: what it is, and what to do. Never holds a secret.
        package var message: String
        /// The bytes of the field's text that it is about; nil for all of it.
        package var range: Range<Int>?

        package init(_ kind: Kind, _ field: Field?, _ message: String, range: Range<Int>? = nil) {
            self.kind = kind
            self.field = field
            self.message = message
            self.range = range
        }
    }

    /// What came of building: the link, or what is in its way.
    package struct Outcome: Sendable, Hashable {
        /// Printable ASCII; nil when a problem is more than a doubt.
        package var link: String?
        /// In the order of the fields.
        package var problems: [Problem] = []
        /// What reading the link finds; no errors among them.
        package var findings: [Finding] = []

        package init() {}
    }
}
