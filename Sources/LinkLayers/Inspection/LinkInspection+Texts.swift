import AppLinks
import Bytes
package import JSONDocument
package import Secrets

// The texts of a link and about it, with their secrets. What shows or copies such a text masks these places.

extension LinkInspection {
    /// The secrets in the decoded query of the link.
    package var querySecrets: [Range<Int>] { reading.map { link in secrets.map { link.query.decoded.decoded($0) } } ?? [] }

    /// The secrets in the App Link data of the link.
    package var dataSecrets: [Range<Int>] { reading?.data.map(querySecrets.parts) ?? [] }

    /// The whole link.
    package var text: SearchedText { text(of: bytes.indices) }

    /// Returns a part of the link.
    package func text(of part: Range<Int>) -> SearchedText { SearchedText(bytes[part], secrets.parts(in: part)) }

    /// A judge of other texts about the link.
    package var judge: LinkSecrets {
        var judge = LinkSecrets()
        judge.begin(bytes, learned: learned)
        return judge
    }

    /// The target of the link.
    package var target: SearchedText {
        guard let link, link.targetURL != link.inputURL, let node = link.document?.root?["target_url"] else { return text }
        return text(of: node)
    }

    /// Returns the text of a value of the App Link data.
    package func text(of node: JSONDocument.Node) -> SearchedText {
        var judge = judge
        return judge.text(of: node, among: dataSecrets)
    }

    /// Searches a text that was made from the link or is about it.
    package func searched(_ text: String) -> SearchedText {
        var judge = judge
        var found: [Range<Int>] = []
        text.withBytes { judge.find(in: $0, &found) }
        return SearchedText(text, found)
    }
}
