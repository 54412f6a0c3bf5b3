import Panes
package import Records
import Screen

extension State {
    /// Inserts a pasted text into the field with the cursor: a line or a field of a form. Without a field, delivers the text as incoming
    /// links. A pasted text is never treated as keys.
    mutating func paste(_ bytes: [UInt8]) -> [Effect] {
        if notice?.isProgress == true { notice = nil }
        if var window = overlay, let effects = window.paste(String(decoding: bytes, as: UTF8.self), &self) {
            overlay = window
            return effects
        }
        if bytes.count > Self.mostPastedSilently { notice = .reading(paste: bytes.count) }
        return deliver(bytes, .paste)
    }

    /// Delivers the links and records in a text. An open window closes, unless the text is empty.
    mutating func deliver(_ text: [UInt8], _ source: RecordSource) -> [Effect] {
        var effects: [Effect] = []
        if !PastedText.isEmpty(text) { effects = closeWindow() }
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
    /// Inserts a text to deliver. Several links or records in it stay apart. Returns the number of characters that did not fit.
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
        self.init(isBad ? .bad : .plain, "\(sentences.joined(separator: " "))")
    }
}
