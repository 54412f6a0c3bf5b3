import Bytes
import Projects

/// Checks the intent filters of AndroidManifest.xml that open links.
struct ManifestLint {
    private let pieces: XMLPieces
    private let sites: AppSites
    private(set) var findings: [LintFinding] = []
    /// The first `targetSdkVersion`, that of Android 12, that requires `android:exported` of each activity with an intent filter.
    private static let firstToRequireExported = 31
    private var package: String?
    private var isExported: Bool?
    /// The place of the name of the open activity, if the activity lacks a required `android:exported`.
    private var unsaid: Range<Int>?
    /// The `targetSdkVersion` of the app, if the manifest has it.
    private var targetVersion: Int?
    private var filter: ManifestFilter?

    init(_ pieces: XMLPieces, sites: AppSites) {
        self.pieces = pieces
        self.sites = sites
        run()
    }

    private mutating func run() {
        for case .opening(let tag) in pieces.all where tag.name == "uses-sdk" {
            targetVersion = value(tag, "android:targetSdkVersion").flatMap { Int($0.string) }
        }
        for piece in pieces.all where findings.count < LinkLint.mostFindings {
            switch piece {
            case .opening(let tag): open(tag)
            case .closing("intent-filter", _): if let filter = filter.take() { check(filter) }
            case .closing, .text: break
            }
        }
    }

    private func value(_ tag: XMLPieces.Tag, _ name: String) -> ManifestFilter.Value? {
        tag.value(of: name).map { ManifestFilter.Value(text: pieces.text($0).bytes, range: $0) }
    }

    private mutating func open(_ tag: XMLPieces.Tag) {
        let name = value(tag, "android:name")?.string ?? ""
        switch tag.name {
        case "manifest": package = value(tag, "package").flatMap { $0.isFilledIn ? nil : $0.string }
        case "activity", "activity-alias": openActivity(tag)
        case "service", "receiver", "provider": (isExported, unsaid) = (nil, nil)
        case "intent-filter":
            if let activity = unsaid.take() {
                report(
                    .manifestExported,
                    "The activity has an intent filter but no android:exported. Android 12 and later do not install such an app if its "
                        + "targetSdkVersion is 31 or higher.",
                    at: activity)
            }
            guard !tag.isEmpty else { return }
            let isVerified = value(tag, "android:autoVerify")?.string == "true"
            filter = ManifestFilter(place: tag.place, isVerified: isVerified, isExported: isExported)
        case "action": filter?.actions.insert(name)
        case "category": filter?.categories.insert(name)
        case "data": addData(tag)
        default: break
        }
    }

    private mutating func openActivity(_ tag: XMLPieces.Tag) {
        let exported = value(tag, "android:exported")
        isExported = exported.flatMap { Bool($0.string) }
        // Another manifest that is merged with this one may have `android:exported`.
        let isMerged = tag.attributes.contains { $0.name.hasPrefix("tools:") && $0.name != "tools:ignore" }
        let isOld = targetVersion.map { $0 < Self.firstToRequireExported } ?? false
        unsaid = exported == nil && !isMerged && !isOld ? tag.place : nil
    }

    private mutating func addData(_ tag: XMLPieces.Tag) {
        if let scheme = value(tag, "android:scheme") { filter?.schemes.append(scheme) }
        if let host = value(tag, "android:host") { filter?.hosts.append(host) }
        if let port = value(tag, "android:port") { filter?.ports.append(port) }
        if tag.value(of: "android:mimeType") != nil { filter?.hasType = true }
        for name in ["android:path", "android:pathPrefix", "android:pathPattern", "android:pathAdvancedPattern", "android:pathSuffix"] {
            if let path = value(tag, name) { filter?.paths.append((name, path)) }
        }
    }

    // MARK: A filter

    private mutating func check(_ filter: ManifestFilter) {
        for scheme in filter.schemes where !scheme.isFilledIn { check(scheme: scheme) }
        for host in filter.hosts where !host.isFilledIn { check(host: host) }
        for port in filter.ports where !port.isFilledIn { check(port: port) }
        for path in filter.paths where !path.value.isFilledIn { check(path.name, path.value) }
        if filter.schemes.isEmpty, let host = filter.hosts.first {
            report(.manifestFilter, "The filter has a host but no android:scheme, so Android ignores the host.", at: host.range)
        } else if filter.hosts.isEmpty, let path = filter.paths.first, !filter.hasType {
            report(.manifestFilter, "The filter has a path but no android:host, so Android ignores the path.", at: path.value.range)
        }
        if filter.isVerified { checkVerified(filter) } else { checkLink(filter) }
    }

    private mutating func check(scheme: ManifestFilter.Value) {
        if let problem = DeclaredScheme.problem(scheme.text) {
            report(.manifestScheme, "No link matches the scheme \"\(scheme.string)\": \(problem).", at: scheme.range)
        } else if scheme.string != scheme.string.lowercased() {
            report(
                .manifestScheme,
                "Schemes are case-sensitive on Android and browsers write them in lowercase, so links in web pages do not open the app. "
                    + "Write \(scheme.string.lowercased()).",
                at: scheme.range)
        }
    }

    private mutating func check(host: ManifestFilter.Value) {
        let text = host.string
        let problem: String? =
            if text.contains("://") {
                "it has a scheme, which belongs in android:scheme"
            } else if text.contains("/") {
                "it has a path, which belongs in android:path, pathPrefix or pathPattern"
            } else if text.contains(":"), !text.hasPrefix("[") {
                "it has a port, which belongs in android:port"
            } else if text.dropFirst().contains("*") {
                "* is allowed only as the first character of a host, as in *.example.com"
            } else {
                nil
            }
        if let problem { report(.manifestHost, "No link matches the host \"\(text)\": \(problem).", at: host.range) }
    }

    private mutating func check(port: ManifestFilter.Value) {
        if let number = Int(port.string), (0...65535).contains(number) { return }
        report(.manifestPort, "No link matches the port \"\(port.string)\": a port is a number from 0 to 65535.", at: port.range)
    }

    private mutating func check(_ name: String, _ path: ManifestFilter.Value) {
        let text = path.string
        let mayBegin = name == "android:pathPattern" || name == "android:pathAdvancedPattern" ? "/.[" : "/"
        if name != "android:pathSuffix", let first = text.first, !mayBegin.contains(first) {
            report(.manifestPath, "No link matches the path \"\(text)\": the path of a link begins with a slash.", at: path.range)
        } else if name != "android:pathAdvancedPattern", let sign = text.first(where: { "?#".contains($0) }) {
            let part = sign == "?" ? "query" : "fragment"
            report(
                .manifestPath, "No link matches the path \"\(text)\": Android compares only the path, without the \(part).", at: path.range)
        } else {
            checkStars(name, path)
        }
    }

    /// Reports the first `*` in a path that Android does not read as any text, which the author of a path such as `/item/*` means.
    private mutating func checkStars(_ name: String, _ path: ManifestFilter.Value) {
        let text = path.text
        guard let star = text.indices.first(where: { text[$0] == UInt8(ascii: "*") && !Self.isRepetition($0, of: text, in: name) }) else {
            return
        }
        switch name {
        case "android:pathPattern", "android:pathAdvancedPattern":
            let before = star == 0 ? "nothing" : String(decoding: text[..<star], as: UTF8.self).suffix(1)
            report(
                .manifestPath,
                "In \(name), * repeats the character before it, here \(before). Write .* for any text.", at: path.range)
        default:
            let isPrefix = name == "android:pathPrefix"
            let advice =
                isPrefix && star == text.count - 1
                ? "Write \(String(decoding: text[..<star], as: UTF8.self)): a prefix needs no *."
                : "Use android:pathPattern, with .* for any text."
            report(.manifestPath, "In \(name), * is only itself and does not stand for any text. \(advice)", at: path.range)
        }
    }

    /// Returns whether a `*` follows something that patterns repeat, or a backslash.
    private static func isRepetition(_ star: Int, of text: [UInt8], in name: String) -> Bool {
        guard star > 0 else { return false }
        switch name {
        case "android:pathPattern": return ".\\".utf8.contains(text[star - 1])
        case "android:pathAdvancedPattern": return text[star - 1] != UInt8(ascii: "/")
        default: return false
        }
    }

    // MARK: Verification

    private mutating func checkVerified(_ filter: ManifestFilter) {
        let lack: String? =
            if !filter.isView {
                "the action android.intent.action.VIEW"
            } else if !filter.isBrowsable {
                "the category android.intent.category.BROWSABLE"
            } else if filter.schemes.isEmpty {
                "android:scheme=\"https\""
            } else if filter.hosts.isEmpty {
                "android:host"
            } else {
                nil
            }
        if let lack {
            return report(
                .manifestVerify, "Android does not verify this filter, because it lacks \(lack). Its web links open in the browser.",
                at: filter.place)
        }
        if let other = filter.schemes.first(where: { !$0.isFilledIn && !ManifestFilter.web.contains($0.string.lowercased()) }) {
            report(
                .manifestVerify,
                "Android verifies only filters whose schemes are all http or https, so web links of this filter open in the browser. "
                    + "Move \(other.string) to a filter of its own.",
                at: other.range)
        }
        checkReach(filter)
        var told: Set<String> = []
        for host in filter.hosts where !host.isFilledIn && told.insert(host.string).inserted {
            guard let problem = sites.androidProblem(of: host.string, package: package) else { continue }
            report(.notAssociated, "Links to \(host.string) open in the browser: \(problem).", at: host.range)
        }
    }

    /// Checks a filter for links that Android does not verify.
    private mutating func checkLink(_ filter: ManifestFilter) {
        guard filter.isView, !filter.hasType, !filter.schemes.isEmpty, !filter.isFilledIn,
            !filter.schemes.contains(where: { ManifestFilter.data.contains($0.string.lowercased()) })
        else { return }
        checkReach(filter)
    }

    /// Checks whether links from other apps can reach the component.
    private mutating func checkReach(_ filter: ManifestFilter) {
        if filter.isBrowsable, filter.isExported == false {
            report(
                .manifestFilter, "The component has android:exported=\"false\", so links from browsers and other apps do not open it.",
                at: filter.place)
        } else if filter.isBrowsable, !filter.isDefault {
            report(
                .manifestFilter,
                "The filter lacks the category android.intent.category.DEFAULT, so links do not open the component.",
                at: filter.place)
        }
    }

    private mutating func report(_ code: LintCode, _ message: String, at range: Range<Int>) {
        findings.append(LintFinding(code, message, at: range))
    }
}

/// An intent filter of AndroidManifest.xml.
struct ManifestFilter {
    struct Value {
        var text: [UInt8]
        var range: Range<Int>

        var string: String { String(decoding: text, as: UTF8.self) }
        var isFilledIn: Bool { DeclaredScheme.isFilledIn(text) }
    }

    /// The bytes of the element's name.
    var place: Range<Int>
    var isVerified: Bool
    /// Whether other apps may start the component; nil if the manifest does not say, or a build fills it in.
    var isExported: Bool?
    var actions: Set<String> = []
    var categories: Set<String> = []
    var schemes: [Value] = []
    var hosts: [Value] = []
    var ports: [Value] = []
    var paths: [(name: String, value: Value)] = []
    var hasType = false

    var isView: Bool { actions.contains("android.intent.action.VIEW") }
    var isBrowsable: Bool { categories.contains("android.intent.category.BROWSABLE") }
    var isDefault: Bool { categories.contains("android.intent.category.DEFAULT") }
    var isFilledIn: Bool { (schemes + hosts).contains(where: \.isFilledIn) }

    /// The schemes that web pages use.
    static let web: Set = ["http", "https"]
    /// The schemes of data that apps pass to each other, which links do not have.
    static let data: Set = ["content", "file"]
}

/// A scheme that an app declares, or says that it opens.
enum DeclaredScheme {
    /// Returns what keeps a text from being a scheme, without a final period; nil if it is one.
    static func problem(_ text: [UInt8]) -> String? {
        if text.isEmpty { return "it is empty" }
        if let sign = text.firstIndex(where: { ":/".utf8.contains($0) }) {
            return "a scheme ends before the colon; write \(String(decoding: text[..<sign], as: UTF8.self))"
        }
        if !ByteClass.isLetter(text[0]) { return "a scheme begins with a letter" }
        let bad = String(decoding: text, as: UTF8.self).first { !$0.utf8.allSatisfy(ByteClass.isSchemeTail) }
        return bad.map { "a scheme can contain only letters, digits, +, - and dots; this one contains \(words(for: $0))" }
    }

    private static func words(for character: Character) -> String {
        if character == " " { return "a space" }
        // A character may have any number of combining marks.
        return character.isWhitespace || character.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
            ? "a space or control character" : String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }

    /// Returns whether a build fills in a part of a text: `$(NAME)`, `${NAME}`, `@string/name`.
    static func isFilledIn(_ text: [UInt8]) -> Bool {
        text.contains(UInt8(ascii: "$")) || text.contains(UInt8(ascii: "{")) || text.first == UInt8(ascii: "@")
            || text.first == UInt8(ascii: "?")
    }
}
