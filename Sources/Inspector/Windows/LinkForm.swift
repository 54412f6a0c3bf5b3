package import LinkLayers

/// The form in which an App Link is built: its fields, and which of them has the focus.
package struct LinkForm: Sendable {
    package typealias Field = LinkDraft.Field

    private var lines: [Field: TextLine] = [:]
    /// For each extra, whether its value is JSON. The last extra is empty, so the user can add another extra.
    package private(set) var isJSON = [false]

    package private(set) var focus = Field.target
    /// Whether the form has changes that the user has not delivered yet.
    package private(set) var isTouched = false

    private let built = Memo<Texts, LinkDraft.Outcome>()

    /// The maximum number of extras in the form.
    private static let mostExtras = 200

    package init() {}

    /// Creates a form with the texts of a draft; nil if a text is longer than a line can be.
    package init?(_ draft: LinkDraft) {
        isJSON = draft.extras.map(\.isJSON)
        let texts: [(Field, String)] = [
            (.target, draft.target), (.app, draft.app), (.refererName, draft.refererName), (.refererURL, draft.refererURL),
            (.data, draft.data),
        ]
        let extras = draft.extras.enumerated().flatMap { [(Field.extraName($0), $1.name), (Field.extraValue($0), $1.value)] }
        for (field, text) in texts + extras {
            let line = TextLine(text)
            guard line.text.utf8.count == text.utf8.count else { return nil }
            lines[field] = line
        }
        addBlankExtra()
    }

    /// The text of a field. The field of the user agent is always empty, because the form has the user agent in the data.
    package subscript(field: Field) -> TextLine { lines[field] ?? TextLine() }

    /// The fields, row by row.
    package var rows: [[Field]] {
        [[.target], [.app]] + isJSON.indices.map { [.extraName($0), .extraValue($0)] } + [[.refererName], [.refererURL], [.data]]
    }

    package var fields: [Field] { rows.flatMap(\.self) }

    /// The row of the focused field.
    package var focusedRow: Int { rows.firstIndex { $0.contains(focus) } ?? 0 }

    /// The link, or the problems that prevent building it. The outcome is cached until a text changes.
    package var outcome: LinkDraft.Outcome {
        built.value(for: Texts(lines: lines.mapValues(\.characters), isJSON: isJSON)) { draft.built() }
    }
}

extension LinkForm {
    /// Changes the focused field.
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

    /// The index of the focused extra.
    var focusedExtra: Int? {
        switch focus {
        case .extraName(let index), .extraValue(let index): isJSON.indices.contains(index) ? index : nil
        default: nil
        }
    }

    /// Moves the focus by a number of fields. The first field comes after the last.
    mutating func move(by distance: Int) {
        let fields = fields
        guard let place = fields.firstIndex(of: focus) else { return }
        focus = fields[((place + distance) % fields.count + fields.count) % fields.count]
    }

    /// Moves the focus by a number of rows, at most to the first or last row. The column stays the same if the new row has this column.
    mutating func moveRow(by distance: Int) {
        let rows = rows
        let row = focusedRow
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
        draft.target = self[.target].text
        draft.app = self[.app].text
        draft.extras = isJSON.enumerated().map {
            LinkDraft.Extra(name: self[.extraName($0)].text, value: self[.extraValue($0)].text, isJSON: $1)
        }
        draft.refererName = self[.refererName].text
        draft.refererURL = self[.refererURL].text
        draft.data = self[.data].text
        return draft
    }

    /// The texts of the form without the cursors in them.
    private struct Texts: Sendable, Equatable {
        var lines: [Field: [Character]]
        var isJSON: [Bool]
    }
}
