import LinkLayers

/// An assetlinks.json file: the statements of a site about apps and other sites.
///
/// Parsing never fails. An invalid statement is left out, with a finding.
package struct AssetLinksFile: Sendable {
    /// The relation that lets an app open a site's links.
    package static let handleAllURLs = "delegate_permission/common.handle_all_urls"
    /// The maximum size of a file, in bytes, that devices read.
    package static let sizeLimit = 1 << 20

    package struct Statement: Sendable {
        /// The index of the statement in the file, from 0.
        package var index: Int
        package var relations: [String]
        package var target: Asset
        /// The rules that restrict the app's links on Android 15 and later. Nil if the statement has no list of such rules.
        package var dynamicRules: [DynamicLinkRule]?
        package var range: Range<Int>
    }

    /// A statement that devices ignore because of a mistake.
    package struct IgnoredStatement: Sendable {
        /// A sentence without its period that names the statement and says what is wrong with it.
        package var message: String
        package var range: Range<Int>
        /// Whether the target has a namespace that other readers may know.
        package var isUnknownNamespace = false
    }

    package struct Include: Sendable {
        package var url: String
        package var range: Range<Int>

        /// Whether the URL is https. Devices read no other includes.
        package var isSecure: Bool { url.lowercased().hasPrefix("https://") }
    }

    package let statements: [Statement]
    package let includes: [Include]
    package let findings: [AssociationFinding]
    /// Also findings that are not listed because there are too many. They can be reasons for a decision.
    let allFindings: [AssociationFinding]
    /// Whether the file is a list of statements that devices read. They ignore a file that is too large.
    package let isUsable: Bool
    /// Whether the file is larger than devices read.
    let isTooLarge: Bool
    /// The statements that were left out, in order.
    package let ignored: [IgnoredStatement]
    /// The source text. Ranges refer to its bytes.
    package let source: [UInt8]

    package init(_ bytes: [UInt8]) {
        var reader = AssetLinksReader()
        let root = reader.sink.root(of: bytes)
        isTooLarge = bytes.count > Self.sizeLimit
        if isTooLarge {
            reader.sink.add(
                .tooLarge, "The file has \(bytes.count) bytes, but the limit is \(Self.sizeLimit) (1 MiB): devices ignore the whole file.")
        }
        // Devices ignore the whole file, so its content decides nothing.
        if let root, !isTooLarge { reader.read(root) }
        statements = reader.statements
        includes = reader.includes
        findings = reader.sink.listed
        allFindings = reader.sink.all
        isUsable = reader.isUsable
        ignored = reader.ignored
        source = bytes
    }

    /// The reason why devices would not read the file. Nil if they would read it.
    package var problem: AssociationFinding? { isUsable ? nil : findings.first { $0.severity == .error } }
}
