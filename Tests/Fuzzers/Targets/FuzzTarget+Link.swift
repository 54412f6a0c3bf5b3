import Bytes
import LinkLayers

extension FuzzTarget {
    /// Checks that every place is within the link, that messages have no control characters, that repairing the link terminates, and that
    /// the repair introduces no new error.
    static func linkProblem(_ bytes: [UInt8]) -> String? {
        let before = LinkInspection(bytes)
        if let problem = placeProblem(before) { return problem }
        let after = LinkInspection(before.repaired)
        if let problem = placeProblem(after) { return "once repaired, \(problem)" }
        if after.bytes != before.repaired { return "the repaired link has blanks around it" }
        if after.repaired != after.bytes { return "repairing twice is not repairing once: \(text(after.bytes)), \(text(after.repaired))" }
        let new = errors(of: after).subtracting(errors(of: before))
        if let code = new.map(\.rawValue).min() { return "repairing made the error \(code): \(text(after.bytes))" }
        return nil
    }

    private static func placeProblem(_ inspection: LinkInspection) -> String? {
        let count = inspection.bytes.count
        for (index, finding) in inspection.findings.enumerated() {
            let isTwice = inspection.findings[..<index].contains { $0.code == finding.code && $0.range == finding.range }
            if isTwice, finding.range != nil { return "\(finding.code.rawValue) is told twice" }
            if let range = finding.range, !range.lies(within: count) { return "\(finding.code.rawValue) is at \(range) of \(count) bytes" }
            let words = finding.message + (finding.repair?.summary ?? "")
            if let scalar = words.unicodeScalars.first(where: isControl) {
                return "U+\(String(scalar.value, radix: 16)) is in the words of \(finding.code.rawValue): \(words)"
            }
            let edits = (finding.repair?.edits ?? []).map(\.place)
            guard edits.allSatisfy({ $0.lies(within: count) }), edits.areInOrder else {
                return "the repair of \(finding.code.rawValue) edits \(edits) of \(count) bytes"
            }
        }
        guard inspection.secrets.allSatisfy({ $0.lies(within: count) }), inspection.secrets.areInOrder else {
            return "secrets are at \(inspection.secrets) of \(count) bytes"
        }
        for (index, layer) in inspection.layers.enumerated() {
            if let outer = layer.outer, outer >= index { return "layer \(index) was peeled off layer \(outer)" }
            let outerCount = layer.outer.map { inspection.layers[$0].text.count } ?? count
            guard layer.outerRange.lies(within: outerCount) else {
                return "layer \(index) is at \(layer.outerRange) of the \(outerCount) bytes outside it"
            }
            guard layer.range.lies(within: count) else { return "layer \(index) came from \(layer.range) of \(count) bytes" }
            guard layer.text.original.lies(within: count) else { return "layer \(index)'s text came from \(layer.text.original)" }
        }
        return nil
    }

    /// Whether a terminal may obey a character or change the order of the text around it.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    private static func errors(of inspection: LinkInspection) -> Set<FindingCode> {
        Set(inspection.findings.filter { $0.severity == .error }.map(\.code))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
