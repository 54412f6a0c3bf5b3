/// What an Android intent asks for, as far as a URI can say it.
///
/// Two are equal when Android would do the same with them: extras and categories count in the order in which they came.
package struct AndroidIntent: Sendable, Hashable {
    package static let view = "android.intent.action.VIEW"
    package static let main = "android.intent.action.MAIN"
    /// The extra with the page to open where no app takes the intent. A browser takes it out before it launches the rest.
    package static let fallbackName = "browser_fallback_url"

    /// What an intent and its selector have in common.
    package struct Fields: Sendable, Hashable {
        package var action: String?
        package var categories: [String] = []
        package var type: String?
        package var identifier: String?
        /// Launch flags, without those that grant access to content: Android takes them out of every intent that was a URI.
        package var flags: Int32 = 0
        package var package: String?
        package var component: ComponentName?
        /// Left, top, right and bottom, as `0 0 100 20`.
        package var sourceBounds: String?
        package var extras: [IntentExtra] = []

        package init(action: String? = nil) {
            self.action = action
        }
    }

    /// Chooses the app in place of the intent itself.
    package struct Selector: Sendable, Hashable {
        package var fields = Fields()
        /// All that a URI can say of a selector's data.
        package var scheme: String?

        package init() {}
    }

    package var fields = Fields(action: view)
    package var data: String?
    package var selector: Selector?

    package init() {}

    /// The scheme of the data, as Android cuts it off when it prints the intent.
    package var scheme: String? {
        schemeLength.flatMap { length in data.map { String(decoding: $0.utf8.prefix(length), as: UTF8.self) } }
    }

    /// The page a browser opens where no app takes the intent.
    package var fallbackURL: String? {
        for extra in fields.extras where extra.name == Self.fallbackName {
            if case .string(let url) = extra.value { return url }
        }
        return nil
    }

    /// How many bytes of the data stand before its first `:`, if they can be a scheme.
    var schemeLength: Int? {
        guard let data, let colon = data.utf8.firstIndex(where: { !Self.isOfScheme($0) }), data.utf8[colon] == UInt8(ascii: ":") else {
            return nil
        }
        let length = data.utf8.distance(from: data.startIndex, to: colon)
        return length > 0 ? length : nil
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}

/// The name of a component of an app: `com.example.shop/com.example.shop.ItemActivity`.
package struct ComponentName: Sendable, Hashable, CustomStringConvertible {
    package let package: String
    package let className: String

    /// A component by its two names, the second of which may leave out the first: `com.example.shop/.ItemActivity`.
    ///
    /// Nil without a `/` or with nothing behind it; Android then reads no component, and no error.
    package init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = text[text.utf8.index(after: slash)...]
        guard !rest.utf8.isEmpty else { return nil }
        package = String(text[..<slash])
        className = rest.utf8.first == UInt8(ascii: ".") ? package + rest : String(rest)
    }

    package var description: String { "\(package)/\(className)" }

    /// With the package left out of the class where it begins with it.
    package var shortText: String {
        let (package, className) = (Array(package.utf8), Array(className.utf8))
        guard className.starts(with: package), className.count > package.count, className[package.count] == UInt8(ascii: ".") else {
            return description
        }
        return "\(self.package)/\(String(decoding: className[package.count...], as: UTF8.self))"
    }
}
