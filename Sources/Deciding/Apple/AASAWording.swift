import Bytes
import Secrets

/// Describes the decision of an apple-app-site-association file in words.
package enum AASAWording {
    package static func reason(of decision: AASADecision, in file: AASAFile) -> String {
        switch decision.reason {
        case .rule(let place):
            let comment = file.component(at: place)?.comment.map { " (\"\($0.prefix(200))\")" } ?? ""
            return "\(place)\(comment) \(decision.outcome == .exclude ? "excludes the link" : "matches")"
        case .noRule: return "no rule matches"
        case .appNotListed: return "the file does not name the app"
        case .noPossibleApp: return lackOfApps(in: file)
        case .impossibleApp(let problem): return problem.withoutFinalPeriod
        case .otherHost(let host): return "the link's host is \(host.isEmpty ? "empty" : host), not the domain that served the file"
        case .obstacle(let obstacle): return obstacle.words
        case .unusableFile: return "devices ignore the file"
        }
    }

    /// Says why a file without a possible app gives no link to an app.
    package static func lackOfApps(in file: AASAFile) -> String {
        if file.appIDs.isEmpty, let clip = file.appClips.first {
            return "the file names no app, but the App Clip \(clip.prefix(200)), which opens links of its experiences in App Store Connect"
        }
        return file.appIDs.isEmpty ? "the file names no app" : "none of the app IDs in the file is valid, so no app can get a link"
    }

    /// Describes what a rule decides about a link, or why it does not match.
    package static func result(of step: RuleStep, in link: [UInt8]) -> String {
        let result = step.miss.map { reason(of: $0, in: link) } ?? (step.isExcluding ? "excludes" : "matches")
        return "\(step.place): \(result)\(step.isNearest ? "   ← nearest" : "")"
    }

    /// Describes why a rule did not match, with the places in the link and in the pattern.
    package static func reason(of miss: RuleStep.Miss, in link: [UInt8]) -> String {
        let part =
            switch miss.part {
            case .path: "the path"
            case .query: "the query"
            case .fragment: "the fragment"
            case .item(let name): "the parameter \"\(name)\""
            }
        switch miss.cause {
        case .undefinedVariable(let name): return "$(\(name)) is not defined, so \"\(shownPattern(of: miss))\" matches nothing"
        case .tooMuch: return "comparing \"\(shownPattern(of: miss))\" with \(part) would take too long"
        case .missingItem: return "\(part) is missing, which counts as empty, but \"\(shownPattern(of: miss))\" expects \(wanted(miss))"
        case .absentItem: return "\(part) is missing"
        case .different: return difference(miss, part, in: link)
        case .differentCase:
            return difference(miss, part, in: link) + "; only upper and lower case differ, so set \"caseSensitive\" to false to ignore case"
        case .differentCaseOfPath:
            return difference(miss, part, in: link)
                + "; only upper and lower case differ, so write the path with the same case, or use \"components\", which can ignore case"
        case .differentEscape:
            return difference(miss, part, in: link)
                + "; only the case of an escape differs, so write the escape in the same case in the link and the pattern"
        }
    }

    private static func difference(_ miss: RuleStep.Miss, _ part: String, in link: [UInt8]) -> String {
        var miss = miss
        // A slash at the end of a pattern for the path does not count.
        let left = miss.pattern.utf8.dropFirst(miss.patternOffset)
        let isAtSlash = miss.part == .path && left.elementsEqual("/".utf8)
        if isAtSlash, miss.linkOffset < miss.linkEnd, link[miss.linkOffset] == UInt8(ascii: "/") { miss.linkOffset += 1 }
        let isAtEnd = left.isEmpty || isAtSlash
        let rest = isAtEnd ? "the pattern \"\(shownPattern(of: miss))\" ends" : "\"\(shownPattern(of: miss))\" expects \(wanted(miss))"
        let next = miss.linkOffset < link.count ? link[miss.linkOffset] : nil
        if miss.linkOffset >= miss.linkEnd {
            if miss.matched == 0 { return "\(part) is empty, but \(rest)" }
            let isSlash = miss.part == .path && next == UInt8(ascii: "/")
            let place = isSlash ? "before the slash at its end, which does not count" : "(byte \(miss.linkOffset + 1))"
            return "\(part) ends \(place)\(isSlash ? "," : "") where \(rest)"
        }
        // Even a single character of a secret must be masked.
        let isSecret = Secrets.ranges(in: link).contains { $0.contains(miss.linkOffset) }
        let found = isSecret ? "\"•\"" : character(link, miss.linkOffset)
        let pattern = miss.pattern.utf8
        if next == PercentCoding.percent, !isAtEnd,
            pattern[pattern.index(pattern.startIndex, offsetBy: miss.patternOffset)] == PercentCoding.percent
        {
            return "\(part) has an escape (byte \(miss.linkOffset + 1)), which this rule decodes, where \(rest)"
        }
        return "\(part) has \(found) (byte \(miss.linkOffset + 1)) where \(rest)"
    }

    /// Returns the pattern with its secrets masked. The name of a parameter may make all of its pattern a secret.
    private static func shownPattern(of miss: RuleStep.Miss) -> String {
        miss.isSecret ? Secrets.mask : Secrets.masked(miss.pattern)
    }

    private static func wanted(_ miss: RuleStep.Miss) -> String {
        let pattern = Array(miss.pattern.utf8)
        guard miss.patternOffset < pattern.count else { return "the end" }
        let place = "(byte \(miss.patternOffset + 1))"
        switch pattern[miss.patternOffset] {
        case UInt8(ascii: "?"):
            let isOpen = pattern[(miss.patternOffset + 1)...].first == UInt8(ascii: "*")
            return "\(isOpen ? "at least one character" : "one character") \(place)"
        case UInt8(ascii: "$"):
            guard let end = pattern[miss.patternOffset...].firstIndex(of: UInt8(ascii: ")")) else { break }
            return "\(String(decoding: pattern[miss.patternOffset...end], as: UTF8.self)) \(place)"
        default: break
        }
        return "\(miss.isSecret ? "\"•\"" : character(pattern, miss.patternOffset)) \(place)"
    }

    private static func character(_ text: [UInt8], _ offset: Int) -> String {
        let scalar = String(decoding: text[min(offset, text.count)...].prefix(4), as: UTF8.self).unicodeScalars.first
        return scalar.map { "\"\($0)\"" } ?? "nothing"
    }
}

extension RuleStep.Miss {
    /// Whether the pattern is a secret, because the parameter has the name of one: `"?": { "token": "abc1" }`.
    fileprivate var isSecret: Bool { part.parameter.map { Secrets.isSecret(pattern, name: $0) } ?? false }
}
