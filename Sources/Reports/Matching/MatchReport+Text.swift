import Associations
import LinkLayers

extension MatchReport {
    /// The findings about association files that have been shown. A finding is shown once, with the first link that it concerns.
    package struct ToldFindings {
        fileprivate var all: [AppPlatform: Set<AssociationFinding>] = [:]

        package init() {}
    }

    /// Appends the report as text, without the findings about the files that were shown with an earlier link.
    ///
    ///    https://www.example.com/help
    ///      iOS: no
    ///        ABCDE12345.com.example.shop: no, no rule matches
    ///          details[0].components[1]: the path has "h" (byte 25) where "/buy/*" expects "b" (byte 2)   ← nearest
    package func appendText(to output: inout [UInt8], _ told: inout ToldFindings) {
        line(shown(link), indent: 0, to: &output)
        if let file = question.aasa {
            line("iOS: \(opensOnApple ? "yes" : "no")", indent: 2, to: &output)
            appendFindings(file.findings, appleNotes, of: .ios, &told, to: &output)
            for app in appleApps { append(app, file, to: &output) }
        }
        if let file = question.assetLinks {
            line("Android: \(opensOnAndroid.map { $0 ? "yes" : "no" } ?? "unknown")", indent: 2, to: &output)
            appendFindings(file.findings, androidNotes, of: .android, &told, to: &output)
            if let obstacle {
                line(shown(obstacle.words), indent: 4, to: &output)
            } else if !file.isUsable {
                line("devices ignore the file", indent: 4, to: &output)
            } else if androidApps.isEmpty {
                let whom = question.package.map { "the app \($0)" } ?? "an app"
                line("no statement lets \(whom) open this site's links (\(AssetLinksFile.handleAllURLs))", indent: 4, to: &output)
            }
            for app in androidApps where obstacle == nil {
                line("\(shown(app.package)): \(app.getsLink ? "yes" : "no"), \(shown(app.reason))", indent: 4, to: &output)
                for step in app.steps where question.isTraced || step.isNearest {
                    line(shown(AASAWording.result(of: step, in: Array(link.utf8))), indent: 6, to: &output)
                }
            }
            for url in unreadIncludes { line("note: the file includes \(shown(url)), which was not read", indent: 4, to: &output) }
            if opensOnAndroid == nil {
                line("linkscope match reads no included files, so it does not know whether an app gets the link", indent: 4, to: &output)
            }
        }
    }

    private func append(_ app: AppleApp, _ file: AASAFile, to output: inout [UInt8]) {
        let answer = app.appID.map { "\(shown($0)): \(app.decision.outcome == .match ? "yes" : "no"), " } ?? ""
        line("\(answer)\(shown(AASAWording.reason(of: app.decision, in: file)))", indent: 4, to: &output)
        let bytes = Array(link.utf8)
        for step in app.decision.steps where question.isTraced || step.isNearest {
            line(shown(AASAWording.result(of: step, in: bytes)), indent: 6, to: &output)
        }
    }

    private func appendFindings(
        _ findings: [AssociationFinding], _ notes: [AssociationFinding], of platform: AppPlatform, _ told: inout ToldFindings,
        to output: inout [UInt8]
    ) {
        let isNamed = question.standardInput != platform
        for finding in findings.filter({ $0.severity > .note }) + notes {
            guard told.all[platform, default: []].insert(finding).inserted else { continue }
            // Messages of the JSON parser already name the place.
            let range = [.notJSON, .duplicateKey].contains(finding.code) ? nil : finding.range
            let place =
                range.map { " (byte \($0.lowerBound + 1) of \(isNamed ? "the file" : "standard input"))" }
                ?? (isNamed ? "" : " (standard input)")
            line("\(finding.severity.rawValue): \(finding.code.rawValue)\(place): \(shown(finding.message))", indent: 4, to: &output)
        }
    }

    private func line(_ text: String, indent: Int, to output: inout [UInt8]) {
        output += [UInt8](repeating: UInt8(ascii: " "), count: indent)
        output += PlainText.safe(text).utf8
        output.append(UInt8(ascii: "\n"))
    }
}
