import AppLinks
import JSONDocument
import Secrets

/// Masks the secrets of one record while it is written, and remembers where there were any.
struct Masking {
    let showsSecrets: Bool
    /// Where something was masked: `inputURL`, `appLinkData.extras.fb_access_token`, `events[0].args.inputURL`.
    private(set) var paths: [String] = []
    /// The texts masked last: a link's own address stands in its report half a dozen times.
    private var recent: [(text: String, shown: String)] = []

    init(showsSecrets: Bool) {
        self.showsSecrets = showsSecrets
    }

    /// The text as it may be shown. The value of a name that is secret is masked as a whole, any other only where a secret is inside it.
    mutating func text(_ text: String, of name: String? = nil, at path: @autoclosure () -> String) -> String {
        if showsSecrets { return text }
        let shown = name.map(Secrets.isSecret) == true ? Secrets.bullets(for: text) : masked(text)
        if shown != text { paths.append(path()) }
        return shown
    }

    /// The same for a text of which it is known whether all of it is a secret.
    mutating func text(_ text: String, isSecret: Bool, at path: @autoclosure () -> String) -> String {
        guard isSecret, !showsSecrets else { return self.text(text, at: path()) }
        paths.append(path())
        return Secrets.bullets(for: text)
    }

    /// Remembers a place where something was masked before.
    mutating func note(_ path: String) { paths.append(path) }

    private mutating func masked(_ text: String) -> String {
        for known in recent where known.text.hasBytes(of: text) { return known.shown }
        let shown = Secrets.masked(text)
        if recent.count == 8 { recent.removeFirst() }
        recent.append((text, shown))
        return shown
    }

    /// A name as it may be shown.
    func name(_ name: String) -> String {
        showsSecrets ? name : Secrets.masked(name)
    }

    /// What stands for a value other than text whose name is secret; nil where the value may be shown.
    mutating func stand(inFor value: JSONValue, of name: String?, at path: @autoclosure () -> String) -> String? {
        guard !showsSecrets, let name, Secrets.isSecret(name: name) else { return nil }
        switch value {
        case .null, .bool, .string: return nil
        case .number, .object, .array:
            paths.append(path())
            return Secrets.bullets(for: value.description)
        }
    }

    /// `path.name`, or `path["na.me"]` where a name would not read as one. Only what is masked has a path, so names in it are masked too.
    static func path(_ path: String, _ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { !".[]\"".utf8.contains($0) }
        let shown = Secrets.masked(name)
        return isPlain ? "\(path).\(shown)" : "\(path)[\"\(shown)\"]"
    }
}

extension JSONOutput {
    /// Ends the object of a report: its last key lists what was masked in it.
    mutating func endReport(_ masking: Masking) {
        appendMasked(masking)
        endObject()
    }

    /// The key that lists what was masked in an object.
    mutating func appendMasked(_ masking: Masking) {
        key("masked")
        beginArray()
        for path in masking.paths { string(path) }
        endArray()
    }
}
