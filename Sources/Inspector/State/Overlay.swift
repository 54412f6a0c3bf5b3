import Panes
import Screen

// A window over the panes is in one file in Windows/: what it holds, its keys, its hints and its drawing. What all windows do alike is in
// `State+Overlays.swift`: moving in a list, typing, pasting and closing.

/// A window over the panes. An open window receives keys before the panes do.
protocol Overlay: Sendable {
    /// The command that opens the window. The key of this command also closes the window.
    var opener: Command? { get }
    /// The list from which the user chooses. Nil while the window shows no list.
    var list: ListCursor? { get set }
    /// The line that the user types. Nil while the window has no line.
    var field: TextLine? { get set }
    /// Whether the wheel scrolls the window or moves in it, by these keys.
    var scrolls: Bool { get }
    var wheelKeys: (up: Key, down: Key) { get }
    /// Whether a double click on a row is Enter. In a form, it is not, because the rows are fields.
    var choosesRows: Bool { get }
    /// Whether the window asks a question, which any key answers.
    var isQuestion: Bool { get }
    /// Whether the window takes the clicks and the wheel. Otherwise, they go to the panes, which stay in view.
    var coversPanes: Bool { get }
    /// What the row above the footer shows for the window; nil if it shows what it shows without a window.
    var searchRow: State.SearchRow? { get }
    /// Whether the window needs all rows of the screen. A notice then takes the place of the footer.
    var fillsScreen: Bool { get }
    /// Whether arriving records wait until the window closes, because it shows what an act will do.
    var holdsArrivals: Bool { get }
    /// What has to be done when the window closes.
    var closing: [Effect] { get }

    func listHeight(_ state: State) -> Int
    /// Returns whether typed characters are inserted into a text of the window.
    func takesText(_ state: State) -> Bool
    /// Returns how many rows contain the text of the line; nil if the focused pane has them.
    func matches(_ state: State) -> String?

    /// Returns the keys of the window with their words, for the last row of the screen.
    func hints(_ state: State) -> [(keys: String, word: String)]
    func draw(on canvas: inout Canvas, _ state: State)

    /// Handles a key. Until this method returns, the window is still open in `state`, as it was before the key.
    ///
    /// - Parameter command: The command that the key usually has. The keys of windows cannot be changed.
    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction
    /// Inserts a pasted text. Returns nil if the window has no place for it now.
    mutating func paste(_ text: String, _ state: inout State) -> [Effect]?
    /// Selects a row that was clicked. A list needs no method of its own, because keys lead to the row.
    mutating func select(_ row: Int, _ state: inout State)
    /// Handles a change of the line.
    mutating func edited(_ state: inout State) -> [Effect]
    /// Takes from a message what the window waits for.
    mutating func receive(_ message: Message, _ state: inout State) -> [Effect]
}

/// What a key did in a window.
enum Reaction {
    /// The window has no key of its own there. The key may edit the line, move in the list, or close the window.
    case unused
    case stay([Effect] = [])
    /// The window closes, and `then` is done without it.
    case close(then: (inout State) -> [Effect] = { _ in [] })

    /// The window closes, and then something without effects is done.
    static func close(changing change: @escaping (inout State) -> Void) -> Reaction {
        .close { state in
            change(&state)
            return []
        }
    }
}

extension Overlay {
    var opener: Command? { nil }
    var list: ListCursor? {
        get { nil }
        set {}
    }
    var field: TextLine? {
        get { nil }
        set {}
    }
    var scrolls: Bool { list != nil }
    var wheelKeys: (up: Key, down: Key) { (.up, .down) }
    var choosesRows: Bool { true }
    var isQuestion: Bool { false }
    var coversPanes: Bool { true }
    var searchRow: State.SearchRow? { nil }
    var fillsScreen: Bool { false }
    var holdsArrivals: Bool { false }
    var closing: [Effect] { [] }

    func listHeight(_ state: State) -> Int { state.windowPlace.rows }
    func takesText(_ state: State) -> Bool { field != nil }
    func matches(_ state: State) -> String? { nil }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction { .unused }
    func select(_ row: Int, _ state: inout State) {}
    func edited(_ state: inout State) -> [Effect] { [] }
    func receive(_ message: Message, _ state: inout State) -> [Effect] { [] }

    mutating func paste(_ text: String, _ state: inout State) -> [Effect]? {
        guard var line = field else { return nil }
        state.tellLoss(line.insert(text))
        field = line
        return edited(&state)
    }
}

protocol ListWindow: Overlay {
    var cursor: ListCursor { get set }
}

extension ListWindow {
    var list: ListCursor? {
        get { cursor }
        set { if let newValue { cursor = newValue } }
    }
}

protocol LineWindow: Overlay {
    var line: TextLine { get set }
}

extension LineWindow {
    var field: TextLine? {
        get { line }
        set { if let newValue { line = newValue } }
    }
}

extension State {
    /// Closes the open window. Returns what has to be done then.
    package mutating func closeWindow() -> [Effect] {
        defer { overlay = nil }
        return overlay?.closing ?? []
    }

    package var hasWindow: Bool { overlay != nil }

    /// Whether a window is open that takes the clicks and the wheel.
    var isCovered: Bool { overlay?.coversPanes == true }

    /// Tells how many characters of a paste did not fit into the line that is being edited.
    mutating func tellLoss(_ lost: Int) {
        if lost > 0 { notice = Notice(.bad, "The line is full: \(lost) characters of the paste were dropped.") }
    }
}

extension Array {
    /// The element at the cursor. Nil if the list is empty.
    subscript(at cursor: ListCursor) -> Element? { indices.contains(cursor.selected) ? self[cursor.selected] : nil }
}
