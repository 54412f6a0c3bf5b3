import Bytes

/// An Android intent, as far as a URI can express it.
///
/// Two intents are equal if Android would treat them alike. The order of extras and categories matters.
package struct AndroidIntent: Sendable, Hashable {
    package static let view = "android.intent.action.VIEW"
    package static let main = "android.intent.action.MAIN"
    /// The name of the extra with the page to open when no app handles the intent. A browser removes this extra before it sends the
    /// intent.
    package static let fallbackName = "browser_fallback_url"

    /// The fields that an intent and its selector have in common.
    package struct Fields: Sendable, Hashable {
        package var action: String?
        package var categories: [String] = []
        package var type: String?
        package var identifier: String?
        /// Launch flags, except the flags that grant access to content. Android removes these flags from every intent that was parsed from
        /// a URI.
        package var flags: Int32 = 0
        package var package: String?
        package var component: ComponentName?
        /// Left, top, right and bottom, written as `0 0 100 20`.
        package var sourceBounds: String?
        package var extras: [IntentExtra] = []

        package init(action: String? = nil) {
            self.action = action
        }
    }

    /// A second set of fields that chooses the app in place of the intent's own fields.
    package struct Selector: Sendable, Hashable {
        package var fields = Fields()
        /// The data. A URI can express only a scheme, to which Android adds a colon: `tel:`.
        package var data: String?
        /// The scheme of the data: everything before its first colon.
        package var scheme: String? { data.map { String($0.prefix { $0 != ":" }) } }

        package init() {}
    }

    package var fields = Fields(action: view)
    package var data: String?
    package var selector: Selector?

    package init() {}

    /// The scheme of the data, which Android splits off when it prints the intent.
    package var scheme: String? {
        schemeLength.flatMap { length in data.map { String(decoding: $0.utf8.prefix(length), as: UTF8.self) } }
    }

    /// The page that a browser opens when no app handles the intent.
    package var fallbackURL: String? {
        for extra in fields.extras where extra.name == Self.fallbackName {
            if case .string(let url) = extra.value { return url }
        }
        return nil
    }

    /// The number of bytes before the first `:` of the data, if they can be a scheme.
    var schemeLength: Int? {
        guard let data, let colon = data.utf8.firstIndex(where: { !ByteClass.isSchemeTail($0) }), data.utf8[colon] == UInt8(ascii: ":")
        else {
            return nil
        }
        let length = data.utf8.distance(from: data.startIndex, to: colon)
        return length > 0 ? length : nil
    }
}

/// The name of an app component: `com.example.shop/com.example.shop.ItemActivity`.
package struct ComponentName: Sendable, Hashable, CustomStringConvertible {
    package let package: String
    package let className: String

    /// Parses a name. The class name may omit the package: `com.example.shop/.ItemActivity`.
    ///
    /// Returns nil if there is no `/` or nothing after the `/`. Android then ignores the component without an error.
    package init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = text[text.utf8.index(after: slash)...]
        guard !rest.utf8.isEmpty else { return nil }
        package = String(text[..<slash])
        className = rest.utf8.first == UInt8(ascii: ".") ? package + rest : String(rest)
    }

    package var description: String { "\(package)/\(className)" }

    /// The name without a repeated package: if the class name begins with the package, that part is omitted.
    package var shortText: String {
        let (package, className) = (Array(package.utf8), Array(className.utf8))
        guard className.starts(with: package), className.count > package.count, className[package.count] == UInt8(ascii: ".") else {
            return description
        }
        return "\(self.package)/\(String(decoding: className[package.count...], as: UTF8.self))"
    }
}

extension AndroidIntent {
    /// A URI that describes exactly this intent.
    ///
    /// The URI is printed like Android's `toUri`, but always starts with `intent:` and always has an Intent part. Otherwise, an intent with
    /// no data, or with data that has no scheme, would be read back as something else.
    package var uri: String {
        var output = Array("intent:".utf8)
        let schemeLength = schemeLength
        if let data { output += data.utf8.dropFirst(schemeLength.map { $0 + 1 } ?? 0) }
        output += "#Intent;".utf8
        if let data, let schemeLength {
            output += "scheme=".utf8
            output += data.utf8.prefix(schemeLength)
            output.append(UInt8(ascii: ";"))
        }
        appendFields(to: &output, impliedAction: Self.view)
        output += "end".utf8
        return String(decoding: output, as: UTF8.self)
    }

    /// A URI that starts with `android-app:`, printed like Android's `toUri`. Nil if the intent names no package, which this form needs.
    ///
    /// Of data without a host, this form keeps only the scheme.
    package var androidAppURI: String? {
        guard let package = fields.package else { return nil }
        var output = Array("android-app://".utf8)
        Self.escape(package, to: &output)
        let schemeLength = schemeLength
        if let data, let schemeLength {
            output.append(UInt8(ascii: "/"))
            output += data.utf8.prefix(schemeLength)
            let rest = data.utf8.dropFirst(schemeLength + 1)
            if rest.starts(with: "//".utf8) { output += rest.dropFirst() }
        }
        var ending: [UInt8] = []
        var others = self
        others.fields.package = nil
        others.appendFields(to: &ending, impliedAction: schemeLength == nil ? Self.main : Self.view)
        if !ending.isEmpty { output += "#Intent;".utf8 + ending + "end".utf8 }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the fields of the intent and of its selector.
    private func appendFields(to output: inout [UInt8], impliedAction: String) {
        fields.append(to: &output, impliedAction: impliedAction)
        guard let selector else { return }
        output += "SEL;".utf8
        // Android prints only the scheme of a selector's data: the part before the first colon.
        if let data = selector.data { Self.append("scheme", String(data.prefix { $0 != ":" }), to: &output) }
        selector.fields.append(to: &output, impliedAction: nil)
    }

    fileprivate static func append(_ key: String, _ value: String, keeping kept: UInt8? = nil, to output: inout [UInt8]) {
        output += key.utf8
        output.append(UInt8(ascii: "="))
        escape(value, keeping: kept, to: &output)
        output.append(UInt8(ascii: ";"))
    }

    /// Escapes like Android's `Uri.encode`, which keeps letters, digits and `_-!.~'()*`.
    fileprivate static func escape(_ text: String, keeping kept: UInt8? = nil, to output: inout [UInt8]) {
        for byte in text.utf8 {
            if ByteClass.isUnreserved(byte) || "!'()*".utf8.contains(byte) || byte == kept {
                output.append(byte)
            } else {
                PercentCoding.appendEscape(byte, to: &output)
            }
        }
    }
}

extension AndroidIntent.Fields {
    fileprivate func append(to output: inout [UInt8], impliedAction: String?) {
        let slash = UInt8(ascii: "/")
        if let action, action != impliedAction { AndroidIntent.append("action", action, to: &output) }
        for category in categories { AndroidIntent.append("category", category, to: &output) }
        if let type { AndroidIntent.append("type", type, keeping: slash, to: &output) }
        if let identifier { AndroidIntent.append("identifier", identifier, keeping: slash, to: &output) }
        if flags != 0 {
            // Android prints the bits without a sign. If the topmost bit is set, Android itself cannot read the number back.
            output += "launchFlags=0x\(String(UInt32(bitPattern: flags), radix: 16));".utf8
        }
        if let package { AndroidIntent.append("package", package, to: &output) }
        if let component { AndroidIntent.append("component", component.shortText, keeping: slash, to: &output) }
        if let sourceBounds { AndroidIntent.append("sourceBounds", sourceBounds, to: &output) }
        for extra in extras {
            output += "\(extra.value.letter).".utf8
            AndroidIntent.escape(extra.name, to: &output)
            output.append(UInt8(ascii: "="))
            AndroidIntent.escape(extra.value.text, to: &output)
            output.append(UInt8(ascii: ";"))
        }
    }
}
