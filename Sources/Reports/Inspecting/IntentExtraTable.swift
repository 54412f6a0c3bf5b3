import AppLinks
import Bytes
import LinkLayers

/// What Android reads in the extras of an intent. They are looked up by name, because an intent may have a hundred thousand of them.
struct IntentExtraTable {
    private struct Key: Hashable {
        let name: ExactString
        let isInSelector: Bool
    }

    private var values: [Key: IntentExtra.Value] = [:]
    /// Where the last extra with each name begins.
    private var last: [Key: Int] = [:]

    init(_ uri: IntentURI) {
        for (fields, isInSelector) in [(uri.intent.fields, false), (uri.intent.selector?.fields, true)] {
            for extra in fields?.extras ?? [] { values[Key(name: ExactString(extra.name), isInSelector: isInSelector)] = extra.value }
        }
        for part in uri.parts {
            guard case .extra(let name) = part.kind else { continue }
            last[Key(name: ExactString(name), isInSelector: part.isInSelector)] = part.range.lowerBound
        }
    }

    /// Returns the type of an extra, and the value that Android reads if it differs from the written value: Android reads only the first
    /// character of a `char`, and any word but `true` as false. If a name is repeated, only the last value counts.
    func note(on part: IntentURI.Part, named name: String, written: String) -> String {
        let key = Key(name: ExactString(name), isInSelector: part.isInSelector)
        if last[key] != part.range.lowerBound { return "ignored, because the name is repeated" }
        guard let value = values[key] else { return "extra" }
        let isInfinity = value.text.hasSuffix("Infinity") && !written.hasSuffix("Infinity")
        switch value {
        case .bool(let read) where written.lowercased() != "\(read)": return "extra, boolean, read as \(read)"
        case .char where written.utf16.count > 1: return "extra, char, read as its first character"
        case .double where isInfinity, .float where isInfinity: return "extra, \(value.typeName), read as \(value.text)"
        default: return "extra, \(value.typeName)"
        }
    }
}
