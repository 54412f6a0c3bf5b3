// How a verdict comes about:
//
//     served files ─┬─► how they are served ─────────────────► causes ─┐
//                   ├─► what is in the file that devices read ─► causes ─┼─► the worst first
//     the link ─────┴─► which app gets it, by which rule ─────► causes ─┘        and: opens, or not
//
// Devices of Apple's read the copy of Apple's CDN where there is one, so that decides on iOS; the site's own file decides where nobody could
// ask the CDN. Android's devices read the site's.

package import AppLinks
import LinkLayers

/// Whether a site's links open in its apps, by its association files as they are served, and what to do where they do not.
package struct Verdict: Sendable {
    /// What is asked.
    package struct Question: Sendable, Hashable {
        /// Nil for the site as a whole: then only the files are judged.
        package var link: LinkURL?
        /// The app on Apple's devices, as `ABCDE12345.com.example.shop`; nil for any.
        package var appID: String?
        /// The app on Android; nil for any.
        package var package: String?
        /// The SHA-256 fingerprint of the app's certificate, as `AB:CD:…`; nil for any.
        package var fingerprint: String?
        package var platforms: Set<AppPlatform>

        package init(
            link: LinkURL? = nil, appID: String? = nil, package: String? = nil, fingerprint: String? = nil,
            platforms: Set<AppPlatform> = Set(AppPlatform.allCases)
        ) {
            self.link = link
            self.appID = appID
            self.package = package
            self.fingerprint = fingerprint
            self.platforms = platforms
        }
    }

    package let question: Question
    package let files: ServedFiles
    /// Nil where the platform was not asked about.
    package let apple: AppleVerdict?
    package let android: AndroidVerdict?
    /// The worst first.
    package let causes: [VerdictCause]

    package init(_ question: Question, _ files: ServedFiles) {
        self.question = question
        self.files = files
        apple = question.platforms.contains(.ios) ? AppleVerdict(question, files) : nil
        android = question.platforms.contains(.android) ? AndroidVerdict(question, files) : nil
        var causes: [VerdictCause] = []
        if let scheme = question.link?.scheme?.lowercased(), scheme != "https" {
            let message = "The link uses \(scheme): the rules are those of https, but apps and devices are set up for https links."
            causes.append(VerdictCause("link-not-https", .warning, nil, message, "Publish the link with https."))
        }
        causes += (apple?.causes ?? []) + (android?.causes ?? [])
        // Stable: what was found first stays first among its like.
        self.causes = [Finding.Severity.error, .warning, .note].flatMap { severity in causes.filter { $0.severity == severity } }
    }

    /// Whether the link opens in an app on every platform that was asked about; nil where no link was, and where nothing is known.
    package var opensInApp: Bool? {
        isUnknown ? nil : question.link.map { _ in (apple?.opens ?? true) && (android?.opens ?? true) }
    }

    /// Whether something keeps a file, or one of its rules, from working.
    package var hasErrors: Bool { causes.contains { $0.severity == .error } }

    /// Whether the answer is "no": the link does not open, or a file is broken where no link was given.
    package var isNo: Bool { opensInApp.map { !$0 } ?? hasErrors }

    /// Whether no server has answered, so that nothing is known.
    ///
    /// One that nobody trusts counts as an answer, unless we do not trust Apple's either: then what we trust is wrong, not the site.
    package var isUnknown: Bool {
        let knowsWhomToTrust = files.appleCopy?.isDistrusted != true
        return !files.all.contains { $0.isAnswered || $0.isDistrusted && knowsWhomToTrust }
    }
}
