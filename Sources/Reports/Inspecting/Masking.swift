import AppLinks
import JSONDocument
import Secrets

/// Masks the secrets of one record while the record is written, and collects the paths of the masked values.
struct Masking {
    let showsSecrets: Bool
    /// The paths of the masked values: `inputURL`, `appLinkData.extras.fb_access_token`, `events[0].args.inputURL`.
    private(set) var paths: [String] = []
    /// The texts that were masked most recently. They are kept because the URL of a link occurs several times in its report.
    private var recent: [(text: String, shown: String)] = []

    init(showsSecrets: Bool) {
        self.showsSecrets = showsSecrets
    }

    /// Returns a text as it may be shown. If its name is secret, the whole text is masked, otherwise only the secrets in it.
    mutating func text(_ text: String, of name: String? = nil, at path: @autoclosure () -> String) -> String {
        if showsSecrets { return text }
        let shown = name.map(Secrets.isSecret) == true ? Secrets.bullets(for: text) : masked(text)
        if shown != text { paths.append(path()) }
        return shown
    }

    /// Returns a text as it may be shown. If `isSecret` is true, the whole text is masked, otherwise only the secrets in it.
    mutating func text(_ text: String, isSecret: Bool, at path: @autoclosure () -> String) -> String {
        guard isSecret, !showsSecrets else { return self.text(text, at: path()) }
        paths.append(path())
        return Secrets.bullets(for: text)
    }

    /// Adds the path of a value that was masked by other code.
    mutating func note(_ path: String) { paths.append(path) }

    private mutating func masked(_ text: String) -> String {
        for known in recent where known.text.hasBytes(of: text) { return known.shown }
        let shown = Secrets.masked(text)
        if recent.count == 8 { recent.removeFirst() }
        recent.append((text, shown))
        return shown
    }

    /// Returns a name as it may be shown: secrets in it are masked.
    func name(_ name: String) -> String {
        showsSecrets ? name : Secrets.masked(name)
    }

    /// Returns the bullets that replace a value with a secret name that is not a string. Returns nil if the value may be shown.
    mutating func stand(inFor value: JSONValue, of name: String?, at path: @autoclosure () -> String) -> String? {
        guard !showsSecrets, let name, Secrets.isSecret(name: name) else { return nil }
        switch value {
        case .null, .bool, .string: return nil
        case .number, .object, .array:
            paths.append(path())
            return Secrets.bullets(for: value.description)
        }
    }

    /// Returns `path.name`, or `path["na.me"]` for a name that would be ambiguous. The path is part of the output, so secrets in the name
    /// are masked too.
    static func path(_ path: String, _ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { !".[]\"".utf8.contains($0) }
        let shown = Secrets.masked(name)
        return isPlain ? "\(path).\(shown)" : "\(path)[\"\(shown)\"]"
    }
}

extension JSONOutput {
    /// Closes the object of a report. Its last key lists the paths of the masked values.
    mutating func endReport(_ masking: Masking) {
        appendMasked(masking)
        endObject()
    }

    /// Appends the key that lists the paths of the masked values.
    mutating func appendMasked(_ masking: Masking) {
        key("masked")
        beginArray()
        for path in masking.paths { string(path) }
        endArray()
    }
}
