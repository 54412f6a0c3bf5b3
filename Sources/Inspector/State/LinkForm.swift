package import LinkLayers
import Panes
package import Screen

/// The form in which an App Link is built: its fields, and which of them has the focus.
package struct LinkForm: Sendable {
    package typealias Field = LinkDraft.Field

    private var lines: [Field: TextLine] = [:]
    /// For each extra, whether its value is JSON. The last extra is empty, so the user can add another extra.
    package private(set) var isJSON = [false]

    package private(set) var focus = Field.target
    /// Whether the form has changes that the user has not delivered yet.
    package private(set) var isTouched = false

    /// The maximum number of extras in the form.
    private static let mostExtras = 200

    /// The text of a field. The field of the user agent is always empty, because the form has the user agent in the data.
    package subscript(field: Field) -> TextLine { lines[field] ?? TextLine() }

    package var rows: [[Field]] {
        [[.target], [.app]] + isJSON.indices.map { [.extraName($0), .extraValue($0)] } + [[.refererName], [.refererURL], [.data]]
    }

    package var fields: [Field] { rows.flatMap(\.self) }

    /// The link, or the problems that prevent building it.
    package var outcome: LinkDraft.Outcome { draft.built() }
}

extension LinkForm {
    /// Creates a form with the texts of a draft; nil if a text is longer than a line can be.
    init?(_ draft: LinkDraft) {
        isJSON = draft.extras.map(\.isJSON)
        let texts = Self.typedFields.map { ($0.field, draft[keyPath: $0.text]) }
        let extras = draft.extras.enumerated().flatMap { [(Field.extraName($0), $1.name), (Field.extraValue($0), $1.value)] }
        for (field, text) in texts + extras {
            let line = TextLine(text)
            guard line.text.utf8.count == text.utf8.count else { return nil }
            lines[field] = line
        }
        addBlankExtra()
    }

    mutating func edit(_ change: (inout TextLine) -> Void) {
        let before = self[focus].characters
        change(&lines[focus, default: TextLine()])
        guard self[focus].characters != before else { return }
        isTouched = true
        addBlankExtra()
    }

    /// Changes the focused extra from text to JSON or back.
    mutating func toggleJSON() {
        guard let index = focusedExtra else { return }
        isJSON[index].toggle()
        isTouched = true
    }

    var focusedExtra: Int? {
        switch focus {
        case .extraName(let index), .extraValue(let index): isJSON.indices.contains(index) ? index : nil
        default: nil
        }
    }

    /// Moves the focus by a number of fields. The first field comes after the last.
    mutating func move(by distance: Int) { focus = fields.element(after: focus, by: distance) }

    /// Moves the focus by a number of rows, at most to the first or last row. The column stays the same if the new row has this column.
    mutating func moveRow(by distance: Int) {
        let rows = rows
        let row = rows.firstIndex { $0.contains(focus) } ?? 0
        let column = rows[row].firstIndex(of: focus) ?? 0
        let target = rows[min(max(row + distance, 0), rows.count - 1)]
        focus = target[min(column, target.count - 1)]
    }

    mutating func move(to field: Field) {
        if fields.contains(field) { focus = field }
    }

    private mutating func addBlankExtra() {
        let isBlank = isJSON.indices.last.map { self[.extraName($0)].characters.isEmpty && self[.extraValue($0)].characters.isEmpty }
        if isJSON.count < Self.mostExtras, isBlank != true { isJSON.append(false) }
    }

    private var draft: LinkDraft {
        var draft = LinkDraft()
        for (_, field, text) in Self.typedFields { draft[keyPath: text] = self[field].text }
        draft.extras = isJSON.enumerated().map {
            LinkDraft.Extra(name: self[.extraName($0)].text, value: self[.extraValue($0)].text, isJSON: $1)
        }
        return draft
    }

    // A form that is filled by a typed command: `build target=myapp://item/42 extra.campaign="summer sale" referer-name=Shop`.

    /// The fields of the form: the name to type, which is also the option of `linkscope build`, and the text in the draft.
    package static let typedFields: [(name: String, field: Field, text: any WritableKeyPath<LinkDraft, String> & Sendable)] = [
        ("target", .target, \.target), ("app", .app, \.app), ("referer-name", .refererName, \.refererName),
        ("referer-url", .refererURL, \.refererURL), ("data", .data, \.data),
    ]

    private static let extraPrefix = "extra."

    /// Writes typed texts into the fields. The other fields stay as they are.
    mutating func fill(_ text: String) throws(TypedCommand.Mistake) {
        for word in Self.words(text) {
            guard let mark = word.firstIndex(of: "=") else {
                throw TypedCommand.Mistake(message: "\"\(word)\" has no =. Write it like this: target=myapp://item/42")
            }
            let (name, value) = (String(word[..<mark]), String(word[word.index(after: mark)...]))
            if let field = Self.typedFields.first(where: { $0.name == name.lowercased() })?.field {
                write(value, into: field)
            } else if name.hasPrefix(Self.extraPrefix), name.count > Self.extraPrefix.count {
                try writeExtra(String(name.dropFirst(Self.extraPrefix.count)), value)
            } else {
                let names = Self.typedFields.map(\.name).joined(separator: ", ")
                throw TypedCommand.Mistake(message: "There is no field \"\(name)\". The fields are \(names) and extra.NAME.")
            }
        }
    }

    private mutating func write(_ text: String, into field: Field) {
        move(to: field)
        edit { $0 = TextLine(text) }
    }

    /// Writes an extra in place of the one with its name, or as a new one.
    private mutating func writeExtra(_ name: String, _ value: String) throws(TypedCommand.Mistake) {
        let known = isJSON.indices.first { self[.extraName($0)].text == name }
        guard let index = known ?? isJSON.indices.first(where: { self[.extraName($0)].text.isEmpty }) else {
            throw TypedCommand.Mistake(message: "The form has no room for another extra.")
        }
        write(name, into: .extraName(index))
        write(value, into: .extraValue(index))
    }

    /// Returns the words of a text. A value in quotation marks is one word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text {
            // Other quotation marks are those of JSON: data={"n":7}.
            if character == "\"", isQuoted || word.last == "=" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// The form that builds App Links, and another form that was set aside. Both forms are kept when the window is closed.
package struct Forms: Sendable {
    package var current = LinkForm()
    package private(set) var aside: LinkForm?
    /// The form that declares an app; nil if there is nothing to continue.
    package var app: AppForm?

    /// Sets the current form aside if it was changed, and continues with `other`.
    mutating func exchange(for other: LinkForm) {
        aside = current.isTouched ? current : nil
        current = other
    }
}
