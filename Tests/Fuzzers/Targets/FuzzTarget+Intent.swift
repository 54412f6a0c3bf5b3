import AppLinks
import LinkLayers

extension FuzzTarget {
    /// An intent URI that is parsed, printed and parsed again is the same intent. An error points to one of its bytes.
    static func intentProblem(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let count = text.utf8.count
        let read: IntentURI
        do throws(IntentURIError) {
            read = try IntentURI(text)
        } catch {
            return 0...count ~= error.offset ? nil : "an error at byte \(error.offset) of \(count)"
        }
        let ranges = read.parts.map(\.range)
        guard ranges.allSatisfy({ $0.lies(within: count) }), ranges.areInOrder else { return "parts at \(ranges) of \(count) bytes" }
        if let part = read.parts.first(where: { !$0.value.lies(within: $0.range) }) { return "the value \(part.value) is in \(part.range)" }
        if isLost(in: read.intent) { return nil }
        do throws(IntentURIError) {
            let again = try IntentURI(read.uri)
            if again.intent != read.intent { return "what was printed reads otherwise: \(read.uri)" }
            return again.uri == read.uri ? nil : "printed again it is \(again.uri), not \(read.uri)"
        } catch {
            return "what was printed cannot be read: \(read.uri) \(error)"
        }
    }

    /// Returns whether Android loses a part of the intent when it prints it: it cannot read back flags with the topmost bit, and of a selector's
    /// data it prints only the scheme.
    private static func isLost(in intent: AndroidIntent) -> Bool {
        if intent.fields.flags < 0 { return true }
        guard let selector = intent.selector else { return false }
        return selector.fields.flags < 0 || selector.data.map { $0.dropLast().contains(":") } ?? false
    }
}
