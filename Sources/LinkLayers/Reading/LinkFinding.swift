/// A problem of a link, or a fact about it that its author should know.
public struct LinkFinding: Sendable, Hashable {
    /// What was found. Programs can rely on the codes.
    public let code: Code

    /// One or two sentences: the problem and its consequence. The message may quote the link. Secrets are masked, and control and invisible
    /// characters are written by their code points, such as `<U+202E>`.
    public let message: String

    /// The place of the problem in the bytes of ``LinkReading/utf8``; nil if the problem has no place there. An empty range is a position
    /// between two bytes.
    public let place: Range<Int>?

    /// The edits that fix the problem; nil if only the author of the link can fix it.
    public let repair: LinkRepair?

    /// How bad the problem is.
    public let severity: Severity

    init(_ finding: Finding) {
        code = Code(finding.code)
        message = finding.message
        place = finding.range
        repair = finding.repair.map(LinkRepair.init)
        severity = Severity(finding.severity)
    }

    /// How bad a problem is: a note is less than a warning, and a warning is less than an error. More severities may be added in later
    /// versions.
    public struct Severity: Sendable, Hashable, Comparable, CustomStringConvertible {
        private let rank: Int

        /// Worth knowing.
        public static let note = Severity(rank: 0)
        /// Some apps read the link differently than intended.
        public static let warning = Severity(rank: 1)
        /// The link or its App Link data does not work.
        public static let error = Severity(rank: 2)

        private init(rank: Int) { self.rank = rank }

        init(_ severity: Finding.Severity) {
            switch severity {
            case .note: self = .note
            case .warning: self = .warning
            case .error: self = .error
            }
        }

        /// Returns whether the left severity is lower.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        /// `note`, `warning` or `error`.
        public var description: String { rank == 0 ? "note" : rank == 1 ? "warning" : "error" }
    }

    /// The code of a finding: what kind of problem it is. <doc:Findings> explains each code. More codes may be added in later versions.
    public struct Code: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        /// The code as text, which is stable: `linkscope inspect --json` prints the same codes.
        public let rawValue: String

        /// Creates a code from its text. Any text is accepted, even one that no version of this library uses as a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        init(_ code: FindingCode) { rawValue = code.rawValue }

        /// A few sentences on what the finding means and what to do about it. Nil if this version of the library does not have the code.
        public var explanation: String? { FindingCode(rawValue: rawValue)?.explanation }

        /// The severity of the findings with this code. Nil if this version of the library does not have the code.
        public var severity: Severity? { FindingCode(rawValue: rawValue).map { Severity($0.severity) } }

        /// All codes that the findings of a link can have in this version of the library.
        public static var all: [Code] { FindingCode.allCases.filter { !aboutRecords.contains($0) }.map(Code.init) }

        /// The codes that only records of the inspector have.
        private static let aboutRecords: Set<FindingCode> = [.objectWithoutLink, .eventWithoutName]

        /// The code as text.
        public var description: String { rawValue }
    }
}
