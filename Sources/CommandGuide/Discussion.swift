/// The discussion of a command, split into what a manual page shows in different sections.
struct Discussion {
    enum Part: Equatable {
        case paragraph(String)
        /// Lines that keep their form.
        case lines([String])
        /// Words with explanations, as in `adb    on an Android device`.
        case terms([Term])
    }

    struct Term: Equatable {
        var word: String
        var text: String
    }

    private(set) var parts: [Part] = []
    private(set) var examples: [String] = []
    private(set) var exitCodes: [Term] = []

    /// In the text, each line is a paragraph, and lines that begin with spaces keep their form. The lines after `Examples:` are examples.
    init(_ text: String) {
        var block: [Substring] = []
        var isExamples = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  ") {
                block.append(line.dropFirst(2))
                continue
            }
            end(&block, &isExamples)
            if line.isEmpty { continue }
            isExamples = line == "Examples:" || line == "Example:"
            if isExamples { continue }
            if let codes = Self.codes(line) { exitCodes = codes } else { parts.append(.paragraph(String(line))) }
        }
        end(&block, &isExamples)
    }

    private mutating func end(_ block: inout [Substring], _ isExamples: inout Bool) {
        guard !block.isEmpty else { return }
        if isExamples {
            examples += block.map(String.init)
        } else {
            parts.append(Self.terms(block).map(Part.terms) ?? .lines(block.map(String.init)))
        }
        block = []
        isExamples = false
    }

    /// Returns the terms of a block with two columns; nil if a line has only one.
    private static func terms(_ block: [Substring]) -> [Term]? {
        var terms: [Term] = []
        for line in block {
            let text = line.drop { $0 == " " }
            if text.startIndex != line.startIndex {
                guard !terms.isEmpty else { return nil }
                terms[terms.count - 1].text += " " + text
            } else if let gap = line.firstRange(of: "  ") {
                terms.append(Term(word: String(line[..<gap.lowerBound]), text: String(line[gap.upperBound...].drop { $0 == " " })))
            } else {
                return nil
            }
        }
        return terms
    }

    /// Returns the codes of `Exit codes: 0 success, 1 there is no such session.`
    private static func codes(_ line: Substring) -> [Term]? {
        let start = "Exit codes: "
        guard line.hasPrefix(start) else { return nil }
        var terms: [Term] = []
        // Codes are separated by semicolons, or by commas if no explanation has one.
        for piece in line.dropFirst(start.count).split(separator: " ") {
            let isSeparated = terms.last.map { $0.text.isEmpty ? false : $0.text.hasSuffix(",") || $0.text.hasSuffix(";") } ?? true
            if isSeparated, piece.allSatisfy(\.isNumber) {
                if !terms.isEmpty { terms[terms.count - 1].text.removeLast() }
                terms.append(Term(word: String(piece), text: ""))
            } else if !terms.isEmpty {
                terms[terms.count - 1].text += (terms[terms.count - 1].text.isEmpty ? "" : " ") + piece
            }
        }
        if terms.last?.text.hasSuffix(".") == true { terms[terms.count - 1].text.removeLast() }
        return terms.isEmpty ? nil : terms
    }
}
