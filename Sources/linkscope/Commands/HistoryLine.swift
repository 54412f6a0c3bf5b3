import History
import JSONDocument
import Records
import Reports

/// An entry of the history as a line of output.
nonisolated struct HistoryLine {
    let entry: HistoryEntry

    init(_ entry: HistoryEntry) { self.entry = entry }

    func bytes(json: Bool) -> [UInt8] { json ? object.line : Array((text + "\n").utf8) }

    private var time: String { String(decoding: Timestamp.text(entry.time), as: UTF8.self) }

    private var text: String {
        let kind = entry.kind.word + String(repeating: " ", count: max(10 - entry.kind.word.count, 0))
        let note = entry.isMasked ? "  (secret masked)" : ""
        return "\(entry.id)  \(time.prefix(19).replacing("T", with: " "))  \(kind)  \(PlainText.safe(entry.text))\(note)"
    }

    private var object: JSONObject {
        [
            "id": .number(JSONNumber(Int(entry.id))), "time": .string(time), "kind": .string(entry.kind.word),
            "source": .string(entry.source),
            "session": .string(entry.session), "sessionName": entry.sessionName.map(JSONValue.string) ?? .null,
            "record": entry.record.map { .number(JSONNumber($0)) } ?? .null, "text": .string(entry.text), "masked": .bool(entry.isMasked),
        ]
    }

    /// Turns any error into the failure of a command.
    static func words<Value>(_ body: () throws -> Value) throws(CommandFailure) -> Value {
        do { return try body() } catch { throw error as? CommandFailure ?? CommandFailure("\(error)") }
    }

    /// Turns an error of the history into the failure of a command.
    static func failing<Value>(_ body: () throws(HistoryError) -> Value) throws(CommandFailure) -> Value {
        do throws(HistoryError) { return try body() } catch { throw CommandFailure(error.description) }
    }
}
