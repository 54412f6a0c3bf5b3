import Bytes
import Deciding
import LinkLayers

/// What is wrong with one intent filter for links, whatever wrote it: rules that its own text breaks, so that links do not do what the author
/// means. Nothing here needs another file.
struct FilterFindings {
    private(set) var all: [ProjectFinding] = []
    private let claim: FilterClaim
    private let targetSDK: Int?
    private let place: SourcePlace

    private static let mostFindings = 50

    init(_ claim: FilterClaim, targetSDK: Int?, at place: SourcePlace) {
        (self.claim, self.targetSDK, self.place) = (claim, targetSDK, place)
        for datum in claim.data where all.count < Self.mostFindings && !Self.isFilledIn(datum) {
            check(datum)
        }
        checkReach()
        // The author has seen what Android's lint says about the filter, and keeps it.
        if claim.data.contains(where: \.isAccepted) {
            for index in all.indices where all[index].severity == .warning { all[index].severity = .note }
        }
        checkVerification()
        if claim.data.allSatisfy(\.isKnown) { checkPool() }
        checkGroups()
    }

    private mutating func add(
        _ code: ProjectCode, _ severity: Finding.Severity, _ message: String, _ repair: String, at place: SourcePlace?
    ) {
        all.append(ProjectFinding(code, severity, message, repair: repair, at: place ?? self.place))
    }

    /// Returns whether the build, or the generator whose template the file is, fills in a part of a value.
    private static func isFilledIn(_ datum: FilterClaim.Datum) -> Bool {
        guard datum.isKnown, datum.name.hasPrefix("path") else { return !datum.isKnown || DeclaredScheme.isFilledIn(datum.value) }
        // Single braces are a part of advanced patterns, or the parameters of a route, and a $ at the end is meant as a pattern.
        return datum.value.dropLast().contains("$") || datum.value.contains("{{") || datum.value.first.map("@?".contains) ?? false
    }

    private func first(_ name: String) -> FilterClaim.Datum? { claim.data.first { $0.name == name } }
    private var firstPath: FilterClaim.Datum? { claim.data.first { $0.name.hasPrefix("path") } }

    // MARK: One value

    private mutating func check(_ datum: FilterClaim.Datum) {
        switch datum.name {
        case "scheme": check(scheme: datum)
        case "host": check(host: datum)
        case "port": check(port: datum)
        case "mimeType": check(type: datum)
        case _ where FilterClaim.pattern(datum.name, "path", "") != nil: check(path: datum)
        case _ where FilterClaim.pattern(datum.name, "ssp", "") != nil: check(part: datum)
        case "mimeGroup": break
        default: check(other: datum)
        }
    }

    /// Checks an attribute that counts only in a group, or in no version of Android.
    private mutating func check(other datum: FilterClaim.Datum) {
        if ["query", "fragment"].contains(where: { FilterClaim.pattern(datum.name, $0, "") != nil }) {
            let message = "Here Android ignores android:\(datum.name): it reads the attribute only in a <uri-relative-filter-group>."
            let repair = "Move the attribute into such a group, which Android 15 and later read."
            return add(.groupIgnored, .warning, message, repair, at: datum.place)
        }
        let message = "Android ignores android:\(datum.name), because <data> has no attribute of this name."
        add(.patternMistake, .warning, message, "Remove the attribute, or correct its name.", at: datum.place)
    }

    private mutating func check(scheme datum: FilterClaim.Datum) {
        let quoted = Quote.shortened(datum.value)
        // Beside other schemes, the empty one is for intents whose data has none, such as the path of a file.
        if datum.value.isEmpty, claim.filter.schemes.contains(where: { !$0.isEmpty }) { return }
        if let problem = DeclaredScheme.problem(datum.value) {
            let message = "No link matches the scheme \(quoted): \(problem)."
            let repair = DeclaredScheme.meant(by: datum.value) ?? "Write the scheme alone, such as myapp or https."
            add(.schemeMalformed, .error, message, repair, at: datum.place)
        } else if let web = Self.misspelled(datum.value) {
            add(.schemeMalformed, .warning, "No web link has the scheme \(quoted).", "Write \(web).", at: datum.place)
        } else if let reason = KnownHost(datum.value).end {
            let message = "\(reason), and \(quoted) is a host, which no link has as its scheme."
            add(.deadService, .warning, message, "Remove the scheme.", at: datum.place)
        } else if case let lower = datum.value.lowercased(), lower != datum.value, !claim.filter.schemes.contains(lower) {
            // Beside its usual spelling, one in capitals is for the QR codes that have it.
            let message =
                "Android compares schemes with case and browsers send them in lowercase, so links in web pages do not match \(quoted)."
            add(.schemeCapitals, .error, message, "Write \(lower).", at: datum.place)
        }
    }

    /// Returns the scheme of web links that a scheme such as `htps` is meant to be.
    private static func misspelled(_ scheme: String) -> String? {
        scheme.hasPrefix("h") && !FilterClaim.web.contains(scheme.lowercased()) ? NearestWord.to(scheme, among: ["https", "http"]) : nil
    }

    /// Returns why no link of a filter has a text as its host, without a final period. Other links than those of the web may have an empty
    /// host: `shop:///item`.
    static func problem(ofHost host: String, in claim: FilterClaim) -> String? {
        if host.isEmpty { return claim.hasWebScheme || claim.filter.schemes.isEmpty ? "it is empty" : nil }
        if host.hasPrefix(".") { return "it begins with a dot; subdomains are *\(host)" }
        if host.contains("://") { return "it has a scheme, which belongs in android:scheme" }
        if host.contains("/") { return "it has a path, which belongs in android:path, pathPrefix or pathPattern" }
        if host.contains("@") { return "it has a user name, which no link of a browser keeps" }
        if host.contains(":"), !host.hasPrefix("[") { return "it has a port, which belongs in android:port" }
        if host.dropFirst().contains("*") { return "* is allowed only as the first character, as in *.example.com" }
        if host.utf8.contains(where: ByteClass.isBlank) { return "it has a space" }
        if host.contains(where: { "?#@".contains($0) }) { return "a host has no ?, # or @" }
        return host.utf8.allSatisfy { $0 < 0x80 } ? nil : "browsers send such a name in its ASCII form, which begins with xn--"
    }

    private mutating func check(host datum: FilterClaim.Datum) {
        let host = datum.value
        // What stands before an @ may be a password.
        let quoted = Quote.shortened(host.lastIndex(of: "@").map { "…" + host[$0...] } ?? host)
        if let problem = Self.problem(ofHost: host, in: claim) {
            add(.hostMalformed, .error, "No link matches the host \(quoted): \(problem).", "Write the host alone.", at: datum.place)
        } else if let reason = KnownHost(host).end {
            let message = "\(reason), so no link to \(quoted) opens the app any more."
            add(.deadService, .warning, message, "Remove the host.", at: datum.place)
        } else if KnownHost.placeholders.contains(host) {
            let message = "\(quoted) is the placeholder of instructions, so no link of the app matches it."
            add(.hostMalformed, .warning, message, "Write the host of the app's site, or remove the host.", at: datum.place)
        } else if host == "*", claim.filter.isVerifiedAutomatically, claim.hasWebScheme {
            let message = "Android never verifies the host *, so links to hosts that the filter does not name open the browser."
            add(.hostWildcard, .warning, message, "Write the hosts of the app.", at: datum.place)
        } else if host.hasPrefix("*"), host.count > 1, !host.hasPrefix("*.") {
            let message = "\(quoted) matches every host with this ending, also the hosts of other owners, and Android never verifies it."
            add(.hostWildcard, .warning, message, "Write *.\(host.dropFirst()).", at: datum.place)
        } else if host.hasPrefix("*."), datum == claim.data.first(where: { $0.name == "host" && $0.value == host }),
            !claim.filter.authorities.contains(where: { $0.host == host.dropFirst(2) })
        {
            let bare = host.dropFirst(2)
            let message = "\(quoted) matches the subdomains only, not \(Quote.shortened(String(bare)))."
            add(
                .hostWildcard, .note, message, "Add a <data> element with the host \(bare) if links to it shall open the app.",
                at: datum.place)
        }
    }

    private mutating func check(port datum: FilterClaim.Datum) {
        let quoted = Quote.shortened(datum.value)
        let schemes = claim.filter.schemes
        guard let port = Int(datum.value), (0...65_535).contains(port) else {
            let message = "No link matches the port \(quoted): a port is a number from 0 to 65535."
            return add(.portMalformed, .error, message, "Write the number of the port, or remove it.", at: datum.place)
        }
        if !claim.data.contains(where: { $0.name == "host" && $0.element == datum.element }) {
            let message = "Android ignores the port \(quoted), because its <data> element has no host."
            add(.portMalformed, .warning, message, "Put the host and the port into one <data> element.", at: datum.place)
        } else if port == 443 && schemes.contains("https") || port == 80 && schemes.contains("http") {
            let message = "Only links with a written port match, such as https://example.com:443/. Hardly any link has one."
            add(.portWritten, .warning, message, "Remove android:port.", at: datum.place)
        }
    }

    private mutating func check(type datum: FilterClaim.Datum) {
        let types = claim.data.filter { $0.name == "mimeType" }
        guard types.first?.place == datum.place else { return }
        let asked = (types.count == 1 ? "the type " : "types such as ") + Quote.shortened(datum.value)
        let message = "This filter asks for \(asked). A tapped link has no type, so the filter never gets it."
        let repair = "Put android:mimeType into a filter of its own, without the links."
        add(.typeInFilter, .note, message, repair, at: datum.place)
    }

    // MARK: Paths

    private mutating func check(path datum: FilterClaim.Datum) {
        // Without a host, Android ignores the path, and that is said once.
        guard !claim.filter.authorities.isEmpty else { return }
        let (name, text, quoted) = (datum.name, datum.value, Quote.shortened(datum.value))
        if !text.hasPrefix("^"), FilterClaim.pattern(name, "path", text)?.takesPaths == false {
            let message = "No link matches the path \(quoted): the path of a link begins with a slash."
            return add(.pathNoSlash, .error, message, "Write /\(text).", at: datum.place)
        }
        if name != "pathAdvancedPattern", let sign = text.first(where: { "?#".contains($0) }) {
            let part = sign == "?" ? "query" : "fragment"
            let message = "No link matches the path \(quoted): Android compares the path alone, without the \(part)."
            let repair = "Remove the \(part). From Android 15 on, <uri-relative-filter-group> compares it."
            return add(.pathQuery, .error, message, repair, at: datum.place)
        }
        if let escape = Self.escape(in: text) {
            let message =
                "Android decodes a link's path before it compares the path, so \(escape) in \(quoted) does not match the links that it is meant for."
            add(.pathEscaped, .warning, message, "Write the character itself.", at: datum.place)
        }
        if text == "/" { checkRoot(datum) }
        if let twin = claim.data.first(where: { $0.name == name && $0.value != text && $0.value.lowercased() == text.lowercased() }),
            twin.value > text
        {
            let message = "Android compares paths with case, so \(quoted) and \(Quote.shortened(twin.value)) leave out other spellings."
            add(.patternMistake, .note, message, "Use android:pathAdvancedPattern with sets such as [aA] (Android 12).", at: datum.place)
        }
        checkStars(datum)
        checkPattern(datum)
    }

    /// Checks the path `/`, which takes all paths as a prefix, and one page by itself.
    private mutating func checkRoot(_ datum: FilterClaim.Datum) {
        let (paths, isOwn) = (claim.data.filter { $0.name.hasPrefix("path") && $0.value != "/" }, !claim.hasWebScheme)
        if datum.name == "pathPrefix", !paths.isEmpty {
            let message = "The prefix / matches every path of every host of the filter, so the other paths have no effect."
            add(.pathRoot, .warning, message, "Remove the prefix, or the other paths.", at: datum.place)
        } else if datum.name == "pathPrefix" {
            let message =
                "The prefix / excludes links without a path, such as https://example.com. Browsers add the slash, other apps may not."
            add(.pathRoot, .note, message, "Remove the path to match all links to the host.", at: datum.place)
        } else if datum.name == "path", paths.isEmpty, isOwn, let scheme = first("scheme"), let host = first("host"),
            scheme.place != datum.place
        {
            let link = "\(scheme.value)://\(host.value)"
            let message = "The path / matches only \(link)/, and not \(link) or \(link)?id=7, which have no path."
            add(.pathRoot, .warning, message, "Remove the path.", at: datum.place)
        }
    }

    /// Checks what a link has after its scheme. A part that matches stands for the host and the path, too.
    private mutating func check(part datum: FilterClaim.Datum) {
        let quoted = Quote.shortened(datum.value)
        if claim.hasWebScheme, !datum.name.hasSuffix("Suffix"), !["/", ".", "\\"].contains(datum.value.prefix(1)) {
            let message =
                "No web link matches \(quoted) in android:\(datum.name): after its scheme, a web link has two slashes and the host."
            add(.patternMistake, .error, message, "Use android:host and android:path.", at: datum.place)
        } else if let host = first("host") {
            let message = "A link that matches android:\(datum.name) opens the app whatever its host is, so android:host does not limit it."
            add(.patternMistake, .warning, message, "Remove android:\(datum.name), or the host.", at: host.place)
        } else if claim.hasWebScheme, !claim.filter.isVerifiedAutomatically {
            let message =
                "Android cannot verify a filter with android:\(datum.name), so web links open the browser on Android 12 and later."
            add(.notVerified, .warning, message, "Use android:host and android:path.", at: datum.place)
        }
    }

    /// Returns the first `%` with two hexadecimal digits.
    private static func escape(in text: String) -> String? {
        let bytes = Array(text.utf8)
        let start = bytes.indices.dropLast(2).first { index in
            bytes[index] == UInt8(ascii: "%") && bytes[index + 1...index + 2].allSatisfy { ByteClass.hexadecimal($0) != nil }
        }
        return start.map { String(decoding: bytes[$0..<$0 + 3], as: UTF8.self) }
    }

    /// Reports the first `*` that Android does not read as any text, which the author of a path such as `/item/*` means.
    private mutating func checkStars(_ datum: FilterClaim.Datum) {
        let text = Array(datum.value.utf8)
        let isStar = { (index: Int) in text[index] == UInt8(ascii: "*") && !Self.isRepetition(index, of: text, in: datum.name) }
        guard let star = text.indices.first(where: isStar) else { return }
        if datum.name.hasSuffix("Pattern") {
            let before = star == 0 ? "nothing" : String(decoding: text[..<star], as: UTF8.self).suffix(1)
            let message = "In \(datum.name), * repeats the character before it, here \(before). It does not stand for any text."
            return add(.patternMistake, .warning, message, "Write .* for any text.", at: datum.place)
        }
        let isEnd = datum.name == "pathPrefix" && star == text.count - 1
        let beginning = String(decoding: text[..<star], as: UTF8.self)
        let repair = isEnd ? "Write \(beginning): a prefix needs no *." : "Use android:pathPattern, with .* for any text."
        add(.patternMistake, .warning, "In \(datum.name), * matches only the character *, not any text.", repair, at: datum.place)
    }

    /// Returns whether a `*` follows something that patterns repeat, or a backslash.
    private static func isRepetition(_ star: Int, of text: [UInt8], in name: String) -> Bool {
        guard star > 0 else { return false }
        switch name {
        case "pathPattern": return ".\\".utf8.contains(text[star - 1])
        case "pathAdvancedPattern": return text[star - 1] != UInt8(ascii: "/")
        default: return false
        }
    }

    /// Returns the first sign of a regular expression, or of a route's parameter, in a path that has neither.
    private static func expressionSign(in datum: FilterClaim.Datum) -> String? {
        guard datum.name != "pathAdvancedPattern" else { return nil }
        let isPattern = datum.name == "pathPattern"
        if isPattern, datum.value.contains(".+") || datum.value.contains("]+") { return datum.value.contains("[") ? "[" : "+" }
        if isPattern, datum.value.hasSuffix("$") { return "$" }
        if isPattern, let letters = ["\\d", "\\w", "\\s"].first(where: datum.value.contains) { return letters }
        if datum.value.contains("/:") { return ":" }
        return datum.value.first { "[{".contains($0) || isPattern && "(|^".contains($0) }.map(String.init)
    }

    private mutating func checkPattern(_ datum: FilterClaim.Datum) {
        let text = datum.value
        if datum.name == "pathAdvancedPattern", FilterClaim.pattern(datum.name, "path", text)?.isValid == false {
            let message = "Android does not install an app with the pattern \(Quote.shortened(text)), because it cannot read it."
            return add(.patternMistake, .error, message, "Close each bracket, and repeat a character or a set only once.", at: datum.place)
        }
        if let sign = Self.expressionSign(in: datum) {
            let message = "android:\(datum.name) is neither a regular expression nor a route, so \(sign) has no meaning in it."
            let repair =
                ["[", "+", "\\d", "\\w", "\\s"].contains(sign)
                ? "Use android:pathAdvancedPattern, which has sets and + (Android 12)." : "Write .* in pathPattern for any text."
            return add(.patternMistake, .warning, message, repair, at: datum.place)
        }
        if datum.name == "pathAdvancedPattern", text.contains(where: { "()|".contains($0) }) {
            let message = "In pathAdvancedPattern, ( ) and | match only these characters: there are no groups and no alternatives."
            return add(.patternMistake, .warning, message, "Write one <data> element for each alternative.", at: datum.place)
        }
        guard datum.name.hasSuffix("Pattern"), let any = text.firstRange(of: ".*"), any.upperBound < text.endIndex else { return }
        // One pattern for each number of dots, as for names of files, leaves out none.
        let core = { (text: String) in text.replacing("\\", with: "").replacing(".*.", with: "") }
        if claim.data.contains(where: { $0.name == datum.name && $0.value != text && core($0.value) == core(text) }) { return }
        let next = text[any.upperBound...].drop { $0 == "\\" }.prefix(1)
        if datum.name == "pathAdvancedPattern" {
            let message =
                "In pathAdvancedPattern, .* takes all that is left of the path, so nothing after it can match: \(Quote.shortened(text)) matches no link."
            add(.patternMistake, .warning, message, "Write a set without what follows, such as [^/]*.", at: datum.place)
        } else {
            let message =
                "In \(Quote.shortened(text)), .* ends at the first \"\(next)\", so a path with a second \"\(next)\" does not match."
            add(.patternMistake, .note, message, "Use android:pathSuffix, or pathAdvancedPattern with [^/]+ (Android 12).", at: datum.place)
        }
    }

    // MARK: The whole filter

    /// Checks whether links from outside can reach the component.
    private mutating func checkReach() {
        let start = claim.data.first?.place
        if claim.filter.schemes.isEmpty, let host = first("host") {
            let message = "The filter has a host but no android:scheme, so it takes no links at all."
            add(.hostIgnored, .error, message, "Add <data android:scheme=\"https\" />.", at: host.place)
        } else if claim.filter.authorities.isEmpty, claim.filter.types.isEmpty, let path = firstPath {
            let message = "Android ignores the path, because the filter has no host: every link with the scheme matches."
            add(.pathIgnored, .warning, message, "Add android:host.", at: path.place)
        }
        let lacks = { (what: String) in "The filter lacks \(what), so" }
        let repair = { (element: String, name: String, written: [String]) in
            written.first { FilterClaim.means(name, $0) }.map { "Write \(name) in place of \(Quote.shortened($0))." }
                ?? "Add <\(element) android:name=\"\(name)\" />."
        }
        if !claim.isViewed {
            let message = "\(lacks("the action VIEW")) no link reaches the app."
            return add(.missingView, .error, message, repair("action", FilterClaim.view, claim.filter.actions), at: start)
        }
        if !claim.isDefault {
            let message = "\(lacks("the category DEFAULT")) no link opens it: Android looks for it whenever an app starts an activity."
            add(.missingDefault, .error, message, repair("category", AndroidFilter.defaultCategory, claim.filter.categories), at: start)
        }
        // A filter closed to other apps and to browsers is for links that the app opens itself.
        let isInternal = claim.isExported == false && !claim.isBrowsable && !claim.hasWebScheme
        if !claim.isBrowsable {
            let isVerified = claim.filter.isVerifiedAutomatically
            let message =
                lacks("the category BROWSABLE") + " it works with adb and from other apps, but not from a browser."
                + (isVerified ? " Android does not verify it, either." : "")
            // Links with a scheme of the app's own may be for widgets and notifications only.
            let isMeant = isInternal || claim.hasOwnSchemes
            let addition = repair("category", "android.intent.category.BROWSABLE", claim.filter.categories)
            add(.missingBrowsable, isVerified ? .error : isMeant ? .note : .warning, message, addition, at: start)
        }
        if claim.isExported == false {
            let message =
                "android:exported is false, so links from browsers and other apps do not open \(claim.component ?? "the component")."
            // Who switches the component off has no use for it yet.
            add(
                .notExported, claim.isEnabled && !isInternal ? .error : .note, message, "Write android:exported=\"true\".",
                at: claim.componentPlace ?? start)
        }
    }

    /// Returns whether a value is a scheme that is not of the web.
    private static func isOtherScheme(_ datum: FilterClaim.Datum) -> Bool {
        datum.name == "scheme" && !isFilledIn(datum) && !FilterClaim.web.contains(datum.value.lowercased())
            && misspelled(datum.value) == nil
    }

    private mutating func checkVerification() {
        let filter = claim.filter
        let other = claim.data.first(where: Self.isOtherScheme)
        if filter.isVerifiedAutomatically, let other, !claim.hasWebScheme {
            let message = "Android verifies web links only, so android:autoVerify has no effect here."
            add(.mixedSchemes, .note, message, "Remove android:autoVerify.", at: other.place)
        } else if filter.isVerifiedAutomatically, let other {
            // Before Android 12's rules, one good filter of the app verifies the hosts of all.
            let isOld = targetSDK.map { $0 < Self.firstStrict } ?? false
            let message = "Android verifies only filters whose schemes are all http or https, so web links of this filter open the browser."
            let repair = "Move \(other.value) to a filter of its own, without android:autoVerify."
            add(.mixedSchemes, isOld ? .warning : .error, message, repair, at: other.place)
        } else if !filter.isVerifiedAutomatically, claim.isEnabled, claim.isBrowsable, claim.isViewed, claim.isExported != false,
            filter.types.isEmpty,
            claim.data.contains(where: { $0.name == "host" && $0.value != "*" && !Self.isFilledIn($0) }),
            let web = claim.data.first(where: { $0.name == "scheme" && FilterClaim.web.contains($0.value) })
        {
            let reason =
                claim.refusesVerification ? "it has android:autoVerify=\"false\"" : "it lacks android:autoVerify=\"true\""
            let message = "Web links of this filter open the browser on Android 12 and later, because \(reason)."
            let repair = "Add android:autoVerify=\"true\" to the filter."
            add(.noAutoVerify, claim.refusesVerification ? .note : .warning, message, repair, at: web.place)
        }
        if filter.isVerifiedAutomatically, claim.hasWebScheme || filter.schemes.isEmpty, filter.authorities.isEmpty {
            let lack = filter.schemes.isEmpty ? "scheme" : "host"
            let message = "Android does not verify this filter, because it has no \(lack). Its web links open the browser."
            let repair = filter.schemes.isEmpty ? "Add <data android:scheme=\"https\" />." : "Add <data android:host=\"…\" />."
            add(.notVerified, .error, message, repair, at: claim.data.first?.place)
        }
    }

    /// The first version of Android, by its API level, that verifies only filters with nothing but web schemes.
    private static let firstStrict = 31

    /// Reports elements that read like a list of links, although each scheme goes with each host and each path.
    private mutating func checkPool() {
        var elements: [(number: Int, data: [FilterClaim.Datum])] = []
        for datum in claim.data where ["scheme", "host", "port"].contains(datum.name) || datum.name.hasPrefix("path") {
            if elements.last?.number != datum.element { elements.append((datum.element, [])) }
            elements[elements.count - 1].data.append(datum)
        }
        var (links, schemes, hosts, paths): (Set<String>, Set<String>, Set<String>, Set<String>) = ([], [], [], [])
        // The first element after which some combinations are not written; later ones may write them.
        var odd: FilterClaim.Datum?
        // The scheme that keeps the filter from being verified goes to another filter, so it combines with nothing here.
        let isMixed = all.contains { $0.code == .mixedSchemes && $0.severity > .note }
        for (_, data) in elements where Set(data.map(\.name)).count > 1 && !(isMixed && data.contains(where: Self.isOtherScheme)) {
            let part = { (name: String) in data.filter { $0.name.hasPrefix(name) }.map(\.value).joined(separator: ",") }
            // Whoever claims a page with https means it with http, too.
            let scheme = FilterClaim.web.contains(part("scheme")) ? "https" : part("scheme")
            let (host, path) = (part("host") + ":" + part("port"), part("path"))
            schemes.insert(scheme)
            hosts.insert(host)
            paths.insert(path)
            links.insert("\(scheme) \(host) \(path)")
            odd = links.count < schemes.count * hosts.count * paths.count ? odd ?? data.first : nil
        }
        guard let odd else { return checkMixture(elements.map(\.data)) }
        let message =
            "Android combines all schemes, hosts and paths of a filter, so this filter matches "
            + "\(schemes.count * hosts.count * paths.count) kinds of links, also combinations that no <data> element has."
        // On web sites, an unintended combination of a host and a path still opens a page of these sites.
        add(.crossProduct, schemes.count > 1 ? .warning : .note, message, "Write one filter for each combination.", at: odd.place)
    }

    /// Reports a scheme of the app beside a web scheme: each takes the hosts and the paths that are meant for the other.
    private mutating func checkMixture(_ elements: [[FilterClaim.Datum]]) {
        let filter = claim.filter
        guard !filter.isVerifiedAutomatically, claim.hasWebScheme, filter.types.isEmpty, let host = filter.authorities.first?.host,
            let own = claim.data.first(where: Self.isOtherScheme), DeclaredScheme.problem(own.value) == nil
        else { return }
        let hosts = filter.authorities.map(\.host)
        // A host without a dot is meant for the app's scheme, and one in an element with a web scheme for that.
        let other = hosts.first { !$0.contains(".") }
        let isPaired = elements.contains { data in
            data.contains { $0.name == "host" } && data.contains { $0.name == "scheme" && FilterClaim.web.contains($0.value) }
        }
        let example =
            other != nil && hosts.count > 1
            ? "https://\(other ?? "") and \(own.value)://\(hosts.first { $0.contains(".") } ?? host) match, too"
            : "links with \(own.value): match only with the host \(host)\(firstPath.map { " and the path \($0.value)" } ?? "")"
        let message = "Android combines all schemes, hosts and paths of a filter, so \(example)."
        let isSurprise = isPaired || other != nil && hosts.count > 1
        add(.crossProduct, isSurprise ? .warning : .note, message, "Move \(own.value) to a filter of its own.", at: own.place)
    }

    private mutating func checkGroups() {
        guard !claim.filter.groups.isEmpty else { return }
        let blocks = claim.filter.groups.contains { !$0.allows }
        if claim.filter.authorities.isEmpty {
            let message = "Android ignores <uri-relative-filter-group>, because the filter has no host."
            add(.groupIgnored, .warning, message, "Add android:host.", at: place)
        } else if blocks, let path = firstPath {
            let message = "The filter also has this path outside the group that blocks, so links with the path match and are not blocked."
            add(.groupIgnored, .warning, message, "Move the path into a group that comes after the one that blocks.", at: path.place)
        } else if let first = claim.filter.groups.first(where: { !$0.allows }), first == claim.filter.groups.last {
            let message =
                "The group that blocks comes last. The first group that matches a link decides, so an earlier group may allow what this one blocks."
            add(.groupIgnored, .note, message, "Put the group that blocks first.", at: place)
        } else {
            let message = "Android 14 and earlier ignore <uri-relative-filter-group>, so there all links to the host match."
            add(.groupIgnored, .note, message, "Check the link in the app as well.", at: place)
        }
    }
}
