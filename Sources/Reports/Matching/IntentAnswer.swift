import LinkLayers
import Secrets

/// Writes an intent as JSON: all its fields, and its canonical forms.
struct IntentAnswer {
    let intent: IntentURI
    let showsSecrets: Bool

    /// Appends the keys to an open object.
    func append(to output: inout JSONOutput) {
        var masking = Masking(showsSecrets: showsSecrets)
        let said = intent.intent
        output.key("form")
        output.string(intent.form.rawValue)
        append(said.fields, path: "", to: &output, &masking)
        output.key("scheme")
        output.string(said.scheme.map(masking.name))
        output.key("data")
        output.string(said.data.map { masking.text($0, at: "data") })
        output.key("selector")
        if let selector = said.selector {
            output.beginObject()
            append(selector.fields, path: "selector.", to: &output, &masking)
            output.key("scheme")
            output.string(selector.scheme.map(masking.name))
            output.endObject()
        } else {
            output.raw("null")
        }
        output.key("fallbackURL")
        output.string(said.fallbackURL.map { masking.text($0, at: "fallbackURL") })
        output.key("canonical")
        let canonical = canonical
        if canonical != intent.uri { masking.note("canonical") }
        output.string(canonical)
        output.key("masked")
        output.beginArray()
        for path in masking.paths { output.string(path) }
        output.endArray()
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

    private func append(_ fields: AndroidIntent.Fields, path: String, to output: inout JSONOutput, _ masking: inout Masking) {
        let texts = [("action", fields.action), ("type", fields.type), ("identifier", fields.identifier), ("package", fields.package)]
        for (key, text) in texts {
            output.key(key)
            output.string(text.map { masking.text($0, at: path + key) })
        }
        output.key("component")
        output.string(fields.component.map { masking.text($0.description, at: path + "component") })
        output.key("categories")
        output.beginArray()
        for category in fields.categories { output.string(masking.name(category)) }
        output.endArray()
        output.key("flags")
        output.number(Int(fields.flags))
        output.key("sourceBounds")
        output.string(fields.sourceBounds)
        output.key("extras")
        output.beginArray()
        for (place, extra) in fields.extras.enumerated() {
            output.beginObject()
            output.key("name")
            output.string(masking.name(extra.name))
            output.key("type")
            output.string(extra.value.typeName)
            output.key("value")
            append(extra, at: "\(path)extras[\(place)].value", to: &output, &masking)
            output.endObject()
        }
        output.endArray()
    }

    /// Appends the value of an extra. Integers and booleans become JSON values. All others become text, because JSON has no NaN and may
    /// lose digits of other numbers.
    private func append(_ extra: IntentExtra, at path: String, to output: inout JSONOutput, _ masking: inout Masking) {
        let shown = masking.text(extra.value.text, of: extra.name, at: path)
        switch extra.value {
        case .bool, .byte, .short, .int, .long: if shown == extra.value.text { output.raw(shown) } else { output.string(shown) }
        case .string, .char, .double, .float: output.string(shown)
        }
    }
}
