import AppLinks
import LinkLayers
package import Pages

extension ResolutionReport {
    /// Returns aligned lines of text, each with a line end.
    package func text() -> String {
        var text = TextOutput([])
        var masking = Masking(showsSecrets: showsSecrets)
        text.field("link", masking.text(requested, at: ""))
        for index in hops.indices { append(hopAt: index, to: &text, &masking) }
        if case .success(let resolution) = outcome {
            if resolution.page.hops.count > 1 { text.field("page", masking.text(resolution.page.url.absoluteString, at: "")) }
            append(resolution.scripts, to: &text, &masking)
            for (name, idiom) in Self.idioms { append(resolution.appLink(for: idiom).targets, of: name, to: &text, &masking) }
            let web = resolution.appLink(for: .other).webURL
            text.begin("web")
            if let web { text.outside(masking.text(web.absoluteString, at: "")) } else { text.own("(none: the page forbids the browser)") }
            text.endLine()
            append(resolution.otherLinks, to: &text, &masking)
        }
        for finding in findings {
            text.begin(finding.severity.rawValue)
            text.outside(masking.text(finding.message, at: ""))
            text.own(" [\(finding.code)]")
            text.endLine()
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// A sentence that says why there is no page. Nil if there is a page.
    package var problem: String? {
        guard case .failure(let failure) = outcome else { return nil }
        var masking = Masking(showsSecrets: showsSecrets)
        return masking.text(failure.problem.description, at: "")
    }

    /// Returns a line of progress with the status of the answer and the requested URL.
    package static func progress(of hop: RedirectHop, showsSecrets: Bool) -> String {
        var masking = Masking(showsSecrets: showsSecrets)
        return "\(hop.status.map(String.init) ?? "---") \(PlainText.safe(masking.text(hop.url.absoluteString, at: "")))"
    }

    private func append(hopAt index: Int, to text: inout TextOutput, _ masking: inout Masking) {
        let hop = hops[index]
        text.begin("hop \(index + 1)")
        text.own(hop.status.map(String.init) ?? "---")
        text.spaces(1)
        text.outside(masking.text(hop.url.absoluteString, at: ""))
        text.endLine()
        text.beginInner()
        var facts: [String] = []
        if let age = hop.age { facts.append("from the cache, \(age) s old") }
        if hop.isUnchanged { facts.append("unchanged (304)") }
        if let address = hop.remoteAddress { facts.append(address) }
        if let tls = hop.tls { facts.append(tls.version) }
        if hop.age == nil { facts.append("\(Self.tenths(hop.milliseconds)) ms") }
        text.outside(facts.joined(separator: "  "))
        text.endLine()
        appendClaims(of: index, to: &text, &masking)
        guard let location = hop.location else { return }
        text.beginInner()
        text.own("-> ")
        text.outside(masking.text(location, at: ""))
        text.endLine()
    }

    private func append(_ targets: [AppLinkTarget], of name: String, to text: inout TextOutput, _ masking: inout Masking) {
        guard !targets.isEmpty else { return text.field(name, "(no app)") }
        for (index, target) in targets.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            if index == 0 { text.begin(name) } else { text.beginInner() }
            text.outside(target.url.map { masking.text($0.absoluteString, at: "") } ?? "(no url)")
            let more = [
                target.appName, target.appStoreID.map { "App Store \($0)" }, target.packageName, target.className,
            ]
            for fact in more.compactMap({ $0 }) {
                text.spaces(2)
                text.outside(masking.text(fact, at: ""))
            }
            text.endLine()
        }
    }

    private func append(_ links: [OtherLink], to text: inout TextOutput, _ masking: inout Masking) {
        for (index, link) in links.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            if index == 0 { text.begin("also") } else { text.beginInner() }
            text.own(link.kind.words)
            for fact in [link.platform, link.url, link.appID, link.appName].compactMap({ $0 }) {
                text.spaces(2)
                text.outside(masking.text(fact, at: ""))
            }
            text.endLine()
        }
    }
}

extension OtherLink.Kind {
    /// The name of the kind in reports.
    fileprivate var words: String {
        switch self {
        case .appCard: "app card"
        case .smartBanner: "smart app banner"
        case .alternate: "alternate"
        case .jsonLD: "view action"
        case .appLinkTags: "App Link tags"
        }
    }
}
