import Inspector
import Pasting
import Records

extension InspectorSession {
    /// Stores the links and records in an argument as if they were pasted.
    func accept(argument: [UInt8]) {
        let text = PastedText(argument)
        if let notice = Notice(text) { handle(.notice(notice)) }
        accept(Array(text.records.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])), from: .argument)
    }
}
