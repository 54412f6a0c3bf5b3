import AppLinks
import Bytes
import Secrets

/// Checks the address to which a login server returns, by the rules of the standards, Google, Apple and Okta.
///
/// Sources: RFC 6749, section 3.1.2; RFC 8252, section 7.1; Google's guide to OAuth 2.0 for apps; Apple's ClientConfigI.redirectURI; Okta's
/// guide "Define a callback route".
enum RedirectAddresses {
    static func examine(_ component: LinkQuery.Component, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let written = component.item.value, let value = component.value,
            url.query.decoded.withSpan(component.name, { $0.array.elementsEqual("redirect_uri".utf8) })
        else { return }
        let text = url.query.decoded.bytes(value)
        guard let problem = problem(of: text, for: server(of: url)) else { return }
        let repair = problem.meant.flatMap { edits.repair("Write one slash.", [LinkRepair.Edit(written, PercentCoding.encoded($0))]) }
        sink.found(Finding(.badRedirect, problem.message, range: edits.place(written), repair: repair))
    }

    private enum Server { case google, apple, okta, other }

    private static func server(of url: SplitLink) -> Server {
        guard url.isWeb, let host = url.components.host else { return .other }
        let (bytes, path) = (url.bytes, url.components.path.lowerBound)
        if bytes.isWord("accounts.google.com", in: host) { return bytes.hasLetters("/o/oauth2", at: path) ? .google : .other }
        if bytes.isWord("appleid.apple.com", in: host) { return .apple }
        let isOkta = [".okta.com", ".oktapreview.com", ".okta-emea.com"].contains { (domain: StaticString) in
            host.count > domain.utf8CodeUnitCount && bytes.hasLetters(domain, at: host.upperBound - domain.utf8CodeUnitCount)
        }
        return isOkta && bytes.hasLetters("/oauth2", at: path) ? .okta : .other
    }

    private static func problem(of text: [UInt8], for server: Server) -> (message: String, meant: [UInt8]?)? {
        if server == .google, text.elementsEqual("urn:ietf:wg:oauth:2.0:oob".utf8) {
            return ("Google no longer accepts this redirect_uri: use the address of an app, a site or localhost.", nil)
        }
        guard let end = SchemeName.end(in: text.span) else { return nil }
        if text.contains(UInt8(ascii: "#")) { return ("A redirect_uri must not have a fragment: login servers refuse it.", nil) }
        guard server != .other else { return nil }
        let host = URLSplitter.split(text.span)?.components.host ?? 0..<0
        let isLocal = text.isWord("localhost", in: host) || text[host].starts(with: "127.".utf8) || text[host].elementsEqual("::1".utf8)
        if server == .apple {
            let isAddress = AddressHost(text, host) != nil || text[host].contains(UInt8(ascii: ":"))
            let isSite = end == 5 && SchemeName.isWeb(text, 0..<end) && !isLocal && !isAddress
            let message = "Apple accepts only https with the name of a host, not a custom scheme, an IP address or localhost."
            return isSite ? nil : (message, nil)
        }
        guard SchemeName.isWeb(text, 0..<end) else {
            let hasSlashes = text.has("://", at: end, before: text.count)
            if server == .okta, !text[..<end].contains(UInt8(ascii: ".")) {
                return ("Okta's guide asks for a reversed domain name as the scheme, and one slash: com.okta.example:/callback.", nil)
            }
            guard hasSlashes else { return nil }
            let message =
                server == .okta
                ? "Okta's guide has one slash after a custom scheme: com.okta.example:/callback. Register exactly the same address with Okta."
                : "Google refuses a redirect_uri with // after a custom scheme: write one slash, as in com.example.app:/oauth2redirect."
            let path = text[(end + 3)...].drop { $0 == UInt8(ascii: "/") }
            return (message, Array(text[...end]) + Array("/".utf8) + path)
        }
        return isLocal || end != 4 || server != .google
            ? nil : ("Google refuses a redirect_uri with http, unless its host is localhost: use https.", nil)
    }
}
