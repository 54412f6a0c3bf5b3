import AppLinks
import Secrets

/// Writes an intent as JSON: all its fields, and its canonical forms.
struct IntentAnswer {
    let intent: IntentURI
    let showsSecrets: Bool

    /// Appends the members to an open object.
    func append(to json: inout JSONOutput) {
        let said = intent.intent
        json.field("form", intent.form.rawValue)
        append(said.fields, to: &json)
        json.field("scheme", said.scheme.map(json.masking.name))
        json.field("data", masked: said.data)
        json.object("selector", of: said.selector) { json, selector in
            append(selector.fields, to: &json)
            json.field("scheme", selector.scheme.map(json.masking.name))
            json.field("data", masked: selector.data)
        }
        json.field("fallbackURL", masked: said.fallbackURL)
        let shown = shown
        for (key, whole, masked) in [
            ("canonical", intent.uri, shown.uri), ("canonicalAndroidApp", intent.androidAppURI, shown.androidAppURI),
        ] as [(JSONStep, String?, String?)] {
            if whole != masked { json.noteMasked(key) }
            json.field(key, whole == masked ? whole : masked?.replacing("%E2%80%A2", with: "•"))
        }
        json.appendMasked()
    }

    /// The intent with masked secrets. The parts of a URI are masked before they are joined, because in the joined text it is unclear where
    /// an escaped part ends.
    private var shown: AndroidIntent {
        guard !showsSecrets else { return intent.intent }
        var shown = intent.intent
        shown.data = shown.data.map(Secrets.masked)
        shown.fields = masked(shown.fields)
        if var selector = shown.selector {
            selector.data = selector.data.map(Secrets.masked)
            selector.fields = masked(selector.fields)
            shown.selector = selector
        }
        return shown
    }

    private func masked(_ fields: AndroidIntent.Fields) -> AndroidIntent.Fields {
        var fields = fields
        fields.action = fields.action.map(Secrets.masked)
        fields.type = fields.type.map(Secrets.masked)
        fields.identifier = fields.identifier.map(Secrets.masked)
        fields.package = fields.package.map(Secrets.masked)
        fields.component = fields.component.flatMap(masked)
        fields.categories = fields.categories.map(Secrets.masked)
        fields.extras = fields.extras.map { extra in
            let text = extra.value.text
            let shown = Secrets.masked(text, name: extra.name)
            return IntentExtra(name: Secrets.masked(extra.name), value: shown == text ? extra.value : .string(shown))
        }
        return fields
    }

    /// Returns the component with masked secrets. Nil if its `/` is part of a secret.
    private func masked(_ component: ComponentName) -> ComponentName? {
        let text = component.description
        let shown = Secrets.masked(text)
        return shown == text ? component : ComponentName(shown)
    }

    private func append(_ fields: AndroidIntent.Fields, to json: inout JSONOutput) {
        json.field("action", masked: fields.action)
        json.field("type", masked: fields.type)
        json.field("identifier", masked: fields.identifier)
        json.field("package", masked: fields.package)
        json.field("component", masked: fields.component?.description)
        json.strings("categories", fields.categories.map(json.masking.name))
        json.field("flags", Int(fields.flags))
        json.field("sourceBounds", fields.sourceBounds)
        json.objects("extras", fields.extras) { json, extra in
            json.field("name", json.masking.name(extra.name))
            json.field("type", extra.value.typeName)
            // Numbers of every type become JSON numbers, except the values that JSON does not have: NaN and the infinities.
            let text = extra.value.text
            let isMasked = json.masking.text(text, of: extra.name) != text
            if extra.value.isLiteral, !isMasked {
                json.field("value", raw: text)
            } else {
                json.field("value", masked: text, of: extra.name)
            }
        }
    }
}

extension IntentExtra.Value {
    /// Whether the text of the value is a JSON value as it is.
    fileprivate var isLiteral: Bool {
        switch self {
        case .bool, .byte, .short, .int, .long: true
        case .double(let value): value.isFinite
        case .float(let value): value.isFinite
        case .string, .char: false
        }
    }
}
