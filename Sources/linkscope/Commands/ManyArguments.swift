/// A command that takes any number of links and files.
nonisolated protocol TakesInputs {
    var inputs: [String] { get set }
}

/// Splits off the tail of a long command line.
///
/// The argument parser's time grows with the square of the number of arguments: for 40,000 links it took half a minute. So it parses only
/// the beginning, and the command gets the links and files in the tail without parsing.
nonisolated enum ManyArguments {
    /// The number of arguments after the last option that are still parsed. That option's value and the command's name may be among them.
    private static let parsed = 16

    static func split(_ arguments: [String]) -> (parsed: [String], rest: [String]) {
        let start = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 1
        let end = min(start + parsed, arguments.count)
        return (Array(arguments[..<end]), Array(arguments[end...]))
    }
}
