import AppLinks
import JSONDocument
import Secrets

/// Masks the secrets of one record while it is written.
struct Masking {
    let showsSecrets: Bool
    /// The texts that were masked most recently, because the address of a link occurs several times in its report.
    private var recent: [(text: String, shown: String)] = []

    init(showsSecrets: Bool) {
        self.showsSecrets = showsSecrets
    }

    /// Returns a text as it may be shown. If its name is secret, the whole text is masked. Otherwise only the secrets inside it are.
    mutating func text(_ text: String, of name: String? = nil) -> String {
        self.text(text, isSecret: name.map(Secrets.isSecret) == true)
    }

    /// Returns a text as it may be shown if it is already known whether all of it is a secret.
    mutating func text(_ text: String, isSecret: Bool) -> String {
        if showsSecrets { return text }
        if isSecret { return Secrets.bullets(for: text) }
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
    func stand(inFor value: JSONValue, of name: String?) -> String? {
        guard !showsSecrets, let name, Secrets.isSecret(name: name) else { return nil }
        switch value {
        case .null, .bool, .string: return nil
        case .number, .object, .array: return Secrets.bullets(for: value.description)
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
