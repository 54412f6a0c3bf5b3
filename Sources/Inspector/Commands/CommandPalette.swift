import Panes
import Screen

/// The line that the user types after `:`, with the commands that fit it.
struct CommandPalette: LineWindow {
    let scrolls = true
    // Up and Down recall earlier lines.
    let wheelKeys: (up: Key, down: Key) = (.backTab, .tab)

    var line = TextLine()
    /// The word that the user typed, to which the list of commands belongs. Completion changes only the line.
    private(set) var typed = ""
    /// The index of the marked command.
    private(set) var selected = 0
    private var isCompleted = false
    /// The place in the earlier lines, counted from the newest; nil while the user writes a new line.
    private var recalled: Int?
    /// The new line, while an earlier one is shown.
    private var draft = TextLine()

    var matches: [PaletteMatch] { PaletteMatch.all(for: typed) }

    /// Whether a command of the list is marked. Enter performs the marked command if the typed name is incomplete.
    var hasMark: Bool { !typed.isEmpty || isCompleted }

    /// The line to perform: the typed line, with the name of the marked command in place of an incomplete name.
    var performed: String {
        let (word, rest) = TypedCommand.split(line.text)
        let matches = matches
        guard Command.candidates(for: word, in: .screen).count != 1, !word.hasSuffix("!"), Int(word) == nil, hasMark,
            matches.indices.contains(selected)
        else {
            return line.text
        }
        return rest.isEmpty ? matches[selected].name : "\(matches[selected].name) \(rest)"
    }

    /// Replaces the line.
    private mutating func write(_ text: String) {
        line = TextLine(text)
        finishEditing()
    }

    private mutating func finishEditing() {
        recalled = nil
        let word = TypedCommand.split(line.text).word
        if word != typed { (typed, selected) = (word, 0) }
        isCompleted = false
    }

    /// Writes the name of the marked command into the line. The next call writes the name of the next command.
    private mutating func complete(by step: Int) {
        let matches = matches
        guard !matches.isEmpty else { return }
        if isCompleted { selected = (selected + step + matches.count) % matches.count }
        isCompleted = true
        let match = matches[selected]
        let rest = TypedCommand.split(line.text).rest
        line = TextLine(match.binding.argument == .none ? match.name : "\(match.name) \(rest)")
    }

    /// Shows an earlier line, or a later one.
    ///
    /// - Parameter lines: The lines that were typed before, with the oldest first.
    private mutating func recall(_ step: Int, of lines: [String]) {
        let place = (recalled ?? -1) + step
        guard place < lines.count, place >= -1, place != recalled ?? -1 else { return }
        if recalled == nil { draft = line }
        write(place < 0 ? draft.text : lines[lines.count - 1 - place])
        recalled = place < 0 ? nil : place
    }

    func hints(_ state: State) -> [(keys: String, word: String)] {
        [("Enter", "perform"), ("Tab", "complete")] + (state.typedLines.isEmpty ? [] : [("Up", "earlier")]) + [("Esc", "close")]
    }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .backspace where line.characters.isEmpty: return .close()
        case .enter: return perform(&state)
        case .tab: complete(by: 1)
        case .backTab: complete(by: -1)
        case .up: recall(1, of: state.typedLines)
        case .down: recall(-1, of: state.typedLines)
        default: return .unused
        }
        return .stay()
    }

    /// Writes the name of the command that was clicked.
    mutating func select(_ row: Int, _ state: inout State) {
        (selected, isCompleted) = (row, false)
        complete(by: 0)
        let (name, rest) = TypedCommand.split(line.text)
        // Without a keyboard, no name of a file can be typed.
        if matches.indices.contains(row), matches[row].binding.argument == .file, rest.isEmpty { line = TextLine("\(name) link.md") }
    }

    /// A link that is pasted into the empty line is no command. It is delivered, as without the line.
    mutating func paste(_ text: String, _ state: inout State) -> [Effect]? {
        if line.characters.isEmpty, text.contains("://") { return nil }
        state.tellLoss(line.insert(text))
        return edited(&state)
    }

    mutating func edited(_ state: inout State) -> [Effect] {
        finishEditing()
        return []
    }

    /// The maximum number of typed lines that are kept. Up recalls them.
    private static let mostTypedLines = 100

    private mutating func perform(_ state: inout State) -> Reaction {
        let performed = performed
        guard !TypedCommand.split(performed).word.isEmpty else { return .close() }
        do throws(TypedCommand.Mistake) {
            let typed = try TypedCommand(performed)
            state.typedLines.removeAll { $0 == performed }
            state.typedLines = state.typedLines.suffix(Self.mostTypedLines - 1) + [performed]
            return .close { $0.perform(typed, now: $0.notices.now) }
        } catch {
            // The line stays, so that you can correct it.
            if performed != line.text { write(performed + " ") }
            return .stay(state.notify(.bad, "\(error.message)"))
        }
    }

    private static let nameColumns = 19
    private static let keyColumns = 13

    func draw(on canvas: inout Canvas, _ state: State) {
        let layout = canvas.layout
        let bottom = layout.notice.isEmpty ? layout.footer.top : layout.notice.top
        let room = bottom - layout.header.bottom
        guard room > 0 else { return }
        // On a high screen, the panes keep a third.
        let most = min(max(12, room * 2 / 3), room > 3 ? room - 2 : room - 1)
        let lines = lines(most: most, state.preferences.keys, canvas)
        // Without commands in the list, there is one row that says so.
        let rows = min(max(lines.count, 1), most)
        let hasRule = room > rows + 1
        let area = Rect(
            column: 0, row: bottom - 1 - rows - (hasRule ? 1 : 0), columns: canvas.size.columns, rows: rows + 1 + (hasRule ? 1 : 0))
        canvas.frame.fill(area)
        var (list, typing) = area.split(bottom: 1)
        let top = max(0, (lines.lastIndex(where: \.isMarked) ?? 0) - rows + 1)
        if hasRule {
            canvas.rule(list.row(0), hiding: HiddenRows(above: top, below: lines.count - top - rows))
            list = list.split(top: 1).rest
        }
        draw(lines.dropFirst(top), in: list, on: &canvas)
        canvas.frame.put(" :", at: typing.origin, style: Style(.key, .bold), clip: typing)
        typing = typing.split(left: 2).rest
        canvas.drawLine(line.masked(by: canvas.mask).characters, cursor: line.cursor, in: typing)
    }

    private func draw(
        _ lines: ArraySlice<(text: StyledText, match: Int, isMarked: Bool, isFirst: Bool)>, in list: Rect, on canvas: inout Canvas
    ) {
        guard !list.isEmpty else { return }
        guard !lines.isEmpty else {
            let advice: SafeText = Int(typed) == nil ? " No command matches." : " Enter selects the link with this number."
            return canvas.put(advice, in: list.row(0), style: .dim)
        }
        for (offset, line) in lines.prefix(list.rows).enumerated() {
            // The cursor of the screen stays in the line, so the row is drawn as one of a list without the focus.
            canvas.row(line.text, in: list.row(offset), isSelected: line.isMarked && line.isFirst, hasFocus: false)
            if line.isMarked { canvas.frame.restyle(list.row(offset), role: .selection, adding: .reverse) }
            canvas.noteTarget(.windowRow(line.match), in: list.row(offset))
        }
    }

    /// Returns the rows of the commands. The marked command has its whole help, and so have all, if they then need at most `most` rows.
    private func lines(most: Int, _ keys: KeyMap, _ canvas: Canvas) -> [(text: StyledText, match: Int, isMarked: Bool, isFirst: Bool)] {
        let matches = matches
        func rows(wrapping: (Int) -> Bool) -> [(text: StyledText, match: Int, isMarked: Bool, isFirst: Bool)] {
            matches.enumerated().flatMap { index, match in
                let name = name(of: match, keys, canvas)
                let help = canvas.own(match.binding.help)
                let room = canvas.size.columns - 1 - name.columns
                let lines = wrapping(index) && room >= 20 ? help.wrappedAtBlanks(width: room) : [help]
                return lines.prefix(most).enumerated().map { offset, help in
                    var text = offset == 0 ? name : StyledText(canvas.own(String(repeating: " ", count: name.columns)))
                    text.append(help)
                    return (text, index, hasMark && index == selected, offset == 0)
                }
            }
        }
        let all = matches.count <= most ? rows { _ in true } : []
        return all.isEmpty || all.count > most ? rows { hasMark && $0 == selected } : all
    }

    /// Returns the name of a command, with its argument and its keys.
    private func name(of match: PaletteMatch, _ keys: KeyMap, _ canvas: Canvas) -> StyledText {
        var text = StyledText()
        for (index, character) in match.name.enumerated() {
            text.append(canvas.own(String(character)), match.places.contains(index) ? Style(.key, [.bold, .underline]) : .key)
        }
        text.append(canvas.own(match.binding.brief(columns: Self.nameColumns - match.name.count - 1)), .dim)
        text.append(canvas.own(String(repeating: " ", count: max(Self.nameColumns - text.columns, 1))))
        if canvas.size.columns >= 60 {
            let shown = keys.keyText(of: match.binding)
            let keys = shown.hasPrefix(":") && shown.count > 1 ? "" : shown
            text.append(canvas.own(keys).padded(to: Self.keyColumns, glyphs: canvas.glyphs), .dim)
        }
        return text
    }
}

/// A command that fits what the user has typed after `:`.
struct PaletteMatch: Sendable {
    var binding: Binding
    /// The characters of the command's name that fit the typed ones.
    var places: [Int]

    var name: String { binding.command.name }

    /// The commands that make no sense as a typed line.
    private static let hidden: Set<Command> = [.palette, .back]

    /// Returns the commands that fit a word, with the best first. Best is the command that the word alone stands for, also as a key. Then
    /// come names that begin with the word, names with a part that begins with it, and help lines with a word that begins with it.
    static func all(for word: String) -> [PaletteMatch] {
        let letters = Array(word.lowercased())
        let meant = Command.candidates(for: word, in: .screen)
        var found: [(match: PaletteMatch, rank: Int)] = []
        for binding in Binding.table where !hidden.contains(binding.command) {
            let begun = begin(letters, of: Array(binding.command.name))
            let places = begun.map { Array($0..<$0 + letters.count) } ?? []
            let rank: Int
            switch begun {
            case _ where meant == [binding.command]: rank = 0
            case 0?: rank = 1
            case .some: rank = 2
            case nil where letters.count > 1 && begin(letters, of: Array(binding.help.lowercased())) != nil: rank = 3
            case nil: continue
            }
            found.append((PaletteMatch(binding: binding, places: places), rank))
        }
        // Equally good commands keep the order of the table.
        return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.match)
    }

    /// Returns the place of the first word of a text that begins with the letters; nil if no word does.
    private static func begin(_ letters: [Character], of text: [Character]) -> Int? {
        text.indices.first { start in
            (start == 0 || !text[start - 1].isLetter) && text[start...].starts(with: letters)
        } ?? (letters.isEmpty ? 0 : nil)
    }
}
