import Bytes
import JSONDocument

// The records of a log line. All have the line under `log`, and its time under `ts`, as written.
//
//    {"url":"shop://a","source_application":"com.android.chrome","ts":"05-01 10:15:32.123","log":"05-01 10:15:32.123  1510 …"}
//    {"event":"device_chooser","ts":"05-01 10:15:32.123","url":"shop://a","activity":"android/…","log":"05-01 10:15:32.123  1510 …"}
//
// A line can tell several facts, and a record must stay below the size up to which it is read. So the line is cut after `longestLog`
// bytes, and a detail after `longestDetail`. A link is never cut.

extension LogLine {
    private static let longestLog = 1 << 14
    private static let longestDetail = 1 << 12
    /// The keys that an argument of an app's event cannot have, because they have a meaning of their own.
    private static let taken: Set = ["event", "event_name", "ts", "url", "log"]

    /// Returns the record of a fact that the line tells: a JSON object on one line.
    package func record(of fact: LogFact) -> [UInt8] {
        switch fact {
        case .link(let url, let source):
            var object: JSONObject = ["url": .string(url)]
            object["source_application"] = source.map { .string($0) }
            return closed(object)
        case .event(let event):
            var object: JSONObject = ["event": .string(event.name)]
            object["ts"] = time.map { .string($0) }
            object["url"] = event.url.map { .string($0) }
            for argument in event.arguments where !Self.taken.contains(argument.name) {
                object[argument.name] = .string(Self.cut(Array(argument.value.utf8), after: Self.longestDetail))
            }
            return closed(object)
        case .object(let source): return completed(source)
        }
    }

    /// Returns an object together with the time and the line.
    private func closed(_ object: JSONObject) -> [UInt8] {
        var object = object
        if let time { object["ts"] = .string(time) }
        object["log"] = .string(Self.cut(line, after: Self.longestLog))
        return Array(object.description.utf8)
    }

    /// Returns an object of an app as written, and adds the time and the line behind its members, unless the app has written such keys.
    private func completed(_ source: [UInt8]) -> [UInt8] {
        let document = JSONDocument(source)
        guard let root = document.root, root.kind == .object else { return source }
        var own: JSONObject = [:]
        if root["ts"] == nil, let time { own["ts"] = .string(time) }
        if root["log"] == nil { own["log"] = .string(Self.cut(line, after: Self.longestLog)) }
        // In valid JSON, a control character stands only between members and is white space. A record is one line.
        let members = source.dropLast().map { $0 < 0x20 ? 0x20 : $0 }
        guard !own.isEmpty else { return members + [UInt8(ascii: "}")] }
        return members + (root.count > 0 ? Array(",".utf8) : []) + own.description.utf8.dropFirst()
    }

    private static func cut(_ bytes: [UInt8], after most: Int) -> String {
        guard bytes.count > most else { return String(decoding: bytes, as: UTF8.self) }
        return bytes.text(0..<bytes.span.characterEnd(atMost: most)) + "…"
    }
}
