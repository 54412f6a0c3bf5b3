import Bytes
package import Deciding

/// A scheme that code asks about before it opens a link: `canOpenURL`, `resolveActivity`.
package struct AskedScheme: Sendable, Hashable {
    package let scheme: String
    /// The name of the call.
    package let call: String
    /// Where the call is.
    package let place: SourcePlace
    /// The platforms that the code is for.
    package let platforms: [AppPlatform]
    /// Whether the call opens the link and does not only ask about it.
    package let opens: Bool
}

/// Finds the schemes that a file asks about. Constants of the file are read, and nothing is run.
package struct AskedSchemes {
    package private(set) var all: [AskedScheme] = []
    private let code: SourceCode
    private let reader: SourceReader
    private let platforms: [AppPlatform]
    /// For each variable, the places of what a loop goes through, and of the data that it gets.
    private var sources: [String: [Int]] = [:]
    /// The expressions that were read for the current call, and the platform for which they are read.
    private var steps = 0
    private var platform = AppPlatform.ios
    private var tokens: SourceTokens { code.tokens }

    private static let asking: Set = [
        "canOpenURL", "canOpenUrl", "canLaunch", "canLaunchUrl", "canLaunchUrlString", "resolveActivity", "queryIntentActivities",
        "CanOpenAsync", "TryOpenAsync",
    ]
    private static let opening: Set = ["launchUrl", "launchUrlString", "openURL"]
    private static let search = WordSearch([
        "canOpen", "canLaunch", "resolveActivity", "queryIntentActivities", "CanOpenAsync", "TryOpenAsync", "intent:",
        "LSApplicationQueriesSchemes",
    ])
    private static let (deepest, mostTexts, mostSteps) = (8, 64, 256)
    /// The most tokens between the beginning of an intent and the block that sets its data: `Intent(…).apply { data = … }`.
    private static let longestIntent = 32

    /// Returns whether code may ask about schemes, or declare those that it asks about.
    package static func mayBe(in bytes: [UInt8]) -> Bool { search.first(in: bytes) != nil }

    /// Returns the platforms that a program is for, by its language.
    package static func platforms(ofCode path: String) -> [AppPlatform] {
        switch path.split(separator: ".").last ?? "" {
        case "swift", "m", "mm": [.ios]
        case "kt", "java": [.android]
        default: [.ios, .android]
        }
    }

    package init(in file: SourceFile) {
        let ending = file.path.split(separator: ".").last ?? ""
        platforms = Self.platforms(ofCode: file.path)
        let isRead = ["swift", "m", "mm", "kt", "java", "dart", "js", "jsx", "ts", "tsx", "cs"].contains(ending)
        let tree = ProjectTree(paths: isRead ? [file.path] : []) { _ in file.bytes }
        reader = SourceReader(tree)
        code = reader.code(file.path) ?? SourceCode(SourceFile("", []))
        for index in tokens.all.indices where tokens.isWord(index) {
            if let source = source(index) { sources[tokens.word(index), default: []].append(source) }
        }
        for index in tokens.all.indices where tokens.isWord(index) { read(index) }
    }

    /// Returns the place of what the variable at a token gets there: `for name in …`, `name.data = …`, `name.setData(…)`.
    private func source(_ index: Int) -> Int? {
        if tokens.has(index + 1, "in") || tokens.has(index + 1, "of") { return index + 2 }
        let isData = tokens.has(index + 1, ".") && tokens.isWord(index + 2) && ["data", "setData"].contains(tokens.word(index + 2))
        return isData && (tokens.has(index + 3, "=") || tokens.has(index + 3, "(")) ? index + 4 : nil
    }

    private mutating func read(_ index: Int) {
        let name = tokens.word(index)
        let isAsking = Self.asking.contains(name)
        guard isAsking || Self.opening.contains(name), !tokens.has(index - 1, "func"), !tokens.has(index - 1, "fun") else { return }
        guard tokens.has(index + 1, "(") || tokens.has(index + 1, ":") else { return }
        let arguments = tokens.split(tokens.has(index + 1, "(") ? tokens.inside(index + 1) : index + 2..<tokens.after(index + 2))
        var found: [(scheme: String, platform: AppPlatform)] = []
        for platform in platforms {
            (self.platform, steps) = (platform, 0)
            var texts = arguments.prefix(2).flatMap { self.texts(at: $0.lowerBound) }
            if name == "resolveActivity" { texts += receiver(before: index) }
            found += texts.compactMap(Self.scheme).unique.map { ($0, platform) }
        }
        for scheme in found.map(\.scheme).unique where isAsking || scheme == "intent" {
            let platforms = found.filter { $0.scheme == scheme }.map(\.platform)
            all.append(AskedScheme(scheme: scheme, call: name, place: tokens.place(index), platforms: platforms, opens: !isAsking))
        }
    }

    /// Returns the scheme at the beginning of a text, in lowercase.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        return scheme.count > 1 && DeclaredScheme.problem(String(scheme)) == nil ? scheme.lowercased() : nil
    }

    /// Returns the texts of the intent before `.resolveActivity(…)`: of a variable, or of the call that makes it.
    private mutating func receiver(before index: Int) -> [String] {
        guard tokens.has(index - 1, ".") || tokens.has(index - 1, "?.") else { return [] }
        let last = tokens.has(index - 2, "!!") ? index - 3 : index - 2
        if tokens.isWord(last) {
            let name = Literal(content: .name(tokens.word(last)), file: tokens.file, range: 0..<0, token: last)
            return texts(of: name, depth: 0)
        }
        let opening = (max(0, last - 200)..<max(0, last)).last { tokens.kind($0) == .opening && tokens.all[$0].partner == last }
        return opening.map { tokens.inside($0).flatMap { tokens.isQuote($0) ? texts(at: $0) : [] } } ?? []
    }

    /// Returns the texts with which the expression at a token may begin.
    private mutating func texts(at index: Int, depth: Int = 0) -> [String] {
        steps += 1
        guard depth < Self.deepest, steps < Self.mostSteps, index < tokens.all.count else { return [] }
        if tokens.has(index, "@") { return texts(at: index + 1, depth: depth) }
        // A call in brackets, as in Objective-C: `[NSURL URLWithString:@"shop://"]`.
        if tokens.has(index, "["), !tokens.dialect.isScript {
            if tokens.inside(index).contains(where: { tokens.has($0, "fileURLWithPath") }) { return [] }
            let values = tokens.inside(index).filter { tokens.isQuote($0) || tokens.isWord($0) && tokens.has($0 - 1, ":") }
            return values.flatMap { texts(at: $0, depth: depth + 1) }
        }
        return Array(texts(of: code.expression(at: index), depth: depth).prefix(Self.mostTexts))
    }

    private mutating func texts(of literal: Literal, depth: Int) -> [String] {
        steps += 1
        guard depth < Self.deepest, steps < Self.mostSteps else { return [] }
        func inner(_ parts: [Literal]) -> [String] { parts.flatMap { texts(of: $0, depth: depth + 1) } }
        switch literal.content {
        case .text(let text): return [text]
        case .joined(let parts):
            var starts = [""]
            for part in parts {
                let next = texts(of: part, depth: depth + 1)
                if next.isEmpty { break }
                starts = Array(starts.flatMap { start in next.map { start + $0 } }.prefix(Self.mostTexts))
            }
            return starts
        // A path is no link, whatever it begins with.
        case .call where literal.entry("fileURLWithPath") != nil: return []
        // The name of what a collection has is no link, either: `arguments.get("key:name")`.
        case .call where literal.path?.split(separator: ".").last?.hasPrefix("get") ?? false: return []
        case .call(let called, _) where literal.path == nil: return inner([called])
        case .call(_, let arguments):
            if let scheme = literal.entry("scheme") { return inner([scheme.value]).map { $0 + ":" } }
            return inner(arguments.map(\.value))
        case .object(let entries): return inner(entries.filter { $0.key?.text == "url" || $0.key?.text == "uri" }.map(\.value))
        case .choice(let parts, let condition): return inner(chosen(parts, by: condition))
        case .name(let name): return texts(ofName: name, literal, depth + 1)
        default: return inner(literal.parts)
        }
    }

    /// Returns those of the parts of a choice that the platform has: `Platform.OS === 'ios' ? a : b`, `Platform.isIOS ? a : b`.
    private func chosen(_ parts: [Literal], by condition: Literal?) -> [Literal] {
        guard parts.count == 2, let condition else { return parts }
        let text = String(decoding: condition.file.bytes[condition.range], as: UTF8.self).lowercased()
        let named = [AppPlatform.ios, .android].filter { text.contains($0.rawValue) }
        guard named.count == 1, text.contains("platform") || text.contains("is\(named[0].rawValue)") else { return parts }
        let isNegated = ["!=", "!platform", "!is\(named[0].rawValue)"].contains(where: text.contains)
        return [parts[(named[0] == platform) != isNegated ? 0 : 1]]
    }

    /// Returns the texts of a constant, of a variable of a loop, and of the data of an intent.
    private mutating func texts(ofName name: String, _ literal: Literal, _ depth: Int) -> [String] {
        let declaration = code.declaration(of: name, at: literal.token)
        if case .value(let token)? = declaration?.meaning, literal.members.isEmpty,
            case let value = code.expression(at: token), case .choice = value.content
        {
            return texts(of: value, depth: depth)
        }
        var constant = literal
        constant.members.removeAll { $0 == "rawValue" }
        let known = reader.values(of: constant).all.flatMap { texts(of: $0, depth: depth) }
        if !known.isEmpty { return known }
        // A constant of a class or of its companion is seen from elsewhere.
        let all = code.declarations[name] ?? []
        if case .value(let token)? = (declaration ?? (all.count == 1 ? all.first : nil))?.meaning {
            let inside = (code.declarations["data"] ?? []).filter { (token..<token + Self.longestIntent).contains($0.scope.lowerBound) }
            let set = inside.compactMap { data in if case .value(let token) = data.meaning { token } else { nil } }
            let texts = ([token] + set).flatMap { self.texts(at: $0, depth: depth) }
            if !texts.isEmpty { return texts }
        }
        // Another function may have a variable with the same name.
        let own = (sources[name] ?? []).filter { $0 <= literal.token && declaration?.scope.contains($0) ?? true }
        return own.flatMap { texts(at: $0, depth: depth) }
    }
}
