/// The XML files of an app, each read once, and the strings in them.
final class AndroidFiles {
    let tree: ProjectTree
    private var roots: [String: XMLElement?] = [:]
    private var strings: [String: [String: String]] = [:]

    init(_ tree: ProjectTree) { self.tree = tree }

    func root(_ path: String, _ project: inout Project) -> XMLElement? {
        if let known = roots[path] { return known }
        let root = project.xml(path, in: tree)
        roots[path] = .some(root)
        return root
    }

    /// Returns the strings of a resource folder for all languages and devices.
    func strings(in folder: String, _ project: inout Project) -> [String: String] {
        if let known = strings[folder] { return known }
        var found: [String: String] = [:]
        for path in tree.paths(in: folder + "/values") where path.hasSuffix(".xml") {
            for element in root(path, &project)?.all("string") ?? [] {
                guard let name = element["name"], found[name] == nil else { continue }
                found[name] = Self.unescaped(element.text)
            }
        }
        strings[folder] = found
        return found
    }

    /// Returns a text as the Android build reads it: `\'` is `'`, and quotes around it are no part of it.
    static func unescaped(_ text: String) -> String {
        let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1
        var (result, rest) = ("", isQuoted ? text.dropFirst().dropLast() : text[...])
        while let character = rest.popFirst() {
            if let meant = character == "\\" ? rest.popFirst() : character { result.append(meant) }
        }
        return result
    }
}

/// Fills in placeholders and strings of one variant.
struct AndroidValues {
    /// Something in a text that is not known.
    struct Gap: Hashable {
        var unknown: Unknown
        /// Whether nothing gives a value, so that the build stops.
        var isMissing = false
    }

    let variant: AndroidVariant
    /// The resource folders, the strongest first.
    let resources: [String]
    let files: AndroidFiles

    private static let deepest = 5

    /// Returns a text with its placeholders and strings filled in, and what of it is not known.
    func value(_ text: String, at place: SourcePlace, _ project: inout Project) -> (value: CodeValue, gaps: [Gap]) {
        var gaps: [Gap] = []
        var value = CodeValue.known("")
        var rest = text[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let name = String(rest[start.upperBound..<end])
            let filled = placeholder(name, at: place, &gaps)
            value = value.appending(.known(String(rest[..<start.lowerBound]))).appending(filled)
            rest = rest[rest.index(after: end)...]
        }
        value = value.appending(.known(String(rest)))
        if let reference = value.value.known, reference.hasPrefix("@") || reference.hasPrefix("?") {
            value = string(reference, &project)
            if case .unknown(let candidates) = value.value {
                gaps.append(Gap(unknown: Unknown(reference, value.why, candidates: candidates, at: place)))
            }
        }
        return (value, gaps)
    }

    private func placeholder(_ name: String, at place: SourcePlace, _ gaps: inout [Gap]) -> CodeValue {
        let known = name == "applicationId" ? variant.id : variant.placeholders[name]
        let value = known ?? .unknown("a plugin or a script that is not in the tree may give its value")
        if case .unknown(let candidates) = value.value {
            let isMissing = known == nil && !variant.hasOtherPlaceholders
            gaps.append(Gap(unknown: Unknown("${\(name)}", value.why, candidates: candidates, at: place), isMissing: isMissing))
        }
        return value
    }

    private func string(_ reference: String, _ project: inout Project) -> CodeValue {
        var reference = reference
        for _ in 0..<Self.deepest {
            guard reference.hasPrefix("@string/") else { return .unknown("it names a resource that is not a string") }
            let name = String(reference.dropFirst(8))
            if let added = variant.strings[name] { return added }
            var found: String?
            for folder in resources where found == nil { found = files.strings(in: folder, &project)[name] }
            guard let found else { return .unknown("no values file that can be read has the string") }
            guard found.hasPrefix("@string/") else { return .known(found) }
            reference = found
        }
        return .unknown("the string leads to too many other strings")
    }

    /// Returns an attribute that is true or false; an unknown if a resource or a placeholder decides it.
    func flag(_ name: String, of component: MergedManifest.Component) -> (value: Bool?, unknown: Unknown?) {
        guard let attribute = component.attributes[name] else { return (nil, nil) }
        let written = attribute.value
        let text = written.hasPrefix("${") ? variant.placeholders[String(written.dropFirst(2).dropLast())]?.value.known : nil
        if let value = Bool(text ?? written) { return (value, nil) }
        return (nil, Unknown(written, "a resource or the build decides it", at: attribute.place))
    }
}
