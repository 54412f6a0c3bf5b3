package import LinkLayers

/// A problem in a file of a source tree, with its place.
package struct LintFinding: Sendable, Hashable {
    /// The code of a ``FindingCode``, an `AssociationFindingCode` or a ``LintCode``.
    package var code: String
    package var severity: Finding.Severity
    /// One or two sentences: the problem and its consequence. May quote the file, so secrets in it must be masked.
    package var message: String
    /// The bytes of the file that have the problem.
    package var range: Range<Int>
    /// The link as the program reads it, with its escapes decoded. Nil if the finding is not about a link.
    package var link: String?
    /// What repairs the link, as an imperative.
    package var repair: String?
    /// What distinguishes the secrets that the finding is about from others of the same length; nil if it is not about secrets.
    package var secretMark: SecretMark?

    package init(
        _ code: String, _ severity: Finding.Severity, _ message: String, at range: Range<Int>, link: String? = nil, repair: String? = nil
    ) {
        (self.code, self.severity, self.message, self.range) = (code, severity, message, range)
        (self.link, self.repair) = (link, repair)
    }

    init(_ code: LintCode, _ message: String, at range: Range<Int>, link: String? = nil) {
        self.init(code.rawValue, code.severity, message, at: range, link: link)
    }
}
