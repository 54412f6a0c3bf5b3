import AppLinks
import JSONDocument
import TestSupport

extension BannerTranslations {
    static let stepKeys = templateKeys.union(tableKeys).union(sourceKeys).union(["value", "language", "locale", "bundle"])

    private static let templateKeys: Set<String> = ["text", "translation", "format", "template", "to"]
    private static let tableKeys: Set<String> = ["table", "strings", "translations"]
    /// The keys for the English text that is translated. By default, that is the banner's text.
    private static let sourceKeys: Set<String> = ["key", "source", "from"]

    /// Reads the table that a `setTranslation` step sets. Returns nil if the runner does not know the step.
    ///
    ///    "value": "Zurück zu %1$@"                                     the translation of the banner's text
    ///    "key": "Touch to return to %1$@", "value": "Zurück zu %1$@"   the same with its English text
    ///    "value": {"Touch to return to %1$@": "Zurück zu %1$@"}        a whole table
    ///    "value": null                                                 an empty table
    ///    "language": "de"                                              a note about the translation
    init?(step: JSONValue, _ check: inout VectorCheck) {
        for key in ["language", "locale"] { _ = check.text(step[key], key) }
        // The table of the main bundle is the only one that counts.
        if let bundle = step["bundle"], bundle != "main" { check.unknown("the bundle \(bundle) of a translation") }
        let members = step.objectValue ?? [:]
        let given = members.filter { Self.templateKeys.union(Self.tableKeys).union(["value"]).contains($0.key) }
        let sources = members.filter { Self.sourceKeys.contains($0.key) }
        guard given.count == 1, sources.count < 2, let (place, value) = given.first.map({ ($0.key, $0.value) }) else {
            check.unknown("a translation in \(step)")
            return nil
        }
        switch value {
        case .null where sources.isEmpty:
            self.init()
        case .string(let text) where !Self.tableKeys.contains(place):
            self.init([check.text(sources.first?.value, "key of a translation") ?? Self.key: text])
        case .object(let table) where !Self.templateKeys.contains(place) && sources.isEmpty:
            var texts: [String: String] = [:]
            for member in table {
                if member.value.isNull { check.unknown("an empty translation of \"\(member.key)\"") }
                texts[member.key] = check.text(member.value, "translation")
            }
            self.init(texts)
        default:
            check.unknown("the translation \(value)")
            return nil
        }
    }
}
