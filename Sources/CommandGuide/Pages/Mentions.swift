/// The environment variables and the files that the help of a command mentions, each with the sentences that mention it.
struct Mentions {
    private(set) var variables: [Discussion.Term] = []
    private(set) var files: [Discussion.Term] = []

    init(_ command: Command) {
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
        var sentences: [String] = []
        var rest = text
        while let end = rest.firstRange(of: ". ") {
            sentences.append(String(rest[..<end.lowerBound]) + ".")
            rest = rest[end.upperBound...]
        }
        return sentences + (rest.isEmpty ? [] : [String(rest)])
    }

    private static func append(_ word: Substring, _ text: String, to terms: inout [Discussion.Term]) {
        guard let place = terms.firstIndex(where: { $0.word == word }) else {
            return terms.append(Discussion.Term(word: String(word), text: text))
        }
        if !terms[place].text.contains(text) { terms[place].text += " " + text }
    }
}
