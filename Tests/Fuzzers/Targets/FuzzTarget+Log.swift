import JSONDocument
import Records

extension FuzzTarget {
    /// Every record of a log line is an object that has the line, and a link or the name of an event.
    static func logProblem(_ bytes: [UInt8]) -> String? {
        guard let line = LogLine(bytes.span) else { return nil }
        if !LogLine.mayBegin(bytes.span) { return "the quick check denies the line" }
        if !line.message.lies(within: line.bytes.count) { return "the message is at \(line.message) of \(line.bytes.count) bytes" }
        let facts = line.facts ?? []
        if facts.count > LogLine.mostFacts { return "\(facts.count) facts" }
        for fact in facts {
            let record = line.record(of: fact)
            if record.contains(where: { $0 < 0x20 }) { return "the record has a control character" }
            let document = JSONDocument(record)
            guard document.isValid, let root = document.root else { return "the record is not JSON" }
            if root["log"] == nil { return "the record has no line" }
            if root["url"] == nil, root["event"] == nil, root["event_name"] == nil { return "the record has neither a link nor an event" }
            if record.count >= 1 << 20 { return "the record has \(record.count) bytes" }
        }
        return nil
    }
}
