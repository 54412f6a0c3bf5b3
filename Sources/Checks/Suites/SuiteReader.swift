import AppLinks
import Bytes
import Deciding

/// Reads suites. A suite with mistakes has a problem for each of them, and is not run.
package struct SuiteReader {
    /// The maximum number of mistakes that are reported for one suite.
    package static let mostProblems = 50

    private(set) var suite = Suite()
    private(set) var problems: [YAMLProblem] = []
    private var variables = SuiteVariables()
    /// Whether pages and association files that are not among the fixtures are fetched.
    private let isOnline: Bool

    /// Parses the bytes of a suite.
    ///
    /// - Parameter isOnline: Whether pages and association files that are not among the fixtures are fetched. Otherwise it is a mistake to
    ///   ask for them.
    /// - Returns: The suite, and its mistakes in the order of the text.
    package static func read(
        _ bytes: [UInt8], isOnline: Bool = false, limits: YAMLLimits = YAMLLimits()
    ) -> (suite: Suite, problems: [YAMLProblem]) {
        var reader = SuiteReader(isOnline: isOnline)
        do throws(YAMLProblem) {
            reader.read(try YAMLDocument(utf8: bytes, limits: limits).root)
        } catch {
            return (Suite(), [YAMLProblem(error.place, error.message + bracesAdvice(bytes, line: error.place.line))])
        }
        let sorted = reader.problems.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        return (reader.suite, sorted)
    }

    private init(isOnline: Bool) { self.isOnline = isOnline }

    /// Returns advice about a line in which `{{` begins a value: without quotes, that is a mapping in a mapping.
    private static func bracesAdvice(_ bytes: [UInt8], line: Int) -> String {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: max(line, 1), omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1), String(decoding: lines[line - 1], as: UTF8.self).contains(": {{") else { return "" }
        return "; put a text that begins with {{ in quotes"
    }

    private mutating func read(_ root: YAMLNode?) {
        let start = YAMLPlace(line: 1, column: 1)
        guard let root else {
            return report(start, "the file is empty: write a list of links, such as links: [{link: shop://item/7, opens: app}]")
        }
        guard root.members != nil else { return report(root.place, "write names with values, such as device: iPhone") }
        let members = members(of: root, "", SuiteKey.self)
        // The variables come first, because all texts may use them.
        if let node = members.value(.variables) { readVariables(node) }
        var tags: [String] = []
        for (key, node) in members {
            switch key {
            case .device: readDevice(node)
            case .project:
                suite.projectPlace = node.place
                suite.project = text(node, "project").flatMap { path($0, node, "project") }
            case .strictDevice: suite.isStrict = flag(node, "strictDevice")
            case .fixtures: readFixtures(node)
            case .tags: tags = texts(node, "tags", "a list of tags, such as [smoke]")
            case .variables, .links: break
            }
        }
        guard let links = members.value(.links) else {
            return report(start, "links is missing: write a list of links with what is expected of them")
        }
        guard let elements = links.elements, !elements.isEmpty else {
            return report(links.place, "links: write a list, each with link: and what is expected, such as opens: app")
        }
        suite.links.reserveCapacity(elements.count)
        for element in elements { if let link = link(element, tags: tags) { suite.links.append(link) } }
        checkFixtures()
    }

    // MARK: The top of a suite

    private mutating func readVariables(_ node: YAMLNode) {
        guard let members = node.members else {
            return report(node.place, "variables: write names with texts, such as shop: https://shop.example.com")
        }
        for member in members {
            guard SuiteVariables.isName(member.name) else {
                let rule = "a name has letters, digits, _ and -, and begins with a letter or _"
                report(member.place, "variables: \(member.name.prefix(80)): \(rule)")
                continue
            }
            guard let text = member.value.text, !member.value.isNull else {
                report(member.value.place, "variables: \(member.name): \(Self.textAdvice(member.value))")
                continue
            }
            variables.values[member.name] = text
        }
    }

    private mutating func readDevice(_ node: YAMLNode) {
        suite.devicePlace = node.place
        guard let text = text(node, "device") else { return }
        if let name = Suite.Device.names.first(where: { $0.lowercased() == text.lowercased() }) {
            suite.device = .named(name)
        } else if text.lowercased().hasSuffix(".json") {
            if let path = path(text, node, "device") { suite.device = .file(path) }
        } else {
            report(node.place, "device: \(Self.unknown(text, Suite.Device.names)), or a JSON file beside the suite")
        }
    }

    private mutating func readFixtures(_ node: YAMLNode) {
        for (key, node) in members(of: node, "fixtures", FixtureKey.self) {
            guard let files = node.members else {
                let example = key == .pages ? "https://shop.example.com/item/7: item.html" : "shop.example.com: \(key.rawValue).json"
                report(node.place, "fixtures: \(key.rawValue): write files beside the suite, such as {\(example)}")
                continue
            }
            for file in files { readFixture(key, file) }
        }
    }

    private mutating func readFixture(_ key: FixtureKey, _ file: YAMLNode.Member) {
        let what = "fixtures: \(key.rawValue): \(file.name.prefix(200))"
        guard let text = text(file.value, what), let path = path(text, file.value, what) else { return }
        guard let name = expanded(file.name, file.place, what) else { return }
        switch key {
        case .pages:
            guard let url = LinkURL(name), url.isWeb, url.host?.isEmpty == false else {
                return report(file.place, "\(what): write the URL of a page, such as https://shop.example.com/item/7")
            }
            guard !suite.pages.contains(where: { $0.key == url }) else { return report(file.place, "\(what): write each page once") }
            suite.pages.append(Suite.Fixture(key: url, path: path, place: file.value.place))
        case .aasa, .assetlinks:
            guard !name.contains("/"), !name.contains("?"), let host = WebSite("https://" + name)?.host else {
                return report(file.place, "\(what): write a host, such as shop.example.com")
            }
            let fixture = Suite.Fixture(key: host, path: path, place: file.value.place)
            let known = key == .aasa ? suite.aasa : suite.assetLinks
            guard !known.contains(where: { $0.key == host }) else { return report(file.place, "\(what): write each host once") }
            if key == .aasa { suite.aasa.append(fixture) } else { suite.assetLinks.append(fixture) }
        }
    }

    /// Returns the path of a file, relative to the folder of the suite. An absolute path is a mistake, because a suite may come from a
    /// stranger. A path can still leave the folder through `..`.
    private mutating func path(_ text: String, _ node: YAMLNode, _ name: String) -> String? {
        if !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("~"), !text.utf8.contains(0) { return text }
        report(node.place, "\(name): write the path of a file relative to the suite")
        return nil
    }

    /// Checks that each link has the files that its expectations need.
    private mutating func checkFixtures() {
        let (aasa, assetLinks) = (Set(suite.aasa.map(\.key)), Set(suite.assetLinks.map(\.key)))
        let pages = Set(suite.pages.map(\.key))
        for link in suite.links {
            let url = LinkURL(link.link)
            for expectation in link.expectations {
                let host = url.flatMap { WebSite.host(of: $0) }
                switch expectation.content {
                case .aasa, .assetlinks:
                    // Association files do not decide about a link that has an obstacle or no host.
                    guard !isOnline, LinkObstacle(url) == nil, let host else { continue }
                    let hosts = if case .aasa = expectation.content { aasa } else { assetLinks }
                    guard !hosts.contains(host) else { continue }
                    let key = expectation.key.rawValue
                    report(expectation.place, "\(key): fixtures has no \(key) file for \(host)")
                case .resolves:
                    guard let url, url.isWeb else {
                        report(expectation.place, "resolves: only a web link has a page")
                        continue
                    }
                    guard !isOnline, !pages.contains(url), !pages.contains(url.withoutFragment) else { continue }
                    report(expectation.place, "resolves: fixtures has no page for \(url.text.prefix(200))")
                default: continue
                }
            }
        }
    }

    // MARK: Values of a suite, and their mistakes

    /// Whether the maximum number of mistakes has been found.
    var hasMostProblems: Bool { problems.count >= Self.mostProblems }

    /// - Parameter message: What is wrong. It is computed only if it is reported, because finding the intended word takes long.
    mutating func report(_ place: YAMLPlace, _ message: @autoclosure () -> String) {
        if !hasMostProblems { problems.append(YAMLProblem(place, message())) }
    }

    /// Returns the values of a mapping in its order. An unknown name is a mistake.
    ///
    /// - Parameter name: The name of the mapping; empty for the whole suite.
    mutating func members<Key: RawRepresentable<String> & CaseIterable>(
        of node: YAMLNode, _ name: String, _: Key.Type
    ) -> [(key: Key, value: YAMLNode)] {
        let known = Key.allCases.map(\.rawValue)
        let prefix = name.isEmpty ? "" : "\(name): "
        guard let members = node.members else {
            report(node.place, "\(prefix)write \(known.joined(separator: ", ")) with values")
            return []
        }
        return members.compactMap { member in
            if let key = Key(rawValue: member.name) { return (key, member.value) }
            report(member.place, "\(prefix)\(Self.unknown(member.name, known))")
            return nil
        }
    }

    /// Says that a word is not known, and which words are.
    static func unknown(_ word: String, _ known: [String]) -> String {
        let shown = word.count > 80 ? "\(word.prefix(80))…" : word
        if let near = NearestWord.to(word, among: known) { return "\"\(shown)\" is not known; did you mean \(near)?" }
        return "\"\(shown)\" is not known; use \(known.joined(separator: ", "))"
    }

    /// Returns a text with the values of its variables.
    mutating func text(_ node: YAMLNode, _ name: String) -> String? {
        guard let text = node.text, !node.isNull else {
            report(node.place, "\(name): \(Self.textAdvice(node))")
            return nil
        }
        return expanded(text, node.place, name)
    }

    mutating func expanded(_ text: String, _ place: YAMLPlace, _ name: String) -> String? {
        do throws(SuiteVariables.Problem) {
            return try variables.expanded(text)
        } catch {
            switch error {
            case .unknown(let variable):
                let nearest = hasMostProblems ? nil : variables.nearest(to: variable)
                let advice = nearest.map { "did you mean \($0)?" } ?? "write it under variables"
                report(place, "\(name): the variable \(variable) is not known; \(advice)")
            case .tooLong: report(place, "\(name): the values of the variables make the text too long")
            }
            return nil
        }
    }

    /// Says what to write in place of a value that is not a text.
    static func textAdvice(_ node: YAMLNode) -> String {
        if node.isNull { return "write a text" }
        guard node.members != nil else { return "write one text" }
        return "write a text; put it in quotes if it begins with {{ or contains a colon and a space"
    }

    /// Returns the texts of a list. A single text needs no list.
    mutating func texts(_ node: YAMLNode, _ name: String, _ expected: String) -> [String] {
        if node.text != nil, !node.isNull { return [text(node, name)].compactMap(\.self) }
        guard let elements = node.elements else {
            report(node.place, "\(name): write \(expected)")
            return []
        }
        return elements.compactMap { text($0, name) }
    }

    mutating func flag(_ node: YAMLNode, _ name: String) -> Bool {
        if case .scalar(let text, true) = node.content, let flag = Bool(text) { return flag }
        report(node.place, "\(name): write true or false")
        return false
    }

    /// Returns one of the known words.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: YAMLNode, _ name: String, _: Word.Type) -> Word? {
        guard let text = text(node, name) else { return nil }
        if let word = Word(rawValue: text) { return word }
        report(node.place, "\(name): \(Self.unknown(text, Word.allCases.map(\.rawValue)))")
        return nil
    }
}

extension [(key: SuiteKey, value: YAMLNode)] {
    fileprivate func value(_ key: SuiteKey) -> YAMLNode? { first { $0.key == key }?.value }
}
