import Inspector
import Pasting

extension InspectorSession {
    /// Stores the links and records in an argument, as those of a paste.
    func accept(argument: [UInt8]) {
        let text = PastedText(argument)
        if let notice = Notice(text) { handle(.notice(notice)) }
        accept(Array(text.records.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])), from: .argument)
    }
}
