/// A translation table for the text of a ``ReturnToRefererBanner``, such as the one of a `Localizable.strings` file.
///
/// Bolts takes the banner's text from the app's main bundle: it looks up the English text, ``key``, and formats the translation with one
/// argument, the name of the app to return to (`BFAppLinkReturnToRefererView.m`, lines 242 to 250). It ships English only. This table works
/// in the same way, but does not look into bundles:
///
///     banner.translations = ["Touch to return to %1$@": "Tik om terug te gaan naar %1$@"]
///     banner.text            // "Tik om terug te gaan naar Shop"
///
/// An app with a `Localizable.strings` file passes its entry:
///
///     let key = BannerTranslations.key
///     banner.translations = [key: Bundle.main.localizedString(forKey: key, value: nil, table: nil)]
///
/// In a translation, `%1$@` and `%@` stand for the name and `%%` for a percent sign. `%1$@` may occur several times, or not at all. The
/// name is inserted as it is, even if it contains `%@`. If a translation asks for a second argument (`%2$@`, or `%@` twice) or for a
/// number (`%d`), the result of Bolts is undefined. Here, such a placeholder remains in the text as written.
public struct BannerTranslations: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The English text, under which the table has the translation.
    public static let key = "Touch to return to %1$@"

    /// The translations by their English texts. A missing or an empty translation means that the text stays English.
    public var texts: [String: String]

    /// Creates a table from translations by their English texts. By default, the table is empty and the text is English.
    public init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// Creates a table from a dictionary literal. If a key occurs twice, the last translation counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { $1 })
    }

    /// Returns the banner's text for the app named `name`.
    public func text(naming name: String) -> String {
        let translation = texts[Self.key] ?? ""
        return Self.format(translation.isEmpty ? Self.key : translation, with: name)
    }

    /// Replaces the placeholders in `template`. Scalars are compared, because a character can consist of a placeholder's end and a
    /// combining mark.
    private static func format(_ template: String, with name: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        // The number of the argument that the next `%@` stands for.
        var next = 1
        while let percent = rest.firstIndex(of: "%") {
            text.append(contentsOf: rest[..<percent])
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text.append("%")
                rest = rest.dropFirst()
                continue
            }
            var end = rest
            var argument = next
            let digits = rest.prefix { "0"..."9" ~= $0 }
            if !digits.isEmpty, rest[digits.endIndex...].first == "$" {
                argument = Int(String(digits)) ?? 0
                end = rest[digits.endIndex...].dropFirst()
            }
            guard end.first == "@" else {
                text.append("%")
                continue
            }
            end = end.dropFirst()
            if digits.isEmpty { next += 1 }
            if argument == 1 {
                text.append(contentsOf: name.unicodeScalars)
            } else {
                text.append("%")
                text.append(contentsOf: rest[..<end.startIndex])
            }
            rest = end
        }
        text.append(contentsOf: rest)
        return String(text)
    }
}
