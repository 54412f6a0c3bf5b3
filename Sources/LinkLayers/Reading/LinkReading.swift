public import AppLinks
import Bytes
import Secrets

/// A link taken apart: what it means, the layers that it was wrapped in, what is wrong with it, and how to repair it.
///
///     let link = LinkReading("https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2Fitem%3Fname%3Dred+shoes")
///     link.kind                            // web
///     link.layers.map(\.text)              // ["https://shop.example/item?name=red+shoes"]
///     for finding in link.findings { print(finding.severity, finding.code, finding.message) }
///     link.repaired()?.link                // the link after all repairs; nil if nothing can be repaired
///     link.masked                          // the link without its secrets, for logs and bug reports
///
/// Any text can be read. If the text is not a link, the findings say why. Reading does not use the network, never fails, and keeps no state
/// between links. Only the first MiB of the text is read, in a time that is proportional to the length of what is read.
///
/// All places are ranges of the bytes of ``utf8``, not of characters.
///
/// The rules come from RFC 3986 (URLs), RFC 8259 (JSON), App Links 1.0 as implemented by Bolts, Android's `Intent.parseUri`, and the
/// documentation of the services whose links are known. <doc:Findings> gives the rule behind each finding.
public struct LinkReading: Sendable {
    /// The maximum number of bytes that are read of a link: 1 MiB. A longer text has the finding ``LinkFinding/Code/cut``.
    public static let longest = 1 << 20

    /// One shared object, because an inspection is large and never changes.
    private let storage: Storage

    private final class Storage: Sendable {
        let inspection: LinkInspection

        init(_ inspection: LinkInspection) { self.inspection = inspection }
    }

    /// Reads a link. White space around it is ignored.
    public init(_ link: String) { self.init(utf8: link.utf8) }

    /// Reads a link that may not be UTF-8, for example from a file. White space around it is ignored.
    ///
    /// - Parameter bytes: The link. At most ``longest`` + 1 bytes are taken from the sequence; the extra byte shows whether the link is too
    ///   long.
    public init(utf8 bytes: some Sequence<UInt8>) {
        var bytes = Array(bytes.prefix(Self.longest + 1))
        let isCut = bytes.count > Self.longest
        if isCut { bytes.removeSubrange(bytes.span.characterEnd(atMost: Self.longest)...) }
        storage = Storage(LinkInspection(bytes, entry: .plain, isCut: isCut))
    }

    var inspection: LinkInspection { storage.inspection }
}

// The link as a whole.
extension LinkReading {
    /// The bytes of the link, without the white space around it. All places are ranges of these bytes.
    public var utf8: [UInt8] { inspection.bytes }

    /// The link as text. Bytes that are not UTF-8 become U+FFFD. It may contain secrets and control characters.
    public var link: String { String(decoding: inspection.bytes, as: UTF8.self) }

    /// Returns the text at a place, as written. Bytes outside the link are left out.
    public func text(at place: Range<Int>) -> String {
        String(decoding: inspection.bytes[place.clamped(to: 0..<inspection.bytes.count)], as: UTF8.self)
    }

    /// The URL of the link; nil if the text is not a URL. ``kind`` tells which kind of program can open it.
    public var url: LinkURL? { inspection.reading?.inputURL }

    /// The link as an app reads it by the rules of App Links: its parameters and its data as values. Nil if the text is not a URL.
    public var incomingLink: IncomingLink? { inspection.link }

    /// The layers of the link: wrappers, encodings and the links inside. A layer comes after the layer that contains it. Links are
    /// unwrapped up to 8 deep, and at most 64 layers are listed.
    public var layers: [LinkLayer] { inspection.layers.indices.map { LinkLayer(self, $0) } }
}

// What is wrong.
extension LinkReading {
    /// What is wrong with the link or worth knowing about it, errors first. If there are more than 100 findings, only 100 are listed,
    /// followed by ``LinkFinding/Code/moreFindings``.
    public var findings: [LinkFinding] { inspection.findings.map(LinkFinding.init) }

    /// The highest severity of the findings; nil if there are none.
    public var severity: LinkFinding.Severity? { inspection.severity.map(LinkFinding.Severity.init) }
}

extension LinkReading: CustomStringConvertible {
    /// The link without its secrets.
    public var description: String { masked }
}
