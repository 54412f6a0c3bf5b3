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

    private static let mostCandidates = 16
    private static let longest = 4096

    /// One of two values, but nobody knows which.
    func or(_ other: Self, why: String) -> Self {
        if let known = value.known, known == other.value.known { return self }
        return .unknown(why, candidates: value.possible + other.value.possible)
    }

    func appending(_ other: Self) -> Self {
        let texts = value.possible.flatMap { first in other.value.possible.map { first + $0 } }.filter { $0.utf8.count <= Self.longest }
        guard value.known != nil, other.value.known != nil else { return .unknown(why.isEmpty ? other.why : why, candidates: texts) }
        return texts.first.map(Self.known) ?? .unknown("the text is too long")
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
    /// The declarations whose values are being read, to end circles.
    private var reading: Set<String> = []
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
        // After a text, other words may follow: `id 'a.b' version '1'`. A name before other words is called.
        let isWhole = parser.index >= range.upperBound || code.isQuote(range.lowerBound)
        return value(of: isWhole ? literal : literal.replaced(by: .call(literal, [Literal.Entry(value: literal)])))
    }

    /// Returns the value of the first argument or of the right side.
    func value(of setting: CodeSettings.Setting, in file: CodeSettings) -> CodeValue { value(setting.value, in: file.code) }

    // MARK: Expressions

    func value(of literal: Literal) -> CodeValue {
        steps = depth == 0 ? 0 : steps + 1
        guard depth < Self.deepest, steps < Self.mostSteps else { return .unknown("it is defined by too many other values") }
        depth += 1
        defer { depth -= 1 }
        return read(literal)
    }

    private func read(_ literal: Literal) -> CodeValue {
        switch literal.content {
        case .text(let text) where Self.plain.isSuperset(of: literal.members): return .known(text)
        case .null: return .known("")
        case .joined(let parts) where literal.members.isEmpty: return parts.reduce(.known("")) { $0.appending(value(of: $1)) }
        case .choice(let options, let condition):
            let values = options.map { value(of: $0) }
            let choice = condition.map { _ in Self.asksEnvironment(literal) ? Self.environmentalReason : "a condition chooses it" }
            return values.dropFirst().reduce(values.first ?? .unknown("it has no value")) { first, second in
                // A default takes the place of null and, in Groovy, of an empty text.
                if choice == nil, let known = first.value.known { return known.isEmpty ? second : first }
                return first.or(second, why: choice ?? first.why)
            }
        case .call(var called, let arguments)
        where literal.members.isEmpty && (arguments.isEmpty ? Self.plain : Self.fallbacks).contains(called.members.last ?? ""):
            called.members.removeLast()
            let found = value(of: called)
            guard found.value.known == nil, let fallback = arguments.first else { return found }
            return found.or(value(of: fallback.value), why: found.why)
        default: break
        }
        if Self.asksEnvironment(literal) { return .unknown(Self.environmentalReason) }
        var (names, isCall) = Self.names(of: literal)
        while !isCall, names.count > 1, let last = names.last, Self.plain.contains(last) { names.removeLast() }
        let name = names.joined(separator: ".")
        if isCall { return .unknown(name.isEmpty ? "it is no plain text" : "\(name) is a call, which is not run") }
        return find(names, from: literal.file.path) ?? .unknown("\(name) is not defined in a file that can be read")
    }

    /// Calls that change nothing about a value.
    private static let plain: Set = ["get", "toInt", "toInteger", "toString", "trim", "orNull", "getOrNull", "name"]
    private static let fallbacks: Set = ["orElse", "getOrElse"]
    private static let asking: Set = ["property", "findProperty", "gradleProperty", "getProperty", "getOrDefault", "getValue"]
    private static let environment: Set = ["getenv", "environmentVariable", "environment"]
    private static let environmentalReason = "value comes from an environment variable"

    /// Returns the names of a value such as `rootProject.ext.appId` or `findProperty("appId")`, up to a call that would have to be run.
    private static func names(of literal: Literal) -> (names: [String], isCall: Bool) {
        switch literal.content {
        case .name(let name): return ([name] + literal.members, false)
        case .call(let called, let arguments):
            var (names, isCall) = names(of: called)
            if isCall || arguments.isEmpty { return (isCall ? names : names + literal.members, isCall) }
            let key = arguments.count == 1 && arguments[0].key == nil ? arguments[0].value.text : nil
            guard let key, !ByteClass.isDigit(key.utf8.first ?? 0) else { return (names, true) }
            if asking.contains(names.last ?? "") { names.removeLast() }
            return (names + [key] + literal.members, false)
        default: return ([], true)
        }
    }

    private static func asksEnvironment(_ literal: Literal) -> Bool {
        let words = if case .name(let name) = literal.content { [name] + literal.members } else { literal.members }
        return words.contains(where: environment.contains) || words.dropLast().contains("env")
            || literal.parts.contains(where: asksEnvironment)
    }

    // MARK: Names

    /// What stands before a name without being the place of its declaration.
    private static let owners: Set = [
        "rootProject", "project", "ext", "extra", "this", "gradle", "providers", "properties", "settings", "parent",
    ]

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
            guard reading.insert(key).inserted else { continue }
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
        return places.firstResult { place in
            let (code, setting) = (files[place.file].code, files[place.file].all[place.setting])
            return code.expression(at: setting.value.lowerBound).entry(key).map { value(of: $0.value) }
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
