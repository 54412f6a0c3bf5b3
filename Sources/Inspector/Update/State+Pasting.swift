import Panes
package import Records
import Screen

extension State {
    /// Whether typed characters are inserted into a line or a field of a form. Otherwise, each of them is a key with a meaning of its own.
    package var takesText: Bool {
        switch overlay {
        case .palette, .filtering, .finding, .writing, .building, .recording, .help(_, _, _?): true
        case .declaring: forms.app != nil
        case .history(let window): window.session == nil
        case .sessions(let list): if case .naming = list.step { true } else { false }
        default: false
        }
    }

    /// Inserts a pasted text into the field with the cursor: a line or a field of a form. Without a field, delivers the text as incoming
    /// links. A pasted text is never treated as keys.
    mutating func paste(_ bytes: [UInt8]) -> [Effect] {
        if notice?.isProgress == true { notice = nil }
        let text = String(decoding: bytes, as: UTF8.self)
        switch overlay {
        case .building: pasteIntoForm(bytes)
        case .declaring: pasteIntoAppForm(bytes)
        case .palette(var palette):
            tellLoss(palette.insert(text))
            overlay = .palette(palette)
        case .filtering(var line):
            tellLoss(line.insert(text))
            overlay = .filtering(line)
            change(filterTo: line.text)
        case .finding(var line):
            tellLoss(line.insert(text))
            overlay = .finding(line)
            search.text = line.text
        case .help(_, _, var line?):
            tellLoss(line.insert(text))
            overlay = .help(top: 0, word: line.text, line: line)
        case .writing(var line):
            tellLoss(line.insertRecords(text))
            overlay = .writing(line)
        case .history(var window) where window.session == nil:
            let before = window.words
            tellLoss(window.line.insert(text))
            return searchHistory(in: window, insteadOf: before)
        case .recording(var window):
            tellLoss(window.line.insert(text))
            overlay = .recording(window)
        case .sessions(var list):
            guard case .naming(var line) = list.step else { return deliverPaste(bytes) }
            tellLoss(line.insert(text))
            list.step = .naming(line)
            overlay = .sessions(list)
        default: return deliverPaste(bytes)
        }
        return []
    }

    private mutating func deliverPaste(_ bytes: [UInt8]) -> [Effect] {
        if bytes.count > Self.mostPastedSilently { notice = .reading(paste: bytes.count) }
        return deliver(bytes, .paste)
    }

    /// Tells how many characters of a paste did not fit into the line that is being edited.
    private mutating func tellLoss(_ lost: Int) {
        if lost > 0 { notice = Notice(.bad, "The line is full: \(lost) characters of the paste were dropped.") }
    }

    /// Delivers the links and records in a text. An open window closes, unless the text is empty.
    mutating func deliver(_ text: [UInt8], _ source: RecordSource) -> [Effect] {
        var effects: [Effect] = []
        if !PastedText.isEmpty(text) {
            if case .history? = overlay { effects.append(.closeHistory) }
            overlay = nil
        }
        // The notice is about what was on the screen before.
        if notice?.isProgress == false { notice = nil }
        return effects + [.paste(text, source)]
    }

    /// The maximum length of a paste that is read so fast that no notice is needed.
    private static let mostPastedSilently = 64 << 10

    /// Shows the notice about a paste, if there is one. A window or notice that the user has caused in the meantime stays.
    mutating func finishPaste(of bytes: Int, _ told: Notice?) {
        if told != nil || notice == .reading(paste: bytes) { notice = told }
    }
}

extension TextLine {
    /// Inserts a text that will be delivered. If its lines are several links or records, they stay apart. Returns the number of characters
    /// that did not fit.
    mutating func insertRecords(_ text: String) -> Int {
        guard PastedText(Array(text.utf8)).records.count > 1 else { return insert(text) }
        let lines = text.split(whereSeparator: \.isNewline).joined(separator: String(Self.newline))
        return insert(lines, keepsLines: true)
    }
}

extension Notice {
    fileprivate static func reading(paste bytes: Int) -> Notice { .progress("Reading the paste of \(bytes) bytes...") }

    /// Creates a notice about the parts of a paste that were left out or changed; nil if there are none.
    package init?(_ text: PastedText) {
        let sentences = text.account
        guard !sentences.isEmpty else { return nil }
        let isBad = text.linksLeftOut > 0 || text.records.contains { !$0.notes.isEmpty }
        self.init(isBad ? .bad : .plain, sentences.joined(separator: " "))
    }
}
