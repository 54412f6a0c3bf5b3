import Panes
import Screen

extension State {
    /// Sends a key to the open window, and a click to what is under the pointer. If there is no window, or the window does not handle the
    /// key, performs the command of the key. A pasted text is never treated as keys.
    mutating func press(_ key: Key, now: Int64) -> [Effect] {
        switch key {
        case .unknown, .focus: return []
        case .mouse(let mouse): return point(mouse, now: now)
        case .pasteBegun:
            notice = .progress("Receiving a paste... If it does not end, Ctrl-C quits after 2 seconds.")
            return []
        case .paste(let bytes): return paste(bytes)
        case .pasteRefused(let error):
            return notify(.bad, "\(error.message)")
        case .character, .text, .named: break
        }
        if key == .escape, notice?.isProgress == false { notice = nil }
        waitingCommand = nil
        // Enter was meant to confirm the command that was refused, so it does nothing else.
        if key == .enter, notice != nil, notice == refusal { return [] }
        refusal = nil
        if key == .control("c") { return [.quit] }
        if let overlay, let effects = press(key, in: overlay) { return effects }
        guard let command = preferences.keys.command(for: key) else {
            noteUnused(key)
            return []
        }
        let earlier = notices.count
        defer { if Binding.of(command).opensQuestion, !hasWindow, notices.count != earlier { refusal = notice } }
        // In a list, `/` shows the rows that fit. In a text, it finds a place and hides nothing.
        return perform(command == .filter && isInText ? .find : command, now: now)
    }

    /// Shows a notice that a key has no effect. A notice that is already on the screen stays, so a burst of keys causes only one notice.
    private mutating func noteUnused(_ key: Key) {
        guard notice == nil, let name = KeyName.text(of: key) else { return }
        let help = preferences.keys.keyText(of: Binding.of(.help)).prefix { $0 != " " }
        notice = Notice(.plain, "\(name) does nothing here; \(help) shows the keys.", isHint: true)
    }
}

extension Key.PasteError {
    var message: String {
        switch self {
        case .tooLong(let bytes): "The paste is too long (\(bytes) bytes). Save it as a file, then run linkscope FILE."
        case .unfinished(let bytes):
            "The terminal stopped in the middle of a paste (\(bytes) bytes), so nothing was added. Paste again."
        }
    }
}
