/// An App Link as a person enters it. Any of the texts may be unfinished or wrong.
///
/// `linkscope build` and the inspector's form fill in a draft. ``built()`` builds the link or reports what is wrong and where.
package struct LinkDraft: Sendable, Hashable {
    /// The target URL.
    package var target = ""
    /// The URL that carries the data. If it is empty, the target URL carries the data.
    package var app = ""
    package var extras: [Extra] = []
    package var refererName = ""
    package var refererURL = ""
    /// The program that wrote the link. If this is empty, the program named in `data` is used, or else linkscope.
    package var userAgent = ""
    /// A JSON object with further App Link data.
    package var data = ""

    package init() {}

    /// One extra. An empty row is ignored.
    package struct Extra: Sendable, Hashable {
        package var name: String
        package var value: String
        /// Whether the value is written as JSON. Otherwise it is plain text.
        package var isJSON: Bool

        package init(name: String, value: String, isJSON: Bool = false) {
            self.name = name
            self.value = value
            self.isJSON = isJSON
        }
    }

    /// An input field. Extras are identified by their index.
    package enum Field: Sendable, Hashable {
        case target, app
        case extraName(Int), extraValue(Int)
        case refererName, refererURL, userAgent, data
    }

    /// A problem that prevents the link from being built, or that the author should know about.
    package struct Problem: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Nothing is wrong yet, but the field must be filled in.
            case missing
            case wrong
            /// The link can be built anyway.
            case doubt
        }

        package var kind: Kind
        /// The field with the problem. Nil if the problem concerns the link as a whole.
        package var field: Field?
        /// One or two sentences: what is wrong, and what to do. Never contains a secret.
        package var message: String
        /// The byte range of the problem in the field's text. Nil if the problem concerns the whole text.
        package var range: Range<Int>?

        package init(_ kind: Kind, _ field: Field?, _ message: String, range: Range<Int>? = nil) {
            self.kind = kind
            self.field = field
            self.message = message
            self.range = range
        }
    }

    /// The result of building: the link if it could be built, and all problems.
    package struct Outcome: Sendable, Hashable {
        /// The link in printable ASCII. Nil if a problem is more than a doubt.
        package var link: String?
        /// The problems, in the order in which they were found.
        package var problems: [Problem] = []
        /// The findings from reading the built link. None of them is an error.
        package var findings: [Finding] = []

        package init() {}
    }
}
