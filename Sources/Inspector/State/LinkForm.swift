package import LinkLayers

/// The form in which an App Link is built: its fields, the one that is written in, and what comes of them so far.
///
/// The link is built anew with each change, so a frame only has to draw it.
package struct LinkForm: Sendable, Equatable {
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
    /// The last one is blank, for one more.
    package private(set) var extras = [ExtraRow()]
    private var refererName = TextLine()
    private var refererURL = TextLine()
    private var data = TextLine()

    package private(set) var focus = Field.target
    /// Whether the user wrote something that no link has yet.
    package private(set) var isTouched = false
    /// The link, or what is in its way.
    package private(set) var outcome = LinkDraft().built()

    /// So many extras find a row.
    private static let mostExtras = 200

    package init() {}

    /// The form filled in; nil if a text is longer than a line may be.
    package init?(_ draft: LinkDraft) {
        target = TextLine(draft.target)
        app = TextLine(draft.app)
        extras = draft.extras.map { ExtraRow(name: TextLine($0.name), value: TextLine($0.value), isJSON: $0.isJSON) }
        refererName = TextLine(draft.refererName)
        refererURL = TextLine(draft.refererURL)
        data = TextLine(draft.data)
        addBlankExtra()
        build()
        guard self.draft.hasTexts(of: draft) else { return nil }
    }

    /// What is written in a field.
    package subscript(field: Field) -> TextLine {
        switch field {
        case .target: target
        case .app: app
        case .extraName(let index): extras.indices.contains(index) ? extras[index].name : TextLine()
        case .extraValue(let index): extras.indices.contains(index) ? extras[index].value : TextLine()
        case .refererName: refererName
        case .refererURL: refererURL
        case .data: data
        // It stands in the data here.
        case .userAgent: TextLine()
        }
    }

    /// The fields, row by row.
    package var rows: [[Field]] {
        [[.target], [.app]] + extras.indices.map { [.extraName($0), .extraValue($0)] } + [[.refererName], [.refererURL], [.data]]
    }

    package var fields: [Field] { rows.flatMap(\.self) }

    /// The row that is written in.
    package var focusedRow: Int { rows.firstIndex { $0.contains(focus) } ?? 0 }

    /// What is to be said of a field.
    package func problems(of field: Field) -> [LinkDraft.Problem] { outcome.problems.filter { $0.field == field } }
}

extension LinkForm {
    /// Changes the line that is written in.
    mutating func edit(_ change: (inout TextLine) -> Void) {
        var line = self[focus]
        let before = line.characters
        change(&line)
        put(line)
        // Only moving the cursor makes no other link.
        guard line.characters != before else { return }
        isTouched = true
        addBlankExtra()
        build()
    }

    /// An extra that is written in becomes JSON, or text again.
    mutating func toggleJSON() {
        guard let index = focusedExtra else { return }
        extras[index].isJSON.toggle()
        isTouched = true
        build()
    }

    /// The extra that is written in.
    var focusedExtra: Int? {
        switch focus {
        case .extraName(let index), .extraValue(let index): extras.indices.contains(index) ? index : nil
        default: nil
        }
    }

    /// To another field, from the last one on to the first.
    mutating func move(by distance: Int) {
        let fields = fields
        guard let place = fields.firstIndex(of: focus) else { return }
        focus = fields[((place + distance) % fields.count + fields.count) % fields.count]
    }

    /// To another row, as far as there is one; in the same column where that has it.
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

    private mutating func build() { outcome = draft.built() }
}

extension LinkDraft {
    /// Whether nothing was cut from the texts of another draft.
    fileprivate func hasTexts(of other: LinkDraft) -> Bool {
        target.utf8.count == other.target.utf8.count && app.utf8.count == other.app.utf8.count
            && refererName.utf8.count == other.refererName.utf8.count && refererURL.utf8.count == other.refererURL.utf8.count
            && data.utf8.count == other.data.utf8.count
            && zip(extras, other.extras).allSatisfy {
                $0.name.utf8.count == $1.name.utf8.count && $0.value.utf8.count == $1.value.utf8.count
            }
    }
}
