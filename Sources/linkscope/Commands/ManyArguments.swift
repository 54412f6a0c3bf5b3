/// A command that takes any number of links and files.
nonisolated protocol TakesInputs {
    var inputs: [String] { get set }
}

/// Splits off the tail of a long command line.
///
/// The argument parser's time grows with the square of the number of arguments: for 40,000 links it took half a minute. So it gets the beginning,
/// and the command gets the long tail of links and files unparsed.
nonisolated enum ManyArguments {
    /// How many of the last arguments the parser still gets: the command's name, an option's value and the first inputs may be among them.
    private static let parsed = 16

    static func split(_ arguments: [String]) -> (parsed: [String], rest: [String]) {
        let start = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 1
        let end = min(start + parsed, arguments.count)
        return (Array(arguments[..<end]), Array(arguments[end...]))
    }
}
