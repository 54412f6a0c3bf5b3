import JSONDocument
package import LinkLayers

/// One reason for a verdict: why a link does not open in the app, or soon will not.
package struct VerdictCause: Sendable, Hashable {
    /// Where in which file.
    package struct Place: Sendable, Hashable {
        package var file: ServedFile.Kind
        /// The bytes of the file.
        package var range: Range<Int>
        /// Both from 1; a column is a character.
        package var line: Int
        package var column: Int

        /// - Parameter source: The text whose bytes the range counts.
        init(_ file: ServedFile.Kind, _ range: Range<Int>, in source: [UInt8]) {
            self.file = file
            self.range = range
            (line, column) = (1, 1)
            for byte in source.prefix(range.lowerBound) {
                if byte == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
        }
    }

    /// Stable: scripts match on it.
    package var code: String
    package var severity: Finding.Severity
    /// What is so, and what follows from it. May have text of servers and files in it.
    package var message: String
    /// What to do about it; empty where the message says it.
    package var advice: String
    /// Nil for what concerns every device.
    package var platform: AppPlatform?
    package var place: Place?

    init(
        _ code: String, _ severity: Finding.Severity, _ platform: AppPlatform?, _ message: String, _ advice: String = "",
        at place: Place? = nil
    ) {
        self.code = code
        self.severity = severity
        self.platform = platform
        self.message = message
        self.advice = advice
        self.place = place
    }

    /// What is wrong within a file. A text that is no JSON shows one mistake after the other; the first is the one to correct.
    ///
    /// - Parameter coding: How the file was compressed on its way, where it was.
    static func list(
        _ findings: [AssociationFinding], of file: ServedFile.Kind, in source: [UInt8], coding: String? = nil
    ) -> [VerdictCause] {
        let mistakes = findings.count { $0.code == .notJSON }
        var causes: [VerdictCause] = []
        for finding in findings where finding.severity > .note {
            var cause = VerdictCause(finding, of: file, in: source)
            if let coding, finding.code == .notJSON, !causes.contains(where: { $0.code == cause.code }), isCut(source) {
                cause.message += " It arrived compressed (\(coding.prefix(40))) and probably truncated."
                cause.advice = "Let the server send the whole compressed file: the part that arrived is valid."
            }
            if finding.code == .notJSON, mistakes > 1 {
                if causes.contains(where: { $0.code == cause.code }) { continue }
                let more = mistakes - 1
                cause.message += more == 1 ? " There is 1 more mistake after it." : " There are \(more) more mistakes after it."
            }
            causes.append(cause)
        }
        return causes
    }

    /// Whether JSON ends before its end, and has no mistake until there.
    private static func isCut(_ source: [UInt8]) -> Bool {
        let mistakes = JSONDocument(source).findings.filter(\.isError)
        return !mistakes.isEmpty && mistakes.allSatisfy { $0.code == .unexpectedEnd || $0.code == .unterminatedString }
    }

    /// What is wrong within a file.
    private init(_ finding: AssociationFinding, of file: ServedFile.Kind, in source: [UInt8]) {
        self.init(
            finding.code.rawValue, finding.severity, file.platform, finding.message, finding.advice(in: file),
            at: finding.range.map { Place(file, $0, in: source) })
    }
}

extension AssociationFinding {
    /// What to do about it; empty where its own message says it.
    fileprivate func advice(in file: ServedFile.Kind) -> String {
        switch code {
        case .notJSON: range == nil ? "" : "Correct the file at that place: with one mistake, devices ignore the whole file."
        case .wrongRoot, .badSignature: "Replace it with a file in the right format."
        case .tooLarge: file.adviceOnSize
        case .noAppLinks, .noDetails, .noAppID, .badAppID: "Name the app in applinks.details, such as ABCDE12345.com.example.shop."
        case .badStatement, .badFingerprint: "Copy the statement from Play Console, or the fingerprint from keytool -list -v."
        case .undefinedVariable, .badVariable: "Define the variable in applinks.substitutionVariables, or correct its name."
        case .unreachableRule: "Move it before the rule that matches every link."
        default: ""
        }
    }
}

extension ServedFile.Kind {
    /// How to make it smaller.
    var adviceOnSize: String {
        switch platform {
        case .ios: "Merge rules with * and variables."
        case .android: "Remove statements that no app needs, or move some to a file that this one includes."
        }
    }
}
