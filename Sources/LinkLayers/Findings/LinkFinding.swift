/// A problem of a link, or a fact about it that its author should know.
public struct LinkFinding: Sendable, Hashable {
    let finding: Finding

    /// What was found. Programs can rely on the codes.
    public var code: FindingCode { finding.code }

    /// One or two sentences: the problem and its consequence. The message may quote the link. Secrets are masked, and control and invisible
    /// characters are written by their code points, such as `<U+202E>`.
    public var message: String { finding.message }

    /// The place of the problem in the bytes of ``LinkReading/utf8``; nil if the problem has no place there. An empty range is a position
    /// between two bytes.
    public var place: Range<Int>? { finding.range }

    /// The edits that fix the problem; nil if only the author of the link can fix it.
    public var repair: LinkRepair? { finding.repair }

    /// How bad the problem is.
    public var severity: Severity { finding.severity }

    /// How bad a problem is. More severities may be added in later versions, so a `switch` needs `@unknown default`.
    @nonexhaustive
    public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Worth knowing.
        case note
        /// Some apps read the link differently than intended.
        case warning
        /// The link or its App Link data does not work.
        case error

        /// Returns whether the left severity is lower. A note is lower than any other, and any other is lower than an error.
        public static func < (left: Self, right: Self) -> Bool { left != right && (left == .note || right == .error) }
    }
}
