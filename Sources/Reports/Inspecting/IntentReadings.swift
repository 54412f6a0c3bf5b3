import Bytes
import LinkLayers

/// What Android reads in the extras of an intent. They are looked up by name, because an intent may have a hundred thousand of them.
struct IntentReadings {
    private let own: [ExactString: IntentExtra.Value]
    private let ofSelector: [ExactString: IntentExtra.Value]
    /// Where the last extra with each name begins.
    private var lastOwn: [ExactString: Int] = [:]
    private var lastOfSelector: [ExactString: Int] = [:]

    init(_ uri: IntentURI) {
        own = Self.values(uri.intent.fields.extras)
        ofSelector = Self.values(uri.intent.selector?.fields.extras ?? [])
        for part in uri.parts {
            guard case .extra(let name) = part.kind else { continue }
            if part.isInSelector {
                lastOfSelector[ExactString(name)] = part.range.lowerBound
            } else {
                lastOwn[ExactString(name)] = part.range.lowerBound
            }
        }
    }

    private static func values(_ extras: [IntentExtra]) -> [ExactString: IntentExtra.Value] {
        Dictionary(extras.map { (ExactString($0.name), $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Returns the type of an extra, and its value if Android reads another one than is written: only the first character of a `char`, and any
    /// word but `true` as false. If a name is repeated, only the last value counts.
    func note(on part: IntentURI.Part, named name: String, written: String) -> String {
        let key = ExactString(name)
        if (part.isInSelector ? lastOfSelector : lastOwn)[key] != part.range.lowerBound { return "ignored, because the name is repeated" }
        guard let value = (part.isInSelector ? ofSelector : own)[key] else { return "extra" }
        switch value {
        case .bool(let read) where written.lowercased() != "\(read)": return "extra, boolean, read as \(read)"
        case .char where written.utf16.count > 1: return "extra, char, read as its first character"
        case .double(let read) where read.isInfinite && !written.hasSuffix("Infinity"): return "extra, double, read as \(value.text)"
        case .float(let read) where read.isInfinite && !written.hasSuffix("Infinity"): return "extra, float, read as \(value.text)"
        default: return "extra, \(value.typeName)"
        }
    }
}
