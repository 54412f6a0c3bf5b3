import AppLinks
import Bytes
import Secrets

/// Finds `&`, `?` and `;` that stand where another one of them belongs.
///
///    https://a.example/p&x=1        https://a.example/p?x=1
///    https://a.example/p&x=1?y=2    https://a.example/p?x=1&y=2
///    shop://item&x=1?y=2            shop://item?x=1&y=2
///    https://a.example/p%3Fx=1&y=2  https://a.example/p?x=1&y=2
///    shop://item%3Fx%3D1%26y%3D2    shop://item?x=1&y=2
///    https://a.example/p?x=1?y=2    https://a.example/p?x=1&y=2
///    https://a.example/p?x=1;y=2    https://a.example/p?x=1&y=2
///    https://a.example/p?x%3D1      https://a.example/p?x=1
///    https://a.example/#p?utm_id=1  https://a.example/?utm_id=1#p
enum QueryDelimiters {
    /// Finds an `&` or an escaped `?` before the query. Another check reports those in the host of a web link.
    static func examinePath(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        let path = url.components.path
        // If the scheme was percent-encoded with its colon, the ? probably was, too.
        if url.components.hasNoScheme, hasEncodedScheme(bytes, path) { return }
        let isInHost = path.isEmpty && !url.isWeb
        guard let part = isInHost ? url.components.host : path else { return }
        let name = isInHost ? "host" : "path"
        let sign = url.escapes.hasAmpersandInPath || !url.isWeb ? beginning(bytes, part) : nil
        func tell(_ place: Range<Int>, _ message: String, _ summary: String, _ changes: [LinkRepair.Edit]) {
            let joint = url.components.query == nil ? [] : [LinkRepair.Edit(path.upperBound..<path.upperBound + 1, "&".utf8)]
            edits.tell(.queryDelimiter, message, at: place, summary, changes + joint, &sink)
        }
        // If the link has a query, an escaped ? in the path is probably part of a name.
        if url.components.query == nil || sign != nil, let changes = escapedDelimiters(url, part), let mark = changes.first?.place {
            let message = "The ? is escaped as %3F, so apps read the parameters after it as part of the \(name)."
            tell(mark, message, changes.count > 1 ? "Write ?, = and & unescaped." : "Write ? unescaped.", changes)
        } else if let sign, !hasEscapedMark(bytes, part.lowerBound..<sign) {
            let message = "No ? comes before this &, so apps read the parameters after it as part of the \(name)."
            tell(sign..<sign + 1, message, "Begin the query with ? here.", [LinkRepair.Edit(sign..<sign + 1, "?".utf8)])
        }
    }

    /// Returns whether a path begins like `https%3A//` or `https%3A%2F%2F`.
    private static func hasEncodedScheme(_ bytes: [UInt8], _ path: Range<Int>) -> Bool {
        guard let colon = bytes[path].firstIndex(where: { !ByteClass.isSchemeTail($0) }), bytes.hasLetters("%3a", at: colon) else {
            return false
        }
        return bytes.has("/", at: colon + 3, before: path.upperBound) || bytes.hasLetters("%2f", at: colon + 3)
    }

    /// Returns whether text before an `&` has an escaped `?` with text right after it, so that a query may already begin there.
    private static func hasEscapedMark(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.dropLast(3).contains { bytes[$0] == PercentCoding.percent && bytes.hasLetters("%3f", at: $0) }
    }

    /// Finds the parameters of a campaign in the fragment of a page without a query: `#reviews?utm_source=mail`. The route of a single-page
    /// app may have a query there, but analytics read the parameters of a campaign before the #.
    static func examineFragment(_ edits: LayerEdits, _ url: SplitLink, _ fragment: Range<Int>, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard bytes[fragment.lowerBound] != UInt8(ascii: "/"), bytes[fragment.lowerBound] != UInt8(ascii: "!"),
            let mark = FragmentQuery.mark(bytes, fragment), bytes.has("utm_", at: mark + 1, before: fragment.upperBound)
        else { return }
        let hash = fragment.lowerBound - 1
        let changes = [LinkRepair.Edit(hash..<hash, bytes[mark..<fragment.upperBound]), LinkRepair.Edit(mark..<fragment.upperBound, [])]
        let message = "The ? comes after the #, so servers do not get these parameters, and analytics may miss the campaign."
        edits.tell(.queryDelimiter, message, at: mark..<mark + 1, "Move the parameters before the #.", changes, &sink)
    }

    /// Finds a second `?`. In a parameter that takes a link or a place in an app, it may belong to the value: `deep_link_value=item?id=7`.
    static func examineQuery(_ edits: LayerEdits, _ url: SplitLink, _ services: LinkServices, _ sink: inout FindingList) {
        guard url.escapes.hasSecondQuestionMark else { return }
        let bytes = url.bytes
        let seconds = url.query.components.compactMap { component -> (place: Int, component: LinkQuery.Component)? in
            guard let place = component.item.value.flatMap({ second(bytes, $0) }), !services.takesLink(component, in: url) else {
                return nil
            }
            return (place, component)
        }
        guard let first = seconds.first else { return }
        let name = name(of: first.component, edits, url, sink.secrets)
        let message =
            "A second ? does not start a new parameter. The text after it, up to the next &, belongs to the value of \(name)."
        edits.tell(.queryDelimiter, message, "Write & instead.", seconds.map { LinkRepair.Edit($0.place..<$0.place + 1, "&".utf8) }, &sink)
    }

    /// Finds an `=` between a name and a value that is escaped as `%3D`, so that both are a name without a value. Base64 may end in such
    /// an escape.
    static func examineEqualsSigns(_ edits: LayerEdits, _ url: SplitLink, _ services: LinkServices, _ sink: inout FindingList) {
        let bytes = url.bytes
        let signs = url.query.components.compactMap { component -> Range<Int>? in
            let key = component.item.key
            guard component.item.value == nil,
                let sign = key.dropLast(3).first(where: { bytes[$0] == PercentCoding.percent }), bytes.hasLetters("%3d", at: sign),
                !bytes.hasLetters("%3d", at: sign + 3), isName(bytes[key.lowerBound..<sign])
            else { return nil }
            return sign..<sign + 3
        }
        guard let first = signs.first else { return }
        let start = bytes[..<first.lowerBound].lastIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }.map { $0 + 1 } ?? 0
        let name = Quote.beginning(
            String(decoding: bytes[start..<first.lowerBound], as: UTF8.self), at: edits.place(start..<first.lowerBound), sink.secrets)
        let reader = services.service.map(\.name) ?? "the reader"
        let message = "The = after \(name) is escaped as %3D, so name and value are one name without a value: \(reader) gets no \(name)."
        edits.tell(.queryDelimiter, message, "Write = unescaped.", signs.map { LinkRepair.Edit($0, "=".utf8) }, &sink)
    }

    /// Finds parameters that are separated by `;`, as old servers did. Each part between the `;` must look like a parameter, because a `;`
    /// may belong to a value.
    static func examineSemicolons(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard url.escapes.hasSemicolon else { return }
        let bytes = url.bytes
        var signs: [Int] = []
        var first: LinkQuery.Component?
        for component in url.query.components {
            guard let value = component.item.value, bytes[value].contains(semicolon) else { continue }
            let pair = bytes[component.item.key.lowerBound..<value.upperBound]
            let parts = pair.split(separator: semicolon, omittingEmptySubsequences: false)
            guard parts.allSatisfy({ part in isPair(part) && part.count { $0 == UInt8(ascii: "=") } == 1 }) else { continue }
            if first == nil { first = component }
            signs += value.filter { bytes[$0] == semicolon }
        }
        guard let first else { return }
        let name = name(of: first, edits, url, sink.secrets)
        let message =
            "Old servers separate parameters with ; as here. Other programs read the text up to the next & as the value of \(name)."
        edits.tell(.semicolonSeparator, message, "Write & instead.", signs.map { LinkRepair.Edit($0..<$0 + 1, "&".utf8) }, &sink)
    }

    /// Returns the name of a parameter in quotes, for use in a message.
    private static func name(of component: LinkQuery.Component, _ edits: LayerEdits, _ url: SplitLink, _ secrets: [Range<Int>]) -> String {
        Quote.shortened(url.query.decoded.string(component.name), at: edits.place(component.item.key), secrets)
    }

    private static let semicolon = UInt8(ascii: ";")

    /// Returns the first `&` of a path that ends in parameters. Some schemes have only parameters and no `?`: `prefs:root=General&path=About`.
    static func beginning(_ bytes: [UInt8], _ path: Range<Int>) -> Int? {
        let sign = bytes.span.place(of: UInt8(ascii: "&"), from: path.lowerBound, end: path.upperBound)
        guard sign < path.upperBound, sign > path.lowerBound, !isPair(bytes[path.lowerBound..<sign]) else { return nil }
        let parts = bytes[sign + 1..<path.upperBound].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return parts.allSatisfy { isPair($0) } ? sign : nil
    }

    /// Returns the edits that unescape the delimiters of a query in a path: the first `?` with parameters after it, and the `=` and `&` between
    /// them, if these are escaped as well. Returns nil if the `?` may belong to a link or a value in the path.
    private static func escapedDelimiters(_ url: SplitLink, _ path: Range<Int>) -> [LinkRepair.Edit]? {
        let bytes = url.bytes
        guard bytes.span.place(of: PercentCoding.percent, from: path.lowerBound, end: path.upperBound) < path.upperBound,
            let mark = path.first(where: { beginsQuery(bytes, $0, path) }),
            url.components.scheme.map({ SchemeName.danger(bytes, $0) == nil }) ?? true
        else { return nil }
        let before = path.lowerBound..<mark
        let isInValue = before.contains { index in
            bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") || bytes.hasLetters("%3a", at: index)
                || bytes.hasLetters("%2f", at: index)
        }
        guard !isInValue else { return nil }
        let edit = { (index: Int, sign: StaticString) in LinkRepair.Edit(index..<index + 3, "\(sign)".utf8) }
        var edits = [edit(mark, "?")]
        let rest = mark + 3..<path.upperBound
        if bytes[rest].contains(UInt8(ascii: "=")) { return edits }
        // A query that was escaped as a whole has no slash.
        guard !bytes[rest].contains(UInt8(ascii: "/")) else { return nil }
        var isName = true
        for index in rest {
            if bytes.hasLetters("%26", at: index) {
                edits.append(edit(index, "&"))
                isName = true
            } else if isName, bytes.hasLetters("%3d", at: index) {
                edits.append(edit(index, "="))
                isName = false
            }
        }
        return edits
    }

    /// Returns whether an escaped `?` with a name, an `=` and a value after it begins here. The `=` may be escaped, too.
    private static func beginsQuery(_ bytes: [UInt8], _ index: Int, _ path: Range<Int>) -> Bool {
        guard bytes.hasLetters("%3f", at: index, before: path.upperBound) else { return false }
        let rest = index + 3..<path.upperBound
        guard let end = bytes[rest].firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == PercentCoding.percent }) else { return false }
        let width = bytes[end] == PercentCoding.percent ? 3 : 1
        return (width == 1 || bytes.hasLetters("%3d", at: end)) && end + width < rest.upperBound && isName(bytes[rest.lowerBound..<end])
    }

    /// Returns the `?` of a value after which another parameter follows. A value that is a path or a link may have a query of its own.
    private static func second(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
        guard let sign = bytes[value].firstIndex(of: UInt8(ascii: "?")), isPair(bytes[sign + 1..<value.upperBound]) else { return nil }
        return bytes[value.lowerBound..<sign].contains { "/:%{".utf8.contains($0) } ? nil : sign
    }

    /// Returns whether this is a name, an `=` and a value.
    static func isPair(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")), sign + 1 < text.endIndex else { return false }
        return isName(text[..<sign])
    }

    /// Returns whether this is a name: a letter, and then letters, digits and `-._~`. Some services put a sign in front: `~channel`,
    /// `$deeplink_path`, `_dl`.
    static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        let letters = text.first.map { "~$_".utf8.contains($0) } ?? false ? text.dropFirst() : text
        return letters.first.map(ByteClass.isLetter) ?? false && letters.allSatisfy { ByteClass.isUnreserved($0) }
    }
}
