import Intake
import Pasting
import Secrets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An argument of the command line: a link, a file with links, or standard input.
nonisolated enum InputArgument {
    case link([UInt8])
    /// A file, a named pipe or a device.
    case file(path: String)
    case standardInput

    /// - Throws: `CommandFailure` for a folder, and for a text that can only be a path if no such file exists.
    init(_ argument: String) throws(CommandFailure) {
        if argument == "-" {
            self = .standardInput
            return
        }
        var status = stat()
        guard unsafe stat(argument, &status) == 0 else {
            guard !Self.isPath(argument) else { throw CommandFailure(argument, SystemError("stat", code: errno)) }
            self = .link(Array(argument.utf8))
            return
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure("\(Secrets.masked(argument)): this is a folder; give the files in it")
        }
        self = .file(path: argument)
    }

    /// Creates an argument, and warns on standard error about a link that may be meant as a file name.
    init(warningAbout argument: String) throws(CommandFailure) {
        try self.init(argument)
        if let doubt = Self.doubt(about: argument) { Output.error("linkscope: \(doubt)") }
    }

    /// Returns a warning about an argument without a scheme that is read as a link but may be meant as a file name. Returns nil if the
    /// argument is clear.
    static func doubt(about argument: String) -> String? {
        guard !argument.isEmpty, argument != "-", !argument.contains(":"), !argument.hasPrefix("//") else { return nil }
        var status = stat()
        guard unsafe stat(argument, &status) != 0 else { return nil }
        return "\(Secrets.masked(argument)): no such file, and as a link it has no scheme (https://…); "
            + "correct the path or the link"
    }

    /// Returns the links and records in an argument. Reports on standard error what was skipped or joined.
    static func records(_ argument: [UInt8]) -> [[UInt8]] {
        let text = PastedText(argument)
        for sentence in text.account { Output.error("linkscope: \(sentence)") }
        return text.records.isEmpty ? [argument] : text.records.map(\.bytes)
    }

    /// Returns whether the argument can only be a path. `/x`, `./x`, `../x` and `~/x` are paths; `//host/x` is not.
    private static func isPath(_ argument: String) -> Bool {
        if argument.hasPrefix("//") { return false }
        return ["/", "./", "../", "~/"].contains { argument.hasPrefix($0) }
    }
}

extension CommandFailure {
    /// Creates the failure for an input that cannot be read.
    nonisolated init(_ input: String, _ error: SystemError) {
        self.init("\(input == "-" ? "standard input" : Secrets.masked(input)): \(error.reason)")
    }
}
