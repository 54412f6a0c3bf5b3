// Turns the bytes that a program writes into the grid of glyphs and styles that a terminal would show. It supports only the sequences
// that ncurses writes for the terminals of the tests. All others are listed in `unknown`, so that a test can check that there are none.

/// A terminal emulator in memory.
package struct VirtualScreen: Sendable {
    package struct Style: Hashable, Sendable {
        package var foreground = -1
        package var background = -1
        package var isBold = false
        package var isDim = false
        package var isUnderlined = false
        package var isReverse = false

        package init() {}
    }

    struct Cell: Hashable, Sendable {
        var text = " "
        var style = Style()
        var isContinuation = false
    }

    package private(set) var columns: Int
    package private(set) var rows: Int
    /// The sequences and control characters that this emulator does not support.
    package private(set) var unknown: [String] = []
    package private(set) var isAlternate = false
    package private(set) var isCursorVisible = true
    package private(set) var isPasteBracketed = false
    package private(set) var isMouseOn = false
    package internal(set) var row = 0
    package internal(set) var column = 0

    private var cells: [[Cell]]
    private var mainCells: [[Cell]] = []
    private var style = Style()
    private var top = 0
    private var bottom: Int
    private var saved = (row: 0, column: 0)
    private var wrapsNext = false
    private var last = Cell()
    /// The bytes of a sequence or character that is not complete yet.
    private var held: [UInt8] = []

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        bottom = rows - 1
        cells = VirtualScreen.blank(columns, rows)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// The rows, without trailing spaces.
    package var text: String {
        // The tests ask for it after each read. In a debug build, a loop takes a fraction of the time of a chain of closures.
        var text = ""
        for (index, row) in cells.enumerated() {
            if index > 0 { text += "\n" }
            let end = row.lastIndex { !$0.isContinuation && $0.text != " " } ?? -1
            for cell in row[..<(end + 1)] where !cell.isContinuation { text += cell.text }
        }
        return text
    }

    package func style(column: Int, row: Int) -> Style { cells[row][column].style }

    package mutating func resize(columns: Int, rows: Int) {
        cells = cells.prefix(rows).map { row in
            Array(row.prefix(columns)) + Array(repeating: Cell(), count: max(0, columns - row.count))
        }
        while cells.count < rows { cells.append(Array(repeating: Cell(), count: columns)) }
        (self.columns, self.rows) = (columns, rows)
        (top, bottom) = (0, rows - 1)
        row = min(row, rows - 1)
        column = min(column, columns - 1)
        wrapsNext = false
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        if held.first == 0x1B {
            held.append(byte)
            sequence()
        } else if !held.isEmpty {
            held.append(byte)
            character()
        } else if byte == 0x1B || byte >= 0x80 {
            held = [byte]
        } else if byte >= 0x20 {
            put(Unicode.Scalar(byte))
        } else {
            control(byte)
        }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08: column = max(0, column - 1)
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: column = 0
        case 0x0E, 0x0F: break  // shift out, shift in: no second character set is used
        default: unknown.append("control \(byte)")
        }
        wrapsNext = false
    }

    private mutating func lineFeed() {
        if row == bottom { scroll(1) } else { row = min(row + 1, rows - 1) }
    }

    private mutating func scroll(_ count: Int) {
        for _ in 0..<abs(count) {
            cells.remove(at: count > 0 ? top : bottom)
            cells.insert(Array(repeating: Cell(), count: columns), at: count > 0 ? bottom : top)
        }
    }

    // MARK: Characters

    private mutating func character() {
        let lead = held[0]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0
        guard length > 0 else {
            unknown.append("byte \(lead)")
            held = []
            return
        }
        guard held.count == length else { return }
        let text = String(decoding: held, as: UTF8.self)
        held = []
        for scalar in text.unicodeScalars { put(scalar) }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = VirtualScreen.width(scalar)
        if scalar.value == 0x7F || (0x80...0x9F).contains(scalar.value) { unknown.append("U+\(String(scalar.value, radix: 16))") }
        guard width > 0 else {
            let target = wrapsNext ? column : max(0, column - 1)
            let lead = cells[row][target].isContinuation ? target - 1 : target
            cells[row][lead].text.unicodeScalars.append(scalar)
            return
        }
        if wrapsNext || column + width > columns {
            column = 0
            lineFeed()
            wrapsNext = false
        }
        last = Cell(text: String(scalar), style: style)
        cells[row][column] = last
        if width == 2, column + 1 < columns { cells[row][column + 1] = Cell(text: "", style: style, isContinuation: true) }
        if column + width >= columns {
            column = columns - 1
            wrapsNext = true
        } else {
            column += width
        }
    }

    /// Returns the width of a scalar. Independent of the table under test, and less exact, but good enough for the texts of the tests.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD:
            return 2
        case 0x1F300...0x1FAFF: return scalar.properties.isEmojiPresentation ? 2 : 1
        default: return 1
        }
    }

    // MARK: Sequences

    private mutating func sequence() {
        switch held[1] {
        case UInt8(ascii: "["):
            guard held.count > 2, let final = held.last, (0x40...0x7E).contains(final) else { return }
            controlSequence(Array(held[2..<(held.count - 1)]), final)
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            guard held.count == 3 else { return }
            if held[2] != UInt8(ascii: "B") && held[2] != UInt8(ascii: "0") { note() }
        case UInt8(ascii: "]"), UInt8(ascii: "P"):
            // A control string ends with ESC \, or with BEL if it is an OSC.
            let isBell = held.last == 0x07 && held[1] == UInt8(ascii: "]")
            guard isBell || held.count > 3 && held.suffix(2) == [0x1B, UInt8(ascii: "\\")] else { return }
            note()
        case UInt8(ascii: "7"): saved = (row, column)
        case UInt8(ascii: "8"): move(toRow: saved.row, column: saved.column)
        case UInt8(ascii: "M"): if row == top { scroll(-1) } else { row -= 1 }
        case UInt8(ascii: "D"): lineFeed()
        case UInt8(ascii: ">"), UInt8(ascii: "="): break
        default: note()
        }
        held = []
        return
    }

    private mutating func note() {
        let sequence = "ESC " + String(decoding: held.dropFirst(), as: UTF8.self)
        if !unknown.contains(sequence) { unknown.append(sequence) }
    }

    private mutating func controlSequence(_ body: [UInt8], _ final: UInt8) {
        let text = String(decoding: body, as: UTF8.self)
        if text.hasPrefix("?") {
            mode(text.dropFirst(), final)
            return
        }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(first, 1)
        if final != UInt8(ascii: "m") { wrapsNext = false }
        switch Character(Unicode.Scalar(final)) {
        case "m": select(numbers)
        case "H", "f": move(toRow: first - 1, column: (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "A": move(toRow: row - count, column: column)
        case "B": move(toRow: row + count, column: column)
        case "C": move(toRow: row, column: column + count)
        case "D": move(toRow: row, column: column - count)
        case "G", "`": move(toRow: row, column: first - 1)
        case "d": move(toRow: first - 1, column: column)
        case "J": eraseScreen(first)
        case "K": eraseLine(first)
        case "X": erase(row, column..<min(column + count, columns))
        case "P":
            cells[row].removeSubrange(column..<min(column + count, columns))
            while cells[row].count < columns { cells[row].append(Cell()) }
        case "@":
            cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
            cells[row] = Array(cells[row].prefix(columns))
        case "b": for _ in 0..<count { for scalar in last.text.unicodeScalars { put(scalar) } }
        case "L", "M":
            for _ in 0..<min(count, rows) {
                cells.remove(at: final == UInt8(ascii: "L") ? bottom : row)
                cells.insert(Array(repeating: Cell(), count: columns), at: final == UInt8(ascii: "L") ? row : bottom)
            }
        case "S": scroll(count)
        case "T": scroll(-count)
        case "r":
            top = max(0, first - 1)
            bottom = (numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], rows) : rows) - 1
            // Just after the terminal has become smaller, the program may still use the old size.
            if top >= bottom { (top, bottom) = (0, rows - 1) }
            move(toRow: 0, column: 0)
        case "h" where numbers == [34], "l" where numbers == [4]: break  // cursor style and insert mode, which ncurses resets
        case "t" where first == 22 || first == 23: break  // saves or restores the window's title
        default: note()
        }
    }

    private mutating func mode(_ text: Substring, _ final: UInt8) {
        if final == UInt8(ascii: "c"), text == "0" || text == "1" { return }  // cursor style of the Linux console
        let isOn = final == UInt8(ascii: "h")
        guard isOn || final == UInt8(ascii: "l") else { return note() }
        for number in text.split(separator: ";") {
            switch number {
            case "1049": switchScreen(isOn)
            case "25": isCursorVisible = isOn
            case "2004": isPasteBracketed = isOn
            case "1000", "1002", "1006": isMouseOn = isOn
            case "1", "7", "12", "3", "4": break  // cursor keys, wrapping, blinking: set by ncurses, without effect here
            default: note()
            }
        }
    }

    private mutating func switchScreen(_ isOn: Bool) {
        guard isOn != isAlternate else { return }
        isAlternate = isOn
        if isOn {
            mainCells = cells
            cells = VirtualScreen.blank(columns, rows)
        } else if mainCells.count == rows, mainCells.first?.count == columns {
            cells = mainCells
        }
    }

    private mutating func move(toRow row: Int, column: Int) {
        self.row = min(max(row, 0), rows - 1)
        self.column = min(max(column, 0), columns - 1)
    }

    private mutating func erase(_ row: Int, _ range: Range<Int>) {
        // Terminals keep the background colour and nothing else.
        var blank = Cell()
        blank.style.background = style.background
        for column in range { cells[row][column] = blank }
    }

    private mutating func eraseLine(_ kind: Int) {
        erase(row, kind == 0 ? column..<columns : kind == 1 ? 0..<(column + 1) : 0..<columns)
    }

    private mutating func eraseScreen(_ kind: Int) {
        if kind == 0 { eraseLine(0) }
        if kind == 1 { eraseLine(1) }
        for row in kind == 0 ? (self.row + 1)..<rows : kind == 1 ? 0..<self.row : 0..<rows { erase(row, 0..<columns) }
    }

    private mutating func select(_ numbers: [Int]) {
        var index = 0
        while index < numbers.count {
            let number = numbers[index]
            switch number {
            case 0: style = Style()
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 4: style.isUnderlined = true
            case 7: style.isReverse = true
            case 10: break  // the ordinary characters of the Linux console
            case 22: (style.isBold, style.isDim) = (false, false)
            case 24: style.isUnderlined = false
            case 27: style.isReverse = false
            case 30...37: style.foreground = number - 30
            case 40...47: style.background = number - 40
            case 39: style.foreground = -1
            case 49: style.background = -1
            case 90...97: style.foreground = number - 82
            case 100...107: style.background = number - 92
            case 38 where numbers.count > index + 2 && numbers[index + 1] == 5:
                style.foreground = numbers[index + 2]
                index += 2
            case 48 where numbers.count > index + 2 && numbers[index + 1] == 5:
                style.background = numbers[index + 2]
                index += 2
            default: note()
            }
            index += 1
        }
    }
}
