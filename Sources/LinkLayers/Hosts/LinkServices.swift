import AppLinks
import Bytes
import Secrets

/// The services that a link belongs to, by its host, its scheme or its parameters.
struct LinkServices {
    private let known: KnownServices
    /// The service that the host and the path, or the scheme, belong to.
    let service: Service?

    /// Returns the services of a link. This is not an initializer, because an initializer copies the link.
    static func of(_ url: SplitLink, among known: KnownServices) -> LinkServices {
        LinkServices(known: known, service: service(of: url, among: known))
    }

    private static func service(of url: SplitLink, among known: KnownServices) -> Service? {
        let components = url.components
        guard let scheme = components.scheme, !scheme.isEmpty else { return nil }
        guard url.isWeb else { return known.service(ofScheme: scheme, in: url.bytes) }
        guard let host = components.host, !host.isEmpty else { return nil }
        return known.service(ofHost: host, path: components.path, in: url.bytes) { url.first($0) != nil }
    }

    /// Returns what is known of a parameter, and whose parameter it is.
    func rule(of component: LinkQuery.Component, in url: SplitLink) -> (rule: ParameterRule, owner: Service)? {
        let rule = url.query.decoded.withSpan(component.name) { name in
            known.rule(of: name, 0..<name.count) { holds($0, url) }
        }
        if let rule { return rule }
        guard let service, let rule = service.parameters.last, rule.name.isAny else { return nil }
        return (rule, service)
    }

    /// Returns whether a parameter takes a link, or a place in an app.
    func takesLink(_ component: LinkQuery.Component, in url: SplitLink) -> Bool {
        let isCarried = service.map { url.query.decoded.withSpan(component.name, $0.carries) } ?? false
        return isCarried || rule(of: component, in: url)?.rule.isLink == true
    }

    /// Returns the service that has shut down, if the link is one of its links. Such links may also be on the hosts of its customers.
    func deadService(of url: SplitLink) -> Service? {
        if let service { return service.state == .dead ? service : nil }
        guard url.isWeb else { return nil }
        return known.signedDead { Self.isSigned(url, for: $0) }
    }

    /// Returns the first link in a parameter whose link the service opens. Returns nil if no parameter has such a link.
    func destination(of url: SplitLink) -> [UInt8]? {
        for component in url.query.components {
            guard let value = component.value, takesLink(component, in: url) else { continue }
            let target = url.query.decoded.bytes(value)
            if SchemeName.end(in: target.span) != nil, LinkURL(utf8: target) != nil { return target }
        }
        return nil
    }

    /// Returns whether the link belongs to a service.
    private func holds(_ owner: Service, _ url: SplitLink) -> Bool {
        if owner === service { return true }
        let isAtHost = url.components.host.map { !$0.isEmpty && owner.has($0, in: url.bytes) } ?? false
        return isAtHost && owner.hasPath(url.components.path, in: url.bytes) || Self.isSigned(url, for: owner)
    }

    private static func isSigned(_ url: SplitLink, for owner: Service) -> Bool {
        owner.signatures.contains { names in names.allSatisfy { url.first($0) != nil } }
    }
}

extension Service {
    /// The kind of the layers inside links of the service. Nil if the service holds no links.
    var layerKind: LayerKind? {
        switch kind {
        case .clickWrapper, .mailGateway, .proxy, .app: .clickWrapper
        case .amp: .amp
        case .archive: .archive
        case .attribution, .store: .attribution
        case .api, .shortener, .mailClick, .parameters, .namespace: nil
        }
    }

    /// Returns whether the whole value of a parameter is the link inside.
    func carries(_ name: Span<UInt8>) -> Bool {
        carriers.contains { $0.plainParameter?.matches(name, 0..<name.count) ?? false }
    }
}
