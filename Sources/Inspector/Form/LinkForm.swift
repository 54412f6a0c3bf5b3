package import LinkLayers

/// The form in which an App Link is built: its fields and the focused one.
package struct LinkForm: Sendable {
    package typealias Field = LinkDraft.Field

    /// One of the extras: two fields, and whether the second is JSON.
    package struct ExtraRow: Sendable, Equatable {
        package var name = TextLine()
        package var value = TextLine()
        package var isJSON = false

        var isBlank: Bool { name.characters.isEmpty && value.characters.isEmpty }
    }

    private var target = TextLine()
    private var app = TextLine()
    /// The last one is empty, so that another extra can be added.
    package private(set) var extras = [ExtraRow()]
    private var refererName = TextLine()
    private var refererURL = TextLine()
    private var data = TextLine()

    package private(set) var focus = Field.target
    /// Whether the user changed something that was not delivered yet.
    package private(set) var isTouched = false

    private let built = Memo<Texts, LinkDraft.Outcome>()

    /// The most extras the form can edit.
    private static let mostExtras = 200

    package init() {}

    /// Creates a form filled in from a draft; nil if a text is longer than a line can be.
    package init?(_ draft: LinkDraft) {
        target = TextLine(draft.target)
        app = TextLine(draft.app)
        extras = draft.extras.map { ExtraRow(name: TextLine($0.name), value: TextLine($0.value), isJSON: $0.isJSON) }
        refererName = TextLine(draft.refererName)
        refererURL = TextLine(draft.refererURL)
        data = TextLine(draft.data)
        addBlankExtra()
        guard self.draft.hasTexts(of: draft) else { return nil }
    }

    /// The text of a field.
    package subscript(field: Field) -> TextLine {
        switch field {
        case .target: target
        case .app: app
        case .extraName(let index): extras.indices.contains(index) ? extras[index].name : TextLine()
        case .extraValue(let index): extras.indices.contains(index) ? extras[index].value : TextLine()
        case .refererName: refererName
        case .refererURL: refererURL
        case .data: data
        // The form has the user agent in the data.
        case .userAgent: TextLine()
        }
    }

    /// The fields, row by row.
    package var rows: [[Field]] {
        [[.target], [.app]] + extras.indices.map { [.extraName($0), .extraValue($0)] } + [[.refererName], [.refererURL], [.data]]
    }

    package var fields: [Field] { rows.flatMap(\.self) }

    /// The row of the focused field.
    package var focusedRow: Int { rows.firstIndex { $0.contains(focus) } ?? 0 }

    /// The link, or the problems that prevent it. It is built once for the same texts.
    package var outcome: LinkDraft.Outcome { built.value(for: texts) { draft.built() } }
}

extension LinkForm {
    /// Changes the focused field.
    mutating func edit(_ change: (inout TextLine) -> Void) {
        var line = self[focus]
        let before = line.characters
        change(&line)
        put(line)
        guard line.characters != before else { return }
        isTouched = true
        addBlankExtra()
    }

    /// Changes the focused extra from text to JSON or back.
    mutating func toggleJSON() {
        guard let index = focusedExtra else { return }
        extras[index].isJSON.toggle()
        isTouched = true
    }

    /// The index of the focused extra.
    var focusedExtra: Int? {
        switch focus {
        case .extraName(let index), .extraValue(let index): extras.indices.contains(index) ? index : nil
        default: nil
        }
    }

    /// Moves to another field; after the last field comes the first.
    mutating func move(by distance: Int) {
        let fields = fields
        guard let place = fields.firstIndex(of: focus) else { return }
        focus = fields[((place + distance) % fields.count + fields.count) % fields.count]
    }

    /// Moves to another row, at most to the first or last, and to the same column if that row has it.
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

    private mutating func put(_ line: TextLine) {
        switch focus {
        case .target: target = line
        case .app: app = line
        case .extraName(let index): if extras.indices.contains(index) { extras[index].name = line }
        case .extraValue(let index): if extras.indices.contains(index) { extras[index].value = line }
        case .refererName: refererName = line
        case .refererURL: refererURL = line
        case .data: data = line
        case .userAgent: break
        }
    }

    private mutating func addBlankExtra() {
        guard extras.count < Self.mostExtras, extras.last?.isBlank != true else { return }
        extras.append(ExtraRow())
    }

    private var draft: LinkDraft {
        var draft = LinkDraft()
        draft.target = target.text
        draft.app = app.text
        draft.extras = extras.map { LinkDraft.Extra(name: $0.name.text, value: $0.value.text, isJSON: $0.isJSON) }
        draft.refererName = refererName.text
        draft.refererURL = refererURL.text
        draft.data = data.text
        return draft
    }

    /// The texts of the form without the cursors in them.
    private struct Texts: Sendable, Equatable {
        var lines: [[Character]]
        var isJSON: [Bool]
    }

    private var texts: Texts {
        Texts(
            lines: [target, app, refererName, refererURL, data].map(\.characters)
                + extras.flatMap { [$0.name.characters, $0.value.characters] },
            isJSON: extras.map(\.isJSON))
    }
}

extension LinkDraft {
    /// Whether the texts are as long as those of another draft, so that none of them was truncated.
    fileprivate func hasTexts(of other: LinkDraft) -> Bool {
        target.utf8.count == other.target.utf8.count && app.utf8.count == other.app.utf8.count
            && refererName.utf8.count == other.refererName.utf8.count && refererURL.utf8.count == other.refererURL.utf8.count
            && data.utf8.count == other.data.utf8.count
            && zip(extras, other.extras).allSatisfy {
                $0.name.utf8.count == $1.name.utf8.count && $0.value.utf8.count == $1.value.utf8.count
            }
    }
}
