import AppLinks
package import Associations
import LinkLayers

/// What `verify` says of a site or a link: as a JSON object on a line, or as text for people.
///
/// Both mask secrets unless told not to, and neither lets a character through that a terminal would obey.
package struct VerdictReport: Sendable {
    package let verdict: Verdict
    let isTraced: Bool
    let showsSecrets: Bool

    /// - Parameter isTraced: Whether to tell of every rule why it did not match, not only of the nearest.
    package init(_ verdict: Verdict, isTraced: Bool = false, showsSecrets: Bool = false) {
        self.verdict = verdict
        self.isTraced = isTraced
        self.showsSecrets = showsSecrets
    }

    /// What was asked: the link, or the site.
    var subject: String { verdict.question.link?.absoluteString ?? verdict.files.site.description }

    /// The verdict in a sentence.
    var sentence: String {
        if verdict.isUnknown { return "unknown: no server could be asked" }
        let platforms = [(verdict.apple?.opens, AppPlatform.ios), (verdict.android?.opens, .android)]
        if verdict.question.link == nil {
            let count = verdict.causes.count { $0.severity == .error }
            return count == 0 ? "yes: the files are in order" : "no: \(count == 1 ? "one error" : "\(count) errors") to put right"
        }
        let opening = platforms.filter { $0.0 == true }.map(\.1.name)
        let others = platforms.filter { $0.0 == false }.map(\.1.name)
        if others.isEmpty { return "yes: the link opens in the app on \(opening.joined(separator: " and on "))" }
        let but = opening.isEmpty ? "" : ", only on \(opening.joined(separator: " and on "))"
        return "no: the link does not open in the app on \(others.joined(separator: " or "))\(but)"
    }

    /// Where a link stays in the browser all the same, though its files give it to the app; none where they do not.
    var exceptions: [String] {
        var exceptions: [String] = []
        if verdict.apple?.opens == true, !verdict.isUnknown {
            exceptions.append(
                "on iOS it is tapped on a page of its own host in Safari, typed in the address bar, or opened by an app in a browser of its own"
            )
        }
        if verdict.android?.opens == true, !verdict.isUnknown {
            exceptions.append(
                "on Android the app's manifest does not name the host, or the device has not verified it yet, which takes about 20 s after "
                    + "installation (adb shell pm get-app-links PACKAGE tells); up to Android 11 all hosts of the manifest have to verify")
        }
        return exceptions
    }

    /// One line for the time of waiting: which file has come.
    package static func progress(of file: ServedFile) -> String {
        "\(file.status.map(String.init) ?? "---") \(file.url)"
    }

    /// The fields of an answer's head that tell something about a file.
    static func fields(of file: ServedFile) -> [(name: String, value: String)] {
        var names = ["Last-Modified", "Age", "Cache-Control"]
        if file.kind == .appleCopy {
            names += ["Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Origin-Format"]
        }
        return names.compactMap { name in file.page?.field(name).map { (name, $0) } }
    }

    /// What is wrong within a file, as far as it came.
    static func findings(of file: ServedFile) -> [AssociationFinding] {
        guard let content = file.content else { return [] }
        return file.kind.platform == .ios ? AASAFile(content).findings : AssetLinksFile(content).findings
    }
}

extension ServedFile.Kind {
    /// What people call it.
    var words: String {
        switch self {
        case .aasa: "apple-app-site-association"
        case .legacyAASA: "apple-app-site-association at the root"
        case .appleCopy: "Apple's copy of apple-app-site-association"
        case .assetLinks: "assetlinks.json"
        case .include: "a file that assetlinks.json includes"
        }
    }
}

extension AndroidVerdict.App {
    var reason: String {
        if !isCertified { return "statement \(statement) names other certificates" }
        return MatchReport.AndroidApp(package: package, statement: statement, outcome: outcome).reason
    }
}
