import Inspector
import Pasting
import Records

extension InspectorSession {
    /// Stores the links and records in an argument as if they were pasted.
    func accept(argument: [UInt8]) {
        let text = PastedText(argument)
        if let notice = Notice(text) { handle(.notice(notice)) }
        accept(found: text.records.map(\.bytes), from: .argument)
    }
}
