import JSONDocument
import LinkLayers

/// An assetlinks.json file: what a site states about apps and other sites.
///
/// Reading never fails: a statement that is wrong is left out, with a finding.
package struct AssetLinksFile: Sendable {
    /// What lets an app open a site's links.
    package static let handleAllURLs = "delegate_permission/common.handle_all_urls"
    /// The most that devices read.
    package static let sizeLimit = 1 << 20

    package struct Statement: Sendable {
        /// Its place in the file, from 0.
        package var index: Int
        package var relations: [String]
        package var target: Asset
        /// What Android 15 and later narrow the app's links to; nil where nothing is said.
        package var dynamicRules: [DynamicLinkRule]?
        package var range: Range<Int>
    }

    package struct Include: Sendable {
        package var index: Int
        package var url: String
        package var range: Range<Int>
    }

    package let statements: [Statement]
    package let includes: [Include]
    package let findings: [AssociationFinding]
    /// Whether it is a list of statements at all.
    package let isUsable: Bool
    /// Whether something in it had to be left out because it is wrong.
    package let hasMalformedContent: Bool
    package let size: Int
    /// The text that was read; ranges count its bytes.
    package let source: [UInt8]

    package init(_ bytes: [UInt8]) {
        var sink = FindingSink()
        let root = sink.root(of: bytes)
        self.init(root, source: bytes, size: bytes.count, sink: sink)
    }

    /// Why it is no list of statements; nil where it is.
    package var problem: AssociationFinding? { isUsable ? nil : findings.first { $0.severity == .error } }

    private init(_ root: JSONDocument.Node?, source: [UInt8], size: Int, sink: FindingSink) {
        var reader = AssetLinksReader(sink: sink)
        if size > Self.sizeLimit {
            reader.sink.add(
                .tooLarge, "The file has \(size) bytes, but the limit is \(Self.sizeLimit) (1 MiB): devices ignore the whole file.")
        }
        if let root { reader.read(root) }
        statements = reader.statements
        includes = reader.includes
        findings = reader.sink.listed
        isUsable = reader.isUsable
        hasMalformedContent = root == nil || reader.isMalformed
        self.size = size
        self.source = source
    }
}
