import AppLinks
import JSONDocument
import Secrets

/// Masks the secrets of one record while it is written, and records their paths.
struct Masking {
    let showsSecrets: Bool
    /// The paths of masked values: `inputURL`, `appLinkData.extras.fb_access_token`, `events[0].args.inputURL`.
    private(set) var paths: [String] = []
    /// The texts that were masked most recently, because the address of a link occurs several times in its report.
    private var recent: [(text: String, shown: String)] = []

    init(showsSecrets: Bool) {
        self.showsSecrets = showsSecrets
    }

    /// Returns a text as it may be shown. If its name is secret, the whole text is masked. Otherwise only the secrets inside it are.
    mutating func text(_ text: String, of name: String? = nil, at path: @autoclosure () -> String) -> String {
        if showsSecrets { return text }
        let shown = name.map(Secrets.isSecret) == true ? Secrets.bullets(for: text) : masked(text)
        if shown != text { paths.append(path()) }
        return shown
    }

    /// Returns a text as it may be shown if it is already known whether all of it is a secret.
    mutating func text(_ text: String, isSecret: Bool, at path: @autoclosure () -> String) -> String {
        guard isSecret, !showsSecrets else { return self.text(text, at: path()) }
        paths.append(path())
        return Secrets.bullets(for: text)
    }

    /// Records the path of a value that was masked elsewhere.
    mutating func note(_ path: String) { paths.append(path) }

    private mutating func masked(_ text: String) -> String {
        for known in recent where known.text.hasBytes(of: text) { return known.shown }
        let shown = Secrets.masked(text)
        if recent.count == 8 { recent.removeFirst() }
        recent.append((text, shown))
        return shown
    }

    /// Returns a name as it may be shown.
    func name(_ name: String) -> String {
        showsSecrets ? name : Secrets.masked(name)
    }

    /// Returns the replacement for a value that is not text and whose name is secret. Returns nil if the value may be shown.
    mutating func stand(inFor value: JSONValue, of name: String?, at path: @autoclosure () -> String) -> String? {
        guard !showsSecrets, let name, Secrets.isSecret(name: name) else { return nil }
        switch value {
        case .null, .bool, .string: return nil
        case .number, .object, .array:
            paths.append(path())
            return Secrets.bullets(for: value.description)
        }
    }

    /// Returns `path.name`, or `path["na.me"]` for a name that would be ambiguous. Only masked values have a path, so secrets in names are
    /// masked as well.
    static func path(_ path: String, _ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { !".[]\"".utf8.contains($0) }
        let shown = Secrets.masked(name)
        return isPlain ? "\(path).\(shown)" : "\(path)[\"\(shown)\"]"
    }
}

extension JSONOutput {
    /// Ends the object of a report. Its last key lists what was masked.
    mutating func endReport(_ masking: Masking) {
        appendMasked(masking)
        endObject()
    }

    /// Appends the key that lists what was masked in an object.
    mutating func appendMasked(_ masking: Masking) {
        key("masked")
        beginArray()
        for path in masking.paths { string(path) }
        endArray()
    }
}
