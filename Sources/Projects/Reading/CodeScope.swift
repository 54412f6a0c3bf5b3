import Bytes

/// A value in a program, or why it is not known.
struct CodeValue: Hashable {
    var value: ProjectValue
    /// Why the value is not known. A part of a sentence, without its period.
    var why = ""

    static func known(_ text: String) -> Self { CodeValue(value: .known(text)) }
    static func unknown(_ why: String, candidates: [String] = []) -> Self {
        CodeValue(value: .unknown(candidates: Array(candidates.unique.prefix(mostCandidates))), why: why)
    }

    private static let mostCandidates = 8
    private static let longest = 4096

    /// One of two values, but nobody knows which.
    func or(_ other: Self, why: String) -> Self {
        if let known = value.known, known == other.value.known { return self }
        return .unknown(why, candidates: value.possible + other.value.possible)
    }

    func appending(_ other: Self) -> Self {
        if let first = value.known, let second = other.value.known {
            return first.utf8.count + second.utf8.count > Self.longest ? .unknown("the text is too long") : .known(first + second)
        }
        let candidates = value.possible.flatMap { first in other.value.possible.map { first + $0 } }
        return .unknown(why.isEmpty ? other.why : why, candidates: candidates)
    }
}

/// The constants, variables and properties of some files, and the values of expressions that use them. Nothing is executed: an expression of
/// texts, names, `+`, conditions and defaults has a value, or candidates; anything else is unknown.
final class CodeScope {
    private(set) var files: [CodeSettings] = []
    /// `gradle.properties`, and the version catalogs as `libs.plugins.android.application`.
    var properties: [String: String] = [:]
    /// The declarations by their names, as indices of a file and a setting.
    private var declared: [String: [(file: Int, setting: Int)]] = [:]
    private var values: [String: CodeValue] = [:]
    /// The declarations whose values are being read, to end circles.
    private var reading: Set<String> = []
    /// How often a circle, or too deep a nesting, cut a value short. Such a value depends on where reading began, so it is not kept.
    private var cuts = 0
    /// How many values are being read in one another, and how many were read for one value.
    private var (depth, steps) = (0, 0)

    private static let (deepest, mostSteps) = (60, 1000)
    /// The most declarations of a name that are read to find its value.
    private static let mostPlaces = 16
    private static let extras: Set = ["ext", "extra"]

    func add(_ file: CodeSettings) {
        for (index, setting) in file.all.enumerated() where setting.operation == .assign {
            let isVariable = setting.isDeclaration || setting.path.isEmpty || Self.extras.contains(setting.path.last ?? "")
            if isVariable { declared[setting.name, default: []].append((files.count, index)) }
        }
        files.append(file)
    }

    func value(_ range: Range<Int>, in code: SourceTokens) -> CodeValue {
        guard !range.isEmpty else { return .unknown("it has no value") }
        var parser = LiteralParser(code, at: range.lowerBound)
        let literal = parser.expression()
        // After a text, other words may follow: `id 'a.b' version '1'`.
        if parser.index >= range.upperBound || code.isQuote(range.lowerBound) { return value(of: literal, in: code) }
        return nested { name(range, code) }
    }

    /// Returns the value of the first argument or of the right side.
    func value(of setting: CodeSettings.Setting, in file: CodeSettings) -> CodeValue { value(setting.value, in: file.code) }

    // MARK: Expressions

    func value(of literal: Literal, in code: SourceTokens) -> CodeValue { nested { read(literal, code) } }

    /// Reads a value that others may need, unless too many are being read already.
    private func nested(_ read: () -> CodeValue) -> CodeValue {
        steps = depth == 0 ? 0 : steps + 1
        guard depth < Self.deepest, steps < Self.mostSteps else {
            cuts += 1
            return .unknown("it is defined by too many other values")
        }
        depth += 1
        defer { depth -= 1 }
        return read()
    }

    private func read(_ literal: Literal, _ code: SourceTokens) -> CodeValue {
        switch literal.content {
        case .text(let text) where Self.plain.isSuperset(of: literal.members): return .known(text)
        case .computed(let parts) where parts.count == 1 && parts[0].token == literal.token && code.isQuote(literal.token):
            return value(of: parts[0], in: code)
        case .null: return .known("")
        case .joined(let parts): return parts.reduce(.known("")) { $0.appending(value(of: $1, in: code)) }
        case .choice(let options, let condition):
            let values = options.map { value(of: $0, in: code) }
            let choice = condition.map { _ in Self.environment(code.tokens(of: literal), code) ?? "a condition chooses it" }
            return values.dropFirst().reduce(values.first ?? .unknown("it has no value")) { first, second in
                // A default takes the place of null and, in Groovy, of an empty text.
                if choice == nil, let known = first.value.known { return known.isEmpty ? second : first }
                return first.or(second, why: choice ?? first.why)
            }
        default: return name(code.tokens(of: literal), code)
        }
    }

    /// Calls that change nothing about a value.
    private static let plain: Set = ["get", "toInt", "toInteger", "toString", "trim", "orNull", "getOrNull", "name"]
    private static let fallbacks: Set = ["orElse", "getOrElse"]
    private static let asking: Set = ["property", "findProperty", "gradleProperty", "getProperty", "getOrDefault", "getValue"]

    /// Returns the value of names with dots, such as `rootProject.ext.appId`, or what stands in its place if it has none:
    /// `findProperty("appId").orElse("com.example")`.
    private func name(_ range: Range<Int>, _ code: SourceTokens) -> CodeValue {
        guard code.isWord(range.lowerBound) else { return .unknown("it is no plain text") }
        let calls = sequence(first: range.lowerBound) { code.after($0) }.prefix { $0 < range.upperBound }
        let fallbacks = calls.dropFirst().filter { Self.fallbacks.contains(code.word($0)) }
        let first = plainName(range.lowerBound..<(fallbacks.first.map { $0 - 1 } ?? range.upperBound), code)
        return fallbacks.reduce(first) { found, fallback in
            found.value.known != nil ? found : found.or(value(code.inside(fallback + 1), in: code), why: found.why)
        }
    }

    private func plainName(_ range: Range<Int>, _ code: SourceTokens) -> CodeValue {
        if let why = Self.environment(range, code) { return .unknown(why) }
        var names: [String] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let next = code.after(index)
            if code.isWord(index) {
                names.append(code.word(index))
            } else if let key = code.text(index + 1), next == code.after(index + 1) + 1, code.has(index, "(") || code.has(index, "[") {
                if Self.asking.contains(names.last ?? "") { names.removeLast() }
                names.append(key)
            } else if code.has(index, "("), next > index + 2, !Self.plain.contains(names.last ?? "") {
                return .unknown("\(names.joined(separator: ".")) is a call, which is not run")
            }
            index = next
        }
        while names.count > 1, let last = names.last, Self.plain.contains(last) { names.removeLast() }
        return lookup(names, from: code.file.path)
    }

    /// The most tokens of an expression that are looked at for the environment.
    private static let mostTokens = 200

    /// Returns why an expression that asks the environment is unknown; nil if it does not.
    private static func environment(_ range: Range<Int>, _ code: SourceTokens) -> String? {
        let isAsked = range.prefix(mostTokens).contains { index in
            let word = code.word(index)
            return ["getenv", "environmentVariable", "environment"].contains(word) || word == "env" && code.has(index + 1, ".")
                || word == "env" && code.has(index + 1, "[")
        }
        return isAsked ? "value comes from an environment variable" : nil
    }

    // MARK: Names

    /// What stands before a name without being the place of its declaration.
    private static let owners: Set = [
        "rootProject", "project", "ext", "extra", "this", "gradle", "providers", "properties", "settings", "parent",
    ]

    private func lookup(_ names: [String], from path: String) -> CodeValue {
        let joined = names.joined(separator: ".")
        if let value = values[path + ":" + joined] { return value }
        let before = cuts
        let value = find(names, from: path)
        if cuts == before { values[path + ":" + joined] = value }
        return value ?? .unknown("\(joined) is not defined in a file that can be read")
    }

    private func find(_ names: [String], from path: String) -> CodeValue? {
        guard let name = names.last else { return nil }
        if names == ["null"] { return .known("") }
        let qualifiers = names.dropLast().filter { !Self.owners.contains($0) }
        let all = (declared[name] ?? []).filter { place in
            guard let last = qualifiers.last else { return isVisible(files[place.file], place.setting, from: path) }
            return files[place.file].all[place.setting].path.last == last
        }
        let own = all.filter { files[$0.file].code.file.path == path }
        let places = own.isEmpty ? all : own
        // A name that means something else in each file says nothing, and each of its values can ask for such names again.
        if places.count > Self.mostPlaces { return .unknown("\(name) has too many values") }
        var found: CodeValue?
        for place in places {
            let file = files[place.file]
            let key = "\(place.file):\(place.setting)"
            guard reading.insert(key).inserted else {
                cuts += 1
                continue
            }
            let setting = file.all[place.setting]
            let value = value(of: setting, in: file)
            reading.remove(key)
            found = found?.or(value, why: "\(name) has several values") ?? value
        }
        if let found { return found }
        if let property = properties[Self.catalogKey(names)] ?? (qualifiers.isEmpty ? properties[name] : nil) { return .known(property) }
        return enumValue(names) ?? entry(names, from: path)
    }

    /// Returns the entry of a map, as for `hosts.main` after `hosts = [main: "a.b"]` or `hosts = mapOf("main" to "a.b")`.
    private func entry(_ names: [String], from path: String) -> CodeValue? {
        guard let key = names.last, let places = declared[names.dropLast().last ?? ""], places.count <= Self.mostPlaces else { return nil }
        return places.firstResult { place -> CodeValue? in
            let (code, setting) = (files[place.file].code, files[place.file].all[place.setting])
            let map = code.expression(at: setting.value.lowerBound)
            if let entry = map.entry(key) { return value(of: entry.value, in: code) }
            let pair = map.arguments.first { code.text($0.value.token) == key && code.has(code.after($0.value.token), "to") }
            return pair.map { value(of: code.expression(at: code.after($0.value.token) + 1), in: code) }
        }
    }

    /// Returns whether a name can mean a declaration. A program's variables in classes and functions are of no other file.
    private func isVisible(_ file: CodeSettings, _ index: Int, from path: String) -> Bool {
        let (setting, own) = (file.all[index], file.code.file.path)
        guard own != path, own.hasSuffix(".kt") || own.hasSuffix(".java"), !setting.path.isEmpty else { return true }
        return (1...3).contains { ["const", "static"].contains(file.code.word(setting.index - $0)) }
    }

    /// Returns the only text of an enum's constant, as for `BuildKind.DEBUG.suffix`.
    private func enumValue(_ names: [String]) -> CodeValue? {
        guard names.count == 3 else { return nil }
        for file in files {
            let constant = file.all.first { $0.name == names[1] && $0.path.last == names[0] && $0.operation == .call }
            guard let constant else { continue }
            let texts = file.code.texts(constant.value)
            return texts.count > 1 ? nil : .known(texts.first ?? "")
        }
        return nil
    }

    /// Returns a name of a version catalog with dots in the place of `-` and `_`, as scripts write it.
    static func catalogKey(_ names: [String]) -> String {
        let known = names.filter { !["asProvider", "get", "pluginId", "getPluginId"].contains($0) }
        return known.joined(separator: ".").replacing("-", with: ".").replacing("_", with: ".")
    }
}
