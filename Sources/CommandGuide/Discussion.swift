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

/// The environment variables and the files that the help of a command mentions, each with the sentences that mention it.
struct Mentions {
    private(set) var variables: [Discussion.Term] = []
    private(set) var files: [Discussion.Term] = []

    init(_ command: CommandDescription) {
        for line in command.discussion.split(separator: "\n") where !line.hasPrefix("  ") && !line.hasPrefix("Exit codes:") {
            add(line, context: "")
        }
        for argument in command.arguments where argument.isShown {
            add(argument.abstract[...], context: argument.names.last.map { "\($0): " } ?? "")
        }
    }

    private mutating func add(_ text: Substring, context: String) {
        for sentence in Self.sentences(text) {
            for word in sentence.split(whereSeparator: { " (),;".contains($0) }) {
                let name = word.hasSuffix(".") ? word.dropLast() : word
                let bare = name.hasPrefix("$") ? name.dropFirst() : name
                if name.hasPrefix("$"), name.contains("/") {
                    Self.append(name, context + sentence, to: &files)
                } else if Self.isVariable(bare) || name.hasPrefix("$") && bare.count > 1 && bare.allSatisfy(\.isUppercase) {
                    Self.append(bare, context + sentence, to: &variables)
                }
            }
        }
    }

    /// Whether a word is the name of a variable: parts of capital letters, joined by `_`, such as `NO_COLOR`.
    private static func isVariable(_ word: Substring) -> Bool {
        let parts = word.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isUppercase } }
    }

    private static func sentences(_ text: Substring) -> [String] {
        let parts = text.split(separator: ". ", omittingEmptySubsequences: false)
        return parts.dropLast().map { String($0) + "." } + parts.suffix(1).filter { !$0.isEmpty }.map(String.init)
    }

    private static func append(_ word: Substring, _ text: String, to terms: inout [Discussion.Term]) {
        guard let place = terms.firstIndex(where: { $0.word == word }) else {
            return terms.append(Discussion.Term(word: String(word), text: text))
        }
        if !terms[place].text.contains(text) { terms[place].text += " " + text }
    }
}
