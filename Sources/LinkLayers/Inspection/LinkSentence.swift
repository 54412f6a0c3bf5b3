import AppLinks
import Bytes
import JSONDocument
package import Secrets

// The sentence about a link: what the link is, and where it leads. It is the first line of a report, and the first line of the inspector's
// pane of the link.
//
//    App Link from Shop to the app that handles news:. Its target is on news.example.com.
//    Link wrapped by Safe Links (mail gateway). It leads to an App Link for shop.example.com.
//    Link made with AppsFlyer OneLink. It leads to the app that handles shop:, or to shop.example.com.
//    Telegram: open a chat.

/// A page that the sentence about a link is written to.
package protocol SentencePage: ~Copyable {
    /// Appends text of linkscope's own.
    mutating func own(_ text: String)
    /// Appends a text from outside the program, whose secrets the page masks.
    mutating func outside(_ text: Span<UInt8>)
    /// Returns the name of the app that handles links of a scheme, if the page knows one.
    func app(handling scheme: Span<UInt8>) -> String?
    /// Appends the name that the link gives its referer.
    mutating func referer(_ name: Span<UInt8>)
}

extension SentencePage where Self: ~Copyable {
    package func app(handling scheme: Span<UInt8>) -> String? { nil }
    package mutating func referer(_ name: Span<UInt8>) { outside(name) }
}

extension LinkInspection {
    /// Writes the sentence about the link, without the full stop at its end. Returns whether a system can open the text as it is.
    @discardableResult
    package func writeSentence(to page: inout some SentencePage & ~Copyable) -> Bool {
        guard let reading, reading.components.scheme != nil, !hasBrokenStart(reading) else {
            let app = SchemeName.end(in: bytes.span).flatMap { KnownServices.apps.service(ofScheme: 0..<$0, in: bytes)?.name }
            let broken = app.map { "Broken \($0) link: iOS and browsers" } ?? "Broken link: apps"
            page.own(hasRepairs ? "\(broken) cannot open it as it is" : "Not a link: no app or browser can open this text")
            return false
        }
        let carried = layers.indices.filter { layers[$0].outer == nil && layers[$0].kind == .link }
        let inside = layers.indices.filter { layers[$0].outer == nil && layers[$0].wrapsLink }
        if isPayload {
            let kind = code.map { " with \($0.kind)" } ?? ""
            page.own("Text of a QR code\(kind): cameras understand it, browsers and most apps do not")
            writeDestinations(carried, ". It carries a link to ", to: &page)
        } else if reading.dataRange != nil {
            write(appLink: reading, to: &page)
        } else if SchemeName.mayBeIntent(reading.text, reading.components) {
            let isBroken = findings.contains { $0.code == .badIntent }
            page.own(isBroken ? "Broken Android intent link" : "Android intent link")
            writeDestinations(inside, isBroken ? ". It was meant to lead to " : ". On Android, it leads to ", to: &page)
        } else if let service = service(of: nil), service.kind != .parameters {
            let opening = service.opening(of: reading.text[((reading.components.scheme?.upperBound ?? 0) + 1)...])
            page.own(opening.map { "\(service.name): \($0)" } ?? service.summary(hasLink: !inside.isEmpty))
            if inside.isEmpty {
                switch (service.state, service.kind) {
                case (.dead, _): page.own(". It no longer leads anywhere")
                case (.ending, _): page.own(". It may no longer lead anywhere")
                case (.live, .store), (.live, .app), (.live, .shortener): break
                case (.live, _): writePlace(of: reading, to: &page)
                }
            }
            let isElsewhere = inside.contains { !isFallback(layers[$0]) }
            let leads = service.kind == .shortener ? ". It carries a link to " : service.leads
            writeDestinations(inside, leads + (isElsewhere ? "" : "the app, or to "), to: &page)
        } else {
            let kind = kind(of: reading)
            page.own(kind.isName ? kind.words : kind.words.atSentenceStart)
            if let joint = kind.joint { writePlace(of: reading, joint, to: &page) }
            writeDestinations(carried, ". It carries a link to ", to: &page)
        }
        return true
    }

    /// Returns what a link is that belongs to no service, in words for the middle of a sentence, and the word before its place. It is nil if
    /// the words say where the link leads: what a known app does with it. A name that begins the words keeps its first letter: `eBay`.
    private func kind(of reading: AppLinkReading) -> (words: String, isName: Bool, joint: String?) {
        let (text, components, isWeb) = (reading.text, reading.components, Self.isWeb(reading))
        let scheme = components.scheme ?? 0..<0
        let app =
            isWeb
            ? KnownServices.apps.service(ofHost: components.host ?? 0..<0, path: components.path, in: text) { _ in false }
            : KnownServices.apps.service(ofScheme: scheme, in: text)
        let route = text[(isWeb ? components.path.lowerBound : scheme.upperBound + 1)...]
        if let app, let opening = app.opening(of: route) { return ("\(app.name): \(opening)", true, nil) }
        let purpose = LinkPurpose(reading)
        if let app {
            // The path of a site with pages of its users may have any word: `github.com/nina/login`.
            let isOwn = !isWeb || text[components.path].split(separator: UInt8(ascii: "/")).count < 2
            switch purpose {
            case .action(let action) where isOwn: return ("\(app.name): \(action)", true, nil)
            case .thing(let thing) where isOwn: return ("\(app.name): open \(thing)", true, nil)
            case .message("login request"): return ("\(app.name): log in", true, nil)
            case .message, .action, .thing, .topic, nil: return ("\(app.name) link", true, isWeb ? " to " : nil)
            }
        }
        switch purpose {
        case .message(let message): return (message, false, " to ")
        case .action(LinkPurpose.launch): return ("link to open", false, " ")
        case .action(let action): return ("link to \(action)", false, isWeb ? " on " : " with ")
        case .thing(let thing), .topic(let thing): return ("link to \(thing)", false, isWeb ? " on " : " in ")
        case nil: return (isWeb ? "web link" : "link", false, " to ")
        }
    }

    /// What the link is, in the few words that a row of a list has room for: `App Link, 2 extras`.
    package var shortSentence: String {
        guard let reading, reading.components.scheme != nil, !hasBrokenStart(reading) else { return hasRepairs ? "broken link" : "no link" }
        if isPayload { return code.map { String($0.kind.drop { $0 != " " }.dropFirst()) } ?? "QR code text" }
        if reading.dataRange != nil {
            guard reading.isAppLink else { return "broken App Link" }
            let count = link?.document?.root?["extras"].map { $0.kind == .object ? $0.count : 0 } ?? 0
            return "App Link" + (count == 0 ? "" : ", " + count.counted("extra"))
        }
        if SchemeName.mayBeIntent(reading.text, reading.components) {
            return "intent:" + (layers.contains { $0.kind == .intentFallback } ? ", fallback" : "")
        }
        if let service = service(of: nil), service.kind != .parameters {
            return service.name.hasSuffix("Link") || service.name.hasSuffix("Links") ? service.name : service.noun
        }
        return kind(of: reading).words
    }

    /// Returns the service to which a link belongs; nil if none is known.
    ///
    /// - Parameter layer: The layer that is the link; nil for the outermost link.
    package func service(of layer: Int?) -> Service? {
        if let service = layers.firstResult({ $0.outer == layer ? $0.service : nil }) { return service }
        if layer == nil, let service, service.isNamed, service.kind != .shortener || isShortened { return service }
        return parameters.first { $0.layer == layer && ($0.owner.kind == .attribution || $0.owner.kind == .store) }?.owner
    }

    /// Whether the link is not the shortener's own page.
    private var isShortened: Bool { reading.map { $0.components.path.count > 1 || $0.components.query != nil } ?? false }

    /// Returns whether a finding says that the link has no proper start, such as `www.example.com:8080/x`, whose host looks like a scheme.
    private func hasBrokenStart(_ reading: AppLinkReading) -> Bool {
        findings.contains { finding in
            guard finding.code == .noScheme || finding.code == .malformedStart || finding.code == .defanged else { return false }
            // A link inside may be broken, too.
            return (finding.range?.lowerBound ?? 0) <= reading.components.path.lowerBound
        }
    }

    private func write(appLink reading: AppLinkReading, to page: inout some SentencePage & ~Copyable) {
        page.own(reading.isAppLink ? "App Link" : "Broken App Link")
        if reading.isAppLink, let name = reading.fields.refererAppName {
            page.own(" from ")
            reading.withData { view in
                view.withText(of: name) { page.referer($0.extracting(0..<$0.characterEnd(atMost: Self.longestName))) }
            }
        }
        writePlace(of: reading, to: &page)
        guard let target = reading.target else { return }
        reading.withText(target.text) { text in
            let its = target.components
            // Nothing opens a target without a scheme.
            guard let scheme = its.scheme, !scheme.isEmpty else { return }
            // The host in a link of an app is no place, and may be a password.
            let hasServer = Self.hasServer(text.array, scheme)
            if hasServer, its.host?.isEmpty ?? true { return }
            let own = hasServer ? reading.components.host : reading.components.scheme
            let isSame = (hasServer ? its.host : scheme).map { text.extracting($0).array } == own.map { Array(reading.text[$0]) }
            // The app that sends the link opens the target if it is a web page and no app opens the link. See ``AppLink/direct(for:)``.
            let isFallback =
                reading.isAppLink && !Self.isWeb(reading) && (text.isWord("https", in: scheme) || text.isWord("http", in: scheme))
            if isSame, !isFallback { return }
            page.own(isFallback ? " or, without it, to " : hasServer ? ". Its target is on " : ". Its target is for ")
            Self.write(place: text.array, its, hasServer: hasServer, to: &page)
        }
    }

    /// Writes where the wrapped links lead.
    private func writeDestinations(_ wrapped: [Int], _ words: String, to page: inout some SentencePage & ~Copyable) {
        var told: [[UInt8]] = []
        for first in wrapped {
            var index = first
            // A wrapper may wrap a wrapper.
            while let next = layers.firstIndex(where: { $0.outer == index && $0.wrapsLink }) { index = next }
            let text = layers[index].text.bytes
            guard let components = URLSplitter.split(text.span)?.components, let scheme = components.scheme else { continue }
            let hasServer = Self.hasServer(text, scheme)
            // A link without a host, or a defanged link, leads nowhere. A finding says so.
            if hasServer, components.host?.isEmpty ?? true { continue }
            if isDefanged(layers[index]) { continue }
            let place = Array(text[(hasServer ? components.host : scheme) ?? scheme])
            if told.contains(place) { continue }
            told.append(place)
            page.own(told.count == 1 ? words : ", or to ")
            if layers.contains(where: { $0.outer == index && $0.isAppLinkData }) { page.own("an App Link for ") }
            Self.write(place: text, components, hasServer: hasServer, to: &page)
            if told.count == Self.mostDestinations { return }
        }
    }

    /// Writes a word, such as ` to `, and the host or the app of the link.
    private func writePlace(of reading: AppLinkReading, _ joint: String = " to ", to page: inout some SentencePage & ~Copyable) {
        let hasServer = reading.components.scheme.map { Self.hasServer(reading.text, $0) } ?? false
        if hasServer, reading.components.host?.isEmpty ?? true { return }
        page.own(joint)
        Self.write(place: reading.text, reading.components, hasServer: hasServer, to: &page)
    }

    /// Returns whether a link leads to the server that its host names, as web links and `udp://tracker.example` do, and not to an app.
    private static func hasServer(_ text: [UInt8], _ scheme: Range<Int>) -> Bool {
        SchemeName.isWeb(text, scheme) || KnownSchemes.embedded.facts(text.span, scheme)?.owner == .network
    }

    private static func isWeb(_ reading: AppLinkReading) -> Bool {
        reading.components.scheme.map { SchemeName.isWeb(reading.text, $0) } ?? false
    }

    private static func write(
        place text: [UInt8], _ components: LinkURL.Components, hasServer: Bool, to page: inout some SentencePage & ~Copyable
    ) {
        if hasServer { return write(host: text, components, to: &page) }
        let scheme = components.scheme ?? 0..<0
        let facts = KnownSchemes.embedded.facts(text.span, scheme)
        switch facts?.danger {
        case .program: return page.own("a program")
        case .content: return page.own("\(DataContent(text, behind: scheme).words) inside the link itself")
        case .memory: return page.own("data in the memory of one browser")
        case .device: return page.own("a file or other data on one device")
        case nil: break
        }
        let name = text.span.extracting(scheme.lowerBound..<min(scheme.upperBound, scheme.lowerBound + longestName))
        switch facts?.owner {
        case .browser: page.own("the part of the browser that handles ")
        case .windows: page.own("the part of Windows that handles ")
        case .android: page.own("the part of Android that handles ")
        case .web, .system, .network, .standard, .vendor, .program, .payload, nil:
            if let app = page.app(handling: name).map({ Array($0.utf8) }) { return page.outside(app.span) }
            // Any app may take the other schemes.
            let isOfVendor = facts.map { $0.owner == .vendor } ?? true
            if isOfVendor, let app = KnownServices.apps.service(ofScheme: scheme, in: text) { return page.own(app.name) }
            page.own("the app that handles ")
        }
        page.outside(name)
        page.own(":")
    }

    private static func write(host text: [UInt8], _ components: LinkURL.Components, to page: inout some SentencePage & ~Copyable) {
        guard let host = hostInBrowsers(text, components) ?? components.host else { return }
        let name = text.span.extracting(host)
        let end = name.characterEnd(atMost: longestName)
        page.outside(name.extracting(0..<end))
        if end < name.count { page.own("…") }
    }

    /// Returns the host that browsers take from `https://shop.example\@evil.example`, because they read a backslash as a slash; nil if there
    /// is no backslash before the host. In `sftp://domain\user@shop.example`, the backslash is a part of the user's name.
    private static func hostInBrowsers(_ text: [UInt8], _ components: LinkURL.Components) -> Range<Int>? {
        guard let scheme = components.scheme, SchemeName.isWeb(text, scheme), let user = components.userInfo,
            let end = text[user].firstIndex(of: UInt8(ascii: "\\"))
        else { return nil }
        let start = text[user.lowerBound..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? user.lowerBound
        let host = start..<(text[start..<end].firstIndex(of: UInt8(ascii: ":")) ?? end)
        return host.isEmpty ? nil : host
    }

    /// The maximum number of bytes of a name in the sentence.
    private static let longestName = 80
    private static let mostDestinations = 3

    /// Returns whether the service of the outer link opens a layer only where it cannot open the app.
    private func isFallback(_ layer: Layer) -> Bool {
        parameters.contains { $0.rule.isFallback && $0.layer == layer.outer && $0.range(in: layers).contains(layer.range.lowerBound) }
    }

    private func isDefanged(_ layer: Layer) -> Bool {
        findings.contains { $0.code == .defanged && $0.repair?.edits.contains { $0.place.overlaps(layer.range) } ?? false }
    }
}

extension Service {
    /// Whether the sentence names the service of a link without another link inside. The findings name the others.
    fileprivate var isNamed: Bool {
        switch kind {
        case .mailClick, .parameters, .namespace: false
        case .clickWrapper, .mailGateway, .amp, .archive, .proxy, .attribution, .store, .app, .api, .shortener: true
        }
    }

    /// What a link of the service is.
    ///
    /// - Parameter hasLink: Whether the link has another link inside.
    fileprivate func summary(hasLink: Bool) -> String {
        switch kind {
        case .attribution: "Link made with \(name)"
        case .clickWrapper where hasLink: "Link wrapped by \(name)"
        case .mailGateway where hasLink: "Link wrapped by \(name) (\(kind.words))"
        default: noun
        }
    }

    /// A link of the service, in a few words.
    fileprivate var noun: String {
        guard kind == .shortener else { return "\(name) link" }
        return name.contains("links")
            ? name.replacing("links", with: "link") : "\(name.replacing("'s shortener", with: "")) short link"
    }

    /// The words before the destination of a link of the service.
    fileprivate var leads: String {
        if showsCopy { return ". It shows a copy from " }
        return state == .dead ? ". It led to " : ". It leads to "
    }
}
