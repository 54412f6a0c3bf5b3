import LinkLayers
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
        }
        json.field("fallbackURL", masked: said.fallbackURL)
        let canonical = canonical
        if canonical != intent.uri { json.noteMasked("canonical") }
        json.field("canonical", canonical)
        json.appendMasked()
    }

    /// The canonical URI. Its parts are masked before they are joined, because in the joined text it is unclear where an escaped part ends.
    private var canonical: String {
        guard !showsSecrets else { return intent.uri }
        var shown = intent.intent
        shown.data = shown.data.map(Secrets.masked)
        shown.fields = masked(shown.fields)
        if let fields = shown.selector?.fields { shown.selector?.fields = masked(fields) }
        return shown.uri == intent.uri ? intent.uri : shown.uri.replacing("%E2%80%A2", with: "•")
    }

    private func masked(_ fields: AndroidIntent.Fields) -> AndroidIntent.Fields {
        var fields = fields
        fields.action = fields.action.map(Secrets.masked)
        fields.type = fields.type.map(Secrets.masked)
        fields.identifier = fields.identifier.map(Secrets.masked)
        fields.package = fields.package.map(Secrets.masked)
        fields.categories = fields.categories.map(Secrets.masked)
        fields.extras = fields.extras.map { extra in
            let text = extra.value.text
            let shown = Secrets.isSecret(name: extra.name) ? Secrets.bullets(for: text) : Secrets.masked(text)
            return shown == text ? extra : IntentExtra(name: extra.name, value: .string(shown))
        }
        return fields
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
            // Integers and booleans become JSON values. Everything else becomes text, because JSON has no NaN and may lose digits of
            // other numbers.
            let text = extra.value.text
            switch extra.value {
            case .bool, .byte, .short, .int, .long:
                let isMasked = json.masking.text(text, of: extra.name) != text
                if isMasked { json.field("value", masked: text, of: extra.name) } else { json.field("value", raw: text) }
            case .string, .char, .double, .float: json.field("value", masked: text, of: extra.name)
            }
        }
    }
}
