/// The number of links with an error, and the number of links with a warning but no error.
struct ProblemCount: Sendable, Equatable {
    private(set) var errors = 0
    private(set) var warnings = 0

    mutating func add(_ flags: LinkRow.Flags) {
        if flags.contains(.hasError) { errors += 1 } else if flags.contains(.hasWarning) { warnings += 1 }
    }

    var total: Int { errors + warnings }

    /// `2 errors, 1 warning`; empty if there are none.
    var words: String { words { number, word, _ in "\(number) \(word)\(number == 1 ? "" : "s")" } }

    /// `2E 1W`, with the letters of the rows.
    var letters: String { words { "\($0)\($2)" }.replacing(", ", with: " ") }

    private func words(_ words: (_ number: Int, _ word: String, _ letter: String) -> String) -> String {
        [(errors, "error", "E"), (warnings, "warning", "W")].filter { $0.0 > 0 }.map(words).joined(separator: ", ")
    }
}
