import AppLinks
import Bytes
import Secrets

/// Tells what the service behind a host means for a link: that it has shut down, hides the destination, or checks it.
enum ServiceFindings {
    static func examine(_ service: Service, _ edits: LayerEdits, _ url: SplitLink, _ host: Range<Int>, _ sink: inout FindingList) {
        let place = edits.place(host)
        switch (service.state, service.kind) {
        case (.dead, _):
            sink.found(Finding(.deadService, "\(service.facts): the link no longer leads anywhere.", range: place))
        case (.ending, _):
            sink.found(Finding(.endingService, "\(service.facts). Replace the link with the address that it leads to.", range: place))
        case (.live, .shortener), (.live, .mailClick):
            // The service's own page is no short link.
            guard url.components.path.count > 1 || url.components.query != nil else { return }
            let message =
                service.kind == .mailClick
                ? "\(service.facts) Running linkscope resolve to find out counts as the recipient's click."
                : "\(service.facts) To find out, run linkscope resolve."
            sink.found(Finding(.shortener, message, range: place))
        case (.live, .mailGateway):
            let target = hostInside(service, edits, url, sink.secrets)
            let consequence =
                target.map { "It leads to \($0); only \(service.name) knows the whole address." }
                ?? "If you open the original link directly, there is no check."
            sink.found(Finding(.mailGateway, "\(service.name) checks this link at each click. \(consequence)", range: place))
        case (.live, _): break
        }
    }

    /// Reports the link to an app's page in a store that names no app: `market://details`.
    static func tellMissingApp(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let place = details(url), !url.query.components.contains(where: { names($0, of: url) }) else { return }
        let message = "The link has no parameter id, so the store does not know which app to show."
        sink.found(Finding(.storeWithoutApp, message, range: edits.place(place)))
    }

    /// Reports a value that the service does not accept: `https://t.me/bot?start=a:b`.
    static func tellValue(
        _ component: LinkQuery.Component, _ known: (rule: ParameterRule, owner: Service), _ edits: LayerEdits, _ url: SplitLink,
        _ sink: inout FindingList
    ) {
        guard known.rule.isWord || known.rule.most != nil, let value = component.value, let written = component.item.value else { return }
        let isFit = url.query.decoded.withSpan(value) { text in
            let isWord = text.indices.allSatisfy { ByteClass.isLetterOrDigit(text[$0]) || "_-".utf8.contains(text[$0]) }
            return (isWord || !known.rule.isWord) && text.count <= known.rule.most ?? .max
        }
        if isFit { return }
        let characters = known.rule.isWord ? "only A-Z, a-z, 0-9, _ and -" : ""
        let length = known.rule.most.map { "at most \($0) characters" } ?? ""
        let limits = [characters, length].filter { !$0.isEmpty }.joined(separator: ", and ")
        let message = "\(known.rule.name.text) may have \(limits): any other value is dropped."
        sink.found(Finding(.badValue, message, range: edits.place(written)))
    }

    /// Reports mistakes at the beginning of a link that installs an app on iOS: `itms-services:?action=…`, and a beginning that is there
    /// twice.
    static func tellInstallation(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard let scheme = url.components.scheme, bytes.isWord("itms-services", in: scheme) else { return }
        if url.components.authority == nil {
            let place = scheme.upperBound..<scheme.upperBound + 1
            let message = "iOS needs // after the scheme of an installation link: without it, nothing happens."
            return edits.tell(.malformedStart, message, "Write ://.", [LinkRepair.Edit(place, "://".utf8)], &sink)
        }
        for component in url.query.components {
            guard let start = component.item.value?.lowerBound, start * 2 <= bytes.count,
                bytes[start..<start * 2].elementsEqual(bytes[..<start])
            else { continue }
            let message = "The beginning of the link is there twice, so iOS finds no manifest."
            let repair = edits.repair("Write it once.", [LinkRepair.Edit(0..<start, [])])
            return sink.found(cause: Finding(.malformedStart, message, range: edits.place(0..<start * 2), repair: repair)) { finding in
                finding.code == .ambiguousNesting || finding.code == .wrappedLinkCut || finding.code == .duplicateParameter
                    || finding.code == .queryDelimiter
            }
        }
    }

    /// Returns the place of the name of the page if the link is that of an app in Google Play, or of a store with the same links.
    private static func details(_ url: SplitLink) -> Range<Int>? {
        let (bytes, path) = (url.bytes, url.components.path)
        let page = "details".utf8.count
        if url.isWeb {
            return bytes[path].elementsEqual("/store/apps/details".utf8) ? path.upperBound - page..<path.upperBound : nil
        }
        guard let host = url.components.host, bytes[host].elementsEqual("details".utf8) else { return nil }
        return path.isEmpty || bytes[path].elementsEqual("/".utf8) ? host : nil
    }

    /// Returns whether a parameter names an app. A name that begins with `amp;` also counts, because it has a finding of its own.
    private static func names(_ component: LinkQuery.Component, of url: SplitLink) -> Bool {
        guard let value = component.item.value, !value.isEmpty else { return false }
        let name = url.query.decoded.bytes(component.name)
        return name.elementsEqual("id".utf8) || name.elementsEqual("amp;id".utf8)
    }

    /// Returns the host of the link inside if the wrapper names only the host.
    private static func hostInside(_ service: Service, _ edits: LayerEdits, _ url: SplitLink, _ secrets: [Range<Int>]) -> String? {
        for case .host(let name) in service.carriers {
            for component in url.query.components where url.matches(name, component) {
                guard let value = component.value, let written = component.item.value else { continue }
                return HostName.shown(url.query.decoded.string(value), at: edits.place(written), secrets)
            }
        }
        return nil
    }
}
