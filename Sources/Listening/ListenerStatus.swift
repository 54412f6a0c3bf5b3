package import JSONDocument

/// A change that the listener reports to a program that started it, as one line of JSON.
package enum ListenerStatus: Sendable, Hashable {
    case listening(ListenerFacts)
    /// Another inspector gets the records, or none does because of an error.
    case inspector(Int32?, error: String?)
    /// The records accepted in the last second, and what was done so far.
    case rate(perSecond: Int, ListenerCounts)

    package var json: JSONObject {
        switch self {
        case .listening(let facts): JSONObject([("state", "listening")] + facts.json.map { ($0.key, $0.value) })
        case .inspector(let pid, let error):
            ["state": "inspector", "inspector": Self.number(pid), "error": error.map(JSONValue.string) ?? .null]
        case .rate(let perSecond, let counts):
            [
                "state": "rate", "perSecond": Self.number(perSecond), "accepted": Self.number(counts.accepted),
                "refused": Self.number(counts.refused), "error": counts.error.map(JSONValue.string) ?? .null,
            ]
        }
    }

    static func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
}
