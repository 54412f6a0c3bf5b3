import AppLinks
import Bytes
import LinkLayers
import Secrets

// The first line of a report: what the link is, and where it leads.
//
//    App Link from Shop to the app that handles news:. Its target is on news.example.com.
//    Link wrapped by Safe Links (mail gateway). It leads to an App Link for shop.example.com.
//    Link made with AppsFlyer OneLink. It leads to the app that handles shop:, or to shop.example.com.
//    Telegram: open a chat.

extension TextPage {
    /// Writes the summary of a link.
    mutating func appendSummary(of inspection: LinkInspection, _ reading: AppLinkReading, _ link: OutlineLink, isRepaired: Bool) {
        guard link.components.scheme != nil, !hasBrokenStart(inspection, link) else {
            return appendSummary(ofBroken: inspection, isRepaired: isRepaired)
        }
        let carried = inspection.layers.indices.filter { inspection.layers[$0].outer == nil && inspection.layers[$0].kind == .link }
        let inside = inspection.layers.indices.filter { inspection.layers[$0].outer == nil && inspection.layers[$0].wrapsLink }
        if inspection.isPayload {
            texts.own("Text of a QR code: cameras understand it, browsers and most apps do not")
            appendDestinations(carried, of: inspection, ". It carries a link to ")
        } else if link.dataRange != nil {
            append(appLink: reading, link)
        } else if link.mayBeIntent {
            let isBroken = inspection.findings.contains { $0.code == .badIntent }
            texts.own(isBroken ? "Broken Android intent link" : "Android intent link")
            appendDestinations(inside, of: inspection, isBroken ? ". It was meant to lead to " : ". It leads to ")
        } else if let service = Self.service(of: nil, in: inspection), service.kind != .parameters {
            texts.own(service.summary(hasLink: !inside.isEmpty))
            if inside.isEmpty, service.kind != .store, service.kind != .app { append(to: link) }
            let isElsewhere = inside.contains { !inspection.isFallback(inspection.layers[$0]) }
            appendDestinations(inside, of: inspection, service.leads + (isElsewhere ? "" : "the app, or to "))
        } else {
            append(kindOf: link)
            appendDestinations(carried, of: inspection, ". It carries a link to ")
        }
        endSummary()
    }

    /// Appends what a link is that belongs to no service: what a known app does with it, or where it leads.
    private mutating func append(kindOf link: OutlineLink) {
        guard let scheme = link.components.scheme else { return }
        let host = link.components.host ?? 0..<0
        let app =
            link.isWeb
            ? KnownServices.apps.service(ofHost: host, path: link.components.path, in: link.text) { _ in false }
            : KnownServices.apps.service(ofScheme: scheme, in: link.text)
        let route = link.isWeb ? link.text[link.components.path] : link.text[(scheme.upperBound + 1)...]
        if let app, let opening = app.opening(of: route) { return texts.own("\(app.name): \(opening)") }
        if let app {
            texts.own("\(app.name) link")
        } else {
            texts.own(link.isWeb ? "Web link" : "Link")
        }
        if app == nil || link.isWeb { append(to: link) }
    }

    /// Returns whether a finding says that the link has no proper start, such as `www.example.com:8080/x`, whose host looks like a scheme.
    private func hasBrokenStart(_ inspection: LinkInspection, _ link: OutlineLink) -> Bool {
        inspection.findings.contains { finding in
            guard finding.code == .noScheme || finding.code == .malformedStart || finding.code == .defanged else { return false }
            // A link inside may be broken, too.
            return (finding.range?.lowerBound ?? 0) <= link.components.path.lowerBound
        }
    }

    /// Writes the summary of a text that no system opens.
    mutating func appendSummary(ofBroken inspection: LinkInspection, isRepaired: Bool) {
        texts.own(
            inspection.hasRepairs
                ? "Broken link: apps cannot open it as it is" : "Not a link: no app or browser can open this text")
        if isRepaired { texts.own(". The repaired link is below") }
        endSummary()
    }

    private mutating func append(appLink reading: AppLinkReading, _ link: OutlineLink) {
        texts.own(reading.isAppLink ? "App Link" : "Broken App Link")
        if reading.isAppLink, let name = reading.fields.refererAppName {
            texts.own(" from ")
            reading.withData { view in
                view.withText(of: name) { append($0.extracting(0..<$0.characterEnd(atMost: Self.longestName))) }
            }
        }
        append(to: link)
        guard let target = reading.target else { return }
        reading.withText(target.text) { text in
            let its = target.components
            let isSameHost = its.host.map { text.extracting($0).array } == link.components.host.map { Array(link.text[$0]) }
            // Nothing opens a target without a scheme.
            if its.scheme?.isEmpty ?? true || its.host?.isEmpty ?? true || isSameHost { return }
            texts.own(". Its target is on ")
            append(host: text, its)
        }
    }

    /// Appends where the wrapped links lead.
    private mutating func appendDestinations(_ layers: [Int], of inspection: LinkInspection, _ words: String) {
        var told: [[UInt8]] = []
        for first in layers {
            var index = first
            // A wrapper may wrap a wrapper.
            while let next = inspection.layers.firstIndex(where: { $0.outer == index && $0.wrapsLink }) { index = next }
            let text = inspection.layers[index].text.bytes
            guard let components = URLSplitter.split(text.span)?.components, let scheme = components.scheme else { continue }
            let hasServer = Self.hasServer(text, scheme)
            // A link without a host, or a defanged link, leads nowhere. A finding says so.
            if hasServer, components.host?.isEmpty ?? true { continue }
            if inspection.isDefanged(inspection.layers[index]) { continue }
            let place = Array(text[(hasServer ? components.host : scheme) ?? scheme])
            if told.contains(place) { continue }
            told.append(place)
            texts.own(told.count == 1 ? words : ", or to ")
            if inspection.layers.contains(where: { $0.outer == index && $0.isAppLinkData }) { texts.own("an App Link for ") }
            append(place: text, components, hasServer: hasServer)
            if told.count == Self.mostDestinations { return }
        }
    }

    /// Appends ` to ` and the host or the app of a link.
    private mutating func append(to link: OutlineLink) {
        let hasServer = link.components.scheme.map { Self.hasServer(link.text, $0) } ?? false
        if hasServer, link.components.host?.isEmpty ?? true { return }
        texts.own(" to ")
        append(place: link.text, link.components, hasServer: hasServer)
    }

    /// Returns whether a link leads to the server that its host names, as web links and `udp://tracker.example` do, and not to an app.
    private static func hasServer(_ text: [UInt8], _ scheme: Range<Int>) -> Bool {
        if text.isWord("https", in: scheme) || text.isWord("http", in: scheme) { return true }
        return KnownSchemes.embedded.facts(text.span, scheme)?.owner == .network
    }

    private mutating func append(place text: [UInt8], _ components: LinkURL.Components, hasServer: Bool) {
        if hasServer { return append(host: text.span, components) }
        let scheme = components.scheme ?? 0..<0
        switch SchemeName.danger(text, scheme) {
        case .program: return texts.own("a program")
        case .content: return texts.own("\(DataContent(text, behind: scheme).words) inside the link itself")
        case .memory: return texts.own("data in the memory of one browser")
        case .device: return texts.own("a file or other data on one device")
        case nil: break
        }
        switch KnownSchemes.embedded.facts(text.span, scheme)?.owner {
        case .browser: texts.own("the part of the browser that handles ")
        case .windows: texts.own("the part of Windows that handles ")
        case .android: texts.own("the part of Android that handles ")
        case .web, .system, .network, .standard, .vendor, .payload, nil: texts.own("the app that handles ")
        }
        append(text.span.extracting(scheme.lowerBound..<min(scheme.upperBound, scheme.lowerBound + Self.longestName)))
        texts.own(":")
    }

    private mutating func append(host text: Span<UInt8>, _ components: LinkURL.Components) {
        guard let host = components.host else { return }
        let name = text.extracting(host)
        let end = name.characterEnd(atMost: Self.longestName)
        append(name.extracting(0..<end))
        if end < name.count { texts.own("…") }
    }

    /// The maximum number of bytes of a name in the summary.
    private static let longestName = 80
    private static let mostDestinations = 3
}

extension Service {
    /// What a link of the service is.
    ///
    /// - Parameter hasLink: Whether the link has another link inside.
    fileprivate func summary(hasLink: Bool) -> String {
        switch kind {
        case .attribution: "Link made with \(name)"
        case .clickWrapper where hasLink: "Link wrapped by \(name)"
        case .mailGateway where hasLink: "Link wrapped by \(name) (mail gateway)"
        default: "\(name) link"
        }
    }

    /// The words before the destination of a link of the service.
    fileprivate var leads: String {
        if showsCopy { return ". It shows a copy from " }
        return state == .dead ? ". It led to " : ". It leads to "
    }
}

extension LinkInspection {
    fileprivate func isDefanged(_ layer: Layer) -> Bool {
        findings.contains { $0.code == .defanged && $0.repair?.edits.contains { $0.range.overlaps(layer.range) } ?? false }
    }
}

extension OutlineLink {
    fileprivate var isWeb: Bool {
        components.scheme.map { text.isWord("https", in: $0) || text.isWord("http", in: $0) } ?? false
    }
}
