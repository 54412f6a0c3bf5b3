/// A value as a source file writes it: of any dialect. Names and templates are not resolved yet.
struct Literal {
    indirect enum Content {
        /// The text of a string, or the digits of a number.
        case text(String)
        case flag(Bool)
        case null
        /// A template, or strings that are added.
        case joined([Literal])
        case array([Literal])
        case object([Entry])
        /// In an array, an object or arguments: all elements of a value.
        case spread(Literal)
        case name(String)
        /// What is called, with its members, and the arguments.
        case call(Literal, [Entry])
        /// The tokens of a body: an expression, or a block in braces.
        case function(Range<Int>)
        /// One of these, as a condition decides.
        case choice([Literal], by: Literal?)
        /// Code that makes a value of these.
        case computed([Literal])
    }

    /// A member of an object, or an argument with its name, if it has one.
    struct Entry {
        var key: Literal?
        var value: Literal
    }

    var content: Content
    /// The names after dots, or in brackets, that follow: `b` and `c` for `a.b["c"]`.
    var members: [String] = []
    let file: SourceFile
    var range: Range<Int>
    /// The index of the first token. Names are looked up from here.
    let token: Int

    var place: SourcePlace { file.place(range) }

    var text: String? { if case .text(let text) = content, members.isEmpty { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = content, members.isEmpty { flag } else { nil } }
    var elements: [Literal]? { if case .array(let elements) = content, members.isEmpty { elements } else { nil } }
    var entries: [Entry]? { if case .object(let entries) = content, members.isEmpty { entries } else { nil } }
    var arguments: [Entry] { if case .call(_, let arguments) = content { arguments } else { [] } }
    /// A name with its members, or the name of the first call of a row: `process.env.APP_ENV`.
    var path: String? {
        switch content {
        case .name(let name): ([name] + members).joined(separator: ".")
        case .call(let called, _): called.path
        default: nil
        }
    }
    /// The values that it is made of, a condition first.
    var parts: [Literal] {
        switch content {
        case .joined(let parts), .array(let parts), .computed(let parts): parts
        case .choice(let options, let condition): (condition.map { [$0] } ?? []) + options
        case .call(let called, let arguments): [called] + arguments.map(\.value)
        case .object(let entries): entries.map(\.value)
        case .spread(let value): [value]
        default: []
        }
    }

    /// Returns another value that stands in this one's place.
    func replaced(by content: Content) -> Literal { Literal(content: content, file: file, range: range, token: token) }

    func entry(_ name: String) -> Entry? { (entries ?? arguments).last { $0.key?.text == name } }

    /// Whether the value is what a call or a function returns.
    var isMadeByCode: Bool {
        switch content {
        case .call, .function: true
        default: false
        }
    }
}
