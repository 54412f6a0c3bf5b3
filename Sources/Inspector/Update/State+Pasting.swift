package import Pasting
import Records

extension State {
    /// Inserts a pasted text into the line or form that is being edited. Without a line or form, delivers the text as incoming links. A
    /// pasted text is never treated as keys.
    mutating func paste(_ bytes: [UInt8]) -> [Effect] {
        if notice?.isProgress == true { notice = nil }
        if case .palette(var palette) = overlay {
            tellLoss(palette.insert(String(decoding: bytes, as: UTF8.self)))
            overlay = .palette(palette)
            return []
        }
        if overlay == .building {
            pasteIntoForm(bytes)
            return []
        }
        if overlay == .declaring {
            pasteIntoAppForm(bytes)
            return []
        }
        if case .filtering(var line) = overlay {
            tellLoss(line.insert(String(decoding: bytes, as: UTF8.self)))
            overlay = .filtering(line)
            change(filterTo: line.text)
            return []
        }
        if case .finding(var line) = overlay {
            tellLoss(line.insert(String(decoding: bytes, as: UTF8.self)))
            overlay = .finding(line)
            search.text = line.text
            return []
        }
        if case .help(_, _, var line?) = overlay {
            tellLoss(line.insert(String(decoding: bytes, as: UTF8.self)))
            overlay = .help(top: 0, word: line.text, line: line)
            return []
        }
        if case .writing(var line) = overlay {
            tellLoss(line.insertRecords(String(decoding: bytes, as: UTF8.self)))
            overlay = .writing(line)
            return []
        }
        if bytes.count > Self.mostPastedSilently { notice = .reading(paste: bytes.count) }
        return deliver(bytes, .paste)
    }

    /// Tells how many characters of a paste did not fit into the line that is being edited.
    private mutating func tellLoss(_ lost: Int) {
        if lost > 0 { notice = Notice(.bad, "The line is full: \(lost) characters of the paste were dropped.") }
    }

    /// Delivers the links and records in a text. An open window closes, unless the text is empty.
    mutating func deliver(_ text: [UInt8], _ source: RecordSource) -> [Effect] {
        if !PastedText.isEmpty(text) { overlay = nil }
        // The notice is about what was on the screen before.
        if notice?.isProgress == false { notice = nil }
        return [.paste(text, source)]
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
