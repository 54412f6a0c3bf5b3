import Panes
import Screen

// What all windows do alike. What only one window does is in its file in Windows/.

extension State {
    /// Sends a key to the open window. Returns nil if the key has the same meaning as without a window.
    mutating func press(_ key: Key, in overlay: any Overlay) -> [Effect]? {
        // These keys suspend and repaint in every window, but they do not answer a question.
        if key == .control("z") || key == .control("l"), !overlay.isQuestion { return nil }
        var window = overlay
        let command = Binding.command(for: key)
        var reaction = window.press(key, command, &self)
        if case .unused = reaction { reaction = use(key, command, in: &window) }
        switch reaction {
        case .unused: return []
        case .stay(let effects):
            self.overlay = window
            return effects
        case .close(let then): return closeWindow() + then(&self)
        }
    }

    /// Handles a key for which a window has no use of its own: moves in the list, edits the line, or closes the window.
    private mutating func use(_ key: Key, _ command: Command?, in window: inout any Overlay) -> Reaction {
        // Letters move in a list only if no line takes them.
        let isText = window.field != nil
        if var list = window.list, !isText || [.up, .down, .pageUp, .pageDown].contains(key) {
            let height = window.listHeight(self)
            if list.move(command, height: height) {
                list.settle(height: height)
                window.list = list
                return .stay()
            }
        }
        if var line = window.field {
            if key == .escape { return .close() }
            guard line.edit(key) else { return .unused }
            window.field = line
            return .stay(window.edited(&self))
        }
        guard let command, [.back, .quit, window.opener].contains(command) else { return .unused }
        return .close()
    }

    /// Whether typed characters are inserted into a line or a field of a form. Otherwise, each of them is a key with a meaning of its own.
    package var takesText: Bool { overlay?.takesText(self) ?? false }

    mutating func tellWindow(_ message: Message) -> [Effect] {
        guard var window = overlay else { return [] }
        let effects = window.receive(message, &self)
        overlay = window
        return effects
    }
}
