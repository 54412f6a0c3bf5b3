import JSONDocument

/// Whether a link started its app or found it running, if the record says so. A device log or an analytics SDK can write this.
enum LaunchKind: String, Sendable, Equatable {
    case cold, warm, hot

    /// Reads `"start"` or `"launch"` with `cold`, `warm` or `hot`, or `"coldStart"` with `true` or `false`, from a record that is an
    /// object. Returns nil if the record has none of them.
    init?(of record: [UInt8]) {
        guard record.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let root = JSONDocument(record).root else { return nil }
        for name in ["start", "launch", "start_type", "launch_type"] {
            if let word = root[name]?.stringValue?.lowercased(), let kind = LaunchKind(rawValue: word) {
                self = kind
                return
            }
        }
        for name in ["coldStart", "cold_start", "isColdStart"] {
            if let isCold = root[name]?.boolValue {
                self = isCold ? .cold : .warm
                return
            }
        }
        return nil
    }

    var words: String {
        switch self {
        case .cold: "cold: the link started its app, which reads it at launch"
        case .warm: "warm: the app was running in the background and got the link in a callback"
        case .hot: "hot: the app was in front and got the link in a callback"
        }
    }
}
