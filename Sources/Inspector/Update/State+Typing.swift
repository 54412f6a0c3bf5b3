import AppLinks
import Screen

// Commands that are typed after `:`.

extension State {
    /// The most lines that are kept, and that Up recalls.
    private static let mostTypedLines = 100

    mutating func press(_ key: Key, in palette: Palette, now: Int64) -> [Effect]? {
        var palette = palette
        switch key {
        case .control("z"), .control("l"): return nil
        case .escape:
            overlay = nil
            return []
        case .backspace where palette.line.characters.isEmpty:
            overlay = nil
            return []
        case .enter: return perform(palette, now: now)
        case .tab: palette.complete(by: 1)
        case .backTab: palette.complete(by: -1)
        case .up: palette.recall(1, of: typedLines)
        case .down: palette.recall(-1, of: typedLines)
        default: guard palette.edit(key) else { return [] }
        }
        overlay = .palette(palette)
        return []
    }

    private mutating func perform(_ palette: Palette, now: Int64) -> [Effect] {
        var palette = palette
        let line = palette.performed
        guard !TypedCommand.split(line).word.isEmpty else {
            overlay = nil
            return []
        }
        do throws(TypedCommand.Mistake) {
            let typed = try TypedCommand(line)
            typedLines.removeAll { $0 == line }
            typedLines = typedLines.suffix(Self.mostTypedLines - 1) + [line]
            overlay = nil
            return perform(typed, now: now)
        } catch {
            // The line stays, so that the mistake can be mended.
            if line != palette.line.text { palette.write(line + " ") }
            overlay = .palette(palette)
            return notify(.bad, error.message)
        }
    }

    /// Performs a typed command.
    package mutating func perform(_ typed: TypedCommand, now: Int64) -> [Effect] {
        switch typed.argument {
        case .none: return perform(typed.command, now: now)
        case .link(let number):
            guard select(number) else { return [] }
            // The command may need the record of the link, which may have to be read first.
            if typed.command != .goTo { waitingCommand = typed.command }
            return []
        case .text(let text): return perform(typed.command, text, now: now)
        case .file(let path, let replaces): return export(to: path, replacing: replaces)
        }
    }

    private mutating func perform(_ command: Command, _ text: String, now: Int64) -> [Effect] {
        switch command {
        case .help:
            guard !HelpRow.all(columns: HelpRow.mostColumns, word: text).isEmpty else {
                return notify(.plain, "The help has nothing about \(text).")
            }
            overlay = .help(top: 0, word: text)
            return []
        case .find:
            find(text)
            return []
        case .device:
            guard let device = device.profiles.first(where: { $0.name.lowercased() == text.lowercased() }) else {
                let names = device.profiles.map(\.name).joined(separator: ", ")
                return notify(.bad, "\(text): no such device; there are \(names).")
            }
            return act(.chooseDevice(device), now: now)
        default: return perform(command, now: now)
        }
    }

    /// Selects the link with a number. Returns false, with a notice, if there is no such link.
    private mutating func select(_ number: Int) -> Bool {
        let count = lists.links.count
        guard lists.links.indices.contains(number - 1) else {
            let text = count == 0 ? "there is no link yet" : count == 1 ? "there is only link #1" : "the links are #1 to #\(count)"
            notice = Notice(.bad, "There is no link #\(number): \(text).")
            return false
        }
        show(linkIndex: number - 1)
        return true
    }

    /// Performs the command that waited for a record, if the record has been read.
    mutating func performWaitingCommand(now: Int64) -> [Effect] {
        guard let command = waitingCommand, !detail.isWaiting else { return [] }
        waitingCommand = nil
        return perform(command, now: now)
    }

    // MARK: Messages

    mutating func showMessages() {
        notices.hide()
        overlay = .messages(top: max(noticeRows.count - windowPlace.rows, 0))
    }
}
