/// A command that takes any number of links and files.
nonisolated protocol TakesInputs {
    var inputs: [String] { get set }
}

/// The tail of a long command line.
///
/// The argument parser's time grows with the square of what it is given: 40,000 links, which a shell passes on, took it half a minute. So
/// it gets the beginning; the long tail of links and files behind that is handed to the command as it stands.
nonisolated enum ManyArguments {
    /// How many of the tail the parser still gets: the command's name, an option's value, and the first inputs may be among them.
    private static let parsed = 16

    static func split(_ arguments: [String]) -> (parsed: [String], rest: [String]) {
        let start = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 1
        let end = min(start + parsed, arguments.count)
        return (Array(arguments[..<end]), Array(arguments[end...]))
    }
}
