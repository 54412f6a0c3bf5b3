import Bytes
import JSONDocument
package import LinkLayers

/// One reason for a verdict, such as a problem that keeps a link from opening in the app now or soon.
package struct VerdictCause: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        package var file: ServedFile.Kind
        /// The range of the place in the bytes of the file.
        package var range: Range<Int>
        /// The line and the column, both from 1. Columns count characters.
        package var line: Int
        package var column: Int

        /// - Parameter source: The text that the range refers to.
        init(_ file: ServedFile.Kind, _ range: Range<Int>, in source: [UInt8]) {
            self.file = file
            self.range = range
            (line, column) = source.span.lineAndColumn(of: range.lowerBound)
        }
    }

    /// A stable code that scripts can match on.
    package var code: String
    package var severity: Finding.Severity
    /// The problem and its consequence. May contain text from servers and files.
    package var message: String
    /// What to do about the problem. Empty if the message already contains this advice.
    package var advice: String
    /// The platform concerned. Nil if the cause concerns both platforms.
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

    /// Returns the causes for the findings of a file.
    ///
    /// - Parameters:
    ///   - notes: The notes that are a reason for the verdict. Other notes are left out.
    ///   - coding: The compression of the file in transit, if any.
    package static func list(
        _ findings: [AssociationFinding], notes: [AssociationFinding] = [], of file: ServedFile.Kind, in source: [UInt8],
        coding: String? = nil
    ) -> [VerdictCause] {
        var causes: [VerdictCause] = []
        for finding in findings.filter({ $0.severity > .note }) + notes {
            var cause = VerdictCause(
                finding.code.rawValue, finding.severity, file.platform, finding.message, finding.advice(in: file),
                at: finding.range.map { Place(file, $0, in: source) })
            if let coding, finding.code == .notJSON, isCut(source) {
                cause.message += " It arrived compressed (\(coding.prefix(40))) and probably truncated."
                cause.advice = "Let the server send the whole compressed file: the part that arrived is valid."
            }
            causes.append(cause)
        }
        return causes
    }

    /// Returns whether the JSON is truncated and has no other error.
    private static func isCut(_ source: [UInt8]) -> Bool {
        let mistakes = JSONDocument(source).findings.filter(\.isError)
        return !mistakes.isEmpty && mistakes.allSatisfy { $0.code == .unexpectedEnd || $0.code == .unterminatedString }
    }
}

extension AssociationFinding {
    /// Returns what to do about the finding, or "" if the message already contains this advice.
    fileprivate func advice(in file: ServedFile.Kind) -> String {
        switch code {
        case .notJSON: range == nil ? "" : "Correct the file at that place: even one mistake makes devices ignore the whole file."
        case .wrongRoot, .badSignature: "Replace it with a file in the right format."
        case .tooLarge: file.adviceOnSize
        case .noAppLinks, .noDetails, .noAppID, .badAppID: "Write the app ID in applinks.details, for example ABCDE12345.com.example.shop."
        case .badPackage: "Write the application ID of the app, as in its build file."
        case .badStatement: "Correct the statement, or copy it from Play Console."
        case .badFingerprint: "Copy the fingerprint from Play Console, or from keytool -list -v."
        case .undefinedVariable, .badVariable: "Define the variable in applinks.substitutionVariables, or correct its name."
        case .unclosedVariable: "Close the variable, as in $(lang)."
        case .unreachableRule, .unreachableDynamicRule: "Move it before that rule, or remove it."
        default: ""
        }
    }
}
