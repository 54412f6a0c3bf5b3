package import AppLinks
import Bytes

/// Compares the host of a link with a domain.
package enum HostNames {
    /// Returns whether a device takes the host of a link for the domain that served the files. Case does not matter, but a final dot does.
    package static func areSame(_ url: LinkURL, _ domain: String) -> Bool {
        guard let range = url.components.host else { return false }
        // This comparison is enough for nearly all hosts, because they are plain ASCII.
        if url.text.withBytes({ text in domain.withBytes { areSameLetters(text.extracting(range), $0) } }) { return true }
        guard let host = url.host, let other = LinkURL("https://" + domain)?.host else { return false }
        return host.lowercased() == other.lowercased()
    }

    /// Returns whether both texts are equal if the case of ASCII letters is ignored.
    static func areSameLetters(_ host: Span<UInt8>, _ domain: Span<UInt8>) -> Bool {
        guard host.count == domain.count else { return false }
        for index in host.indices where ByteClass.lowered(host[index]) != ByteClass.lowered(domain[index]) { return false }
        return true
    }
}
