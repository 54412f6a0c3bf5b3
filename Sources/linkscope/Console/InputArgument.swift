import Intake
import Pasting
import Secrets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What an argument stands for: a link, a file with links, or standard input.
nonisolated enum InputArgument {
    case link([UInt8])
    /// A file, a named pipe or a device.
    case file(path: String)
    case standardInput

    /// - Throws: `CommandFailure` for a folder, and for a text that can only be a path and names no file.
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

    /// A warning about an argument that is taken for a link but may be meant as a file name, because it has no scheme; nil when there is no doubt.
    static func doubt(about argument: String) -> String? {
        guard !argument.isEmpty, argument != "-", !argument.contains(":"), !argument.hasPrefix("//") else { return nil }
        var status = stat()
        guard unsafe stat(argument, &status) != 0 else { return nil }
        return "\(Secrets.masked(argument)): no such file, and as a link it has no scheme (https://…); "
            + "correct the path or the link"
    }

    /// Returns the links and records in an argument, and prints on standard error what was left out or put together.
    static func records(_ argument: [UInt8]) -> [[UInt8]] {
        let text = PastedText(argument)
        for sentence in text.account { Output.error("linkscope: \(sentence)") }
        return text.records.isEmpty ? [argument] : text.records.map(\.bytes)
    }

    /// Whether the argument can only be a path: `/x`, `./x`, `../x` and `~/x`, not `//host/x`.
    private static func isPath(_ argument: String) -> Bool {
        if argument.hasPrefix("//") { return false }
        return ["/", "./", "../", "~/"].contains { argument.hasPrefix($0) }
    }
}

extension CommandFailure {
    /// The failure of an input that cannot be read.
    nonisolated init(_ input: String, _ error: SystemError) {
        self.init("\(input == "-" ? "standard input" : Secrets.masked(input)): \(error.reason)")
    }
}
