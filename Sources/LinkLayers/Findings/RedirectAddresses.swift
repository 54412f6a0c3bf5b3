import AppLinks
import Bytes
import Secrets

/// Checks the address to which a login server returns, by the rules of the standards and of Google.
///
/// Sources: RFC 6749, section 3.1.2; RFC 8252, section 7.1; Google's guide to OAuth 2.0 for apps.
enum RedirectAddresses {
    static func examine(_ component: LinkQuery.Component, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let written = component.item.value, let value = component.value,
            url.query.decoded.withSpan(component.name, { $0.array.elementsEqual("redirect_uri".utf8) })
        else { return }
        let text = url.query.decoded.bytes(value)
        guard let problem = problem(of: text, isGoogle: isGoogle(url)) else { return }
        let repair = problem.meant.flatMap { edits.repair("Write one slash.", [Repair.Edit(written, PercentCoding.encoded($0))]) }
        sink.found(Finding(.badRedirect, problem.message, range: edits.place(written), repair: repair))
    }

    private static func isGoogle(_ url: SplitLink) -> Bool {
        guard url.isWeb, let host = url.components.host else { return false }
        return url.bytes.isWord("accounts.google.com", in: host) && url.bytes.hasLetters("/o/oauth2", at: url.components.path.lowerBound)
    }

    private static func problem(of text: [UInt8], isGoogle: Bool) -> (message: String, meant: [UInt8]?)? {
        if isGoogle, text.elementsEqual("urn:ietf:wg:oauth:2.0:oob".utf8) {
            return ("Google no longer accepts this redirect_uri: use the address of an app, a site or localhost.", nil)
        }
        guard let end = SchemeName.end(in: text.span) else { return nil }
        if text.contains(UInt8(ascii: "#")) { return ("A redirect_uri must not have a fragment: login servers refuse it.", nil) }
        guard isGoogle else { return nil }
        guard SchemeName.isWeb(text, 0..<end) else {
            guard text.has("://", at: end, before: text.count) else { return nil }
            let message =
                "Google refuses a redirect_uri with // after a custom scheme: write one slash, as in com.example.app:/oauth2redirect."
            let path = text[(end + 3)...].drop { $0 == UInt8(ascii: "/") }
            return (message, Array(text[...end]) + Array("/".utf8) + path)
        }
        guard end == 4, let host = URLSplitter.split(text.span)?.components.host else { return nil }
        let isLocal = text.isWord("localhost", in: host) || text[host].starts(with: "127.".utf8) || text[host].elementsEqual("[::1]".utf8)
        return isLocal ? nil : ("Google refuses a redirect_uri with http, unless its host is localhost: use https.", nil)
    }
}
