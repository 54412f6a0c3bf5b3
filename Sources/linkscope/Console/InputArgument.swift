import Bytes
import Foundation
import Records
import Secrets
import Store

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
    init(warningAbout argument: String, in console: Console) throws(CommandFailure) {
        try self.init(argument)
        if let doubt = Self.doubt(about: argument) { console.error("linkscope: \(doubt)") }
    }

    /// Returns a warning about an argument without a scheme that is read as a link but may be meant as a file name. Returns nil if the
    /// argument is clear.
    static func doubt(about argument: String) -> String? {
        // The value of a variable that a script has not set has nothing but white space.
        guard !argument.utf8.allSatisfy(ByteClass.isBlank) else { return nil }
        guard argument != "-", !argument.contains(":"), !argument.hasPrefix("//"), !exists(argument) else { return nil }
        return "\(Secrets.masked(argument)): no such file, so it is read as a link"
    }

    /// Returns the links and records in an argument, each with the note that says where a shell cut it off. Reports on standard error what
    /// was skipped or joined.
    static func records(_ argument: [UInt8], in console: Console) -> [(bytes: [UInt8], cut: String?)] {
        let text = PastedText(argument)
        guard !text.records.isEmpty else { return [(argument, nil)] }
        for sentence in text.account(withCuts: false) { console.error("linkscope: \(sentence)") }
        return text.records.map { ($0.bytes, $0.cut) }
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns whether the argument can only be a path. `/x`, `./x`, `../x` and `~/x` are paths; `//host/x` is not.
    private static func isPath(_ argument: String) -> Bool {
        if argument.hasPrefix("//") { return false }
        return ["/", "./", "../", "~/"].contains { argument.hasPrefix($0) }
    }

    // MARK: Arguments that are neither a link nor a file

    nonisolated enum Mistake {
        /// A single word, such as a mistyped command.
        case word
        /// The name of a file, such as `links.ndjson`.
        case fileName
    }

    /// The characters that structure a link or a text in which linkscope finds links. An argument with none of them is a single word.
    private static let structural = Set(":/.?#%=&\\{[<\"")

    /// Endings of file names. None of them is a top-level domain, so a text that ends in one of them is not a host.
    private static let fileExtensions: Set = [
        "csv", "gz", "har", "htm", "html", "json", "jsonl", "log", "ndjson", "plist", "text", "tsv", "txt", "xml", "yaml", "yml",
    ]

    /// Returns the reason why an argument can be neither a link nor a file, or nil if it can be one of them.
    ///
    /// `shop.example.com/p/7`, `www.example.com` and `item?x=1` are links whose scheme was left out: inspecting them shows what to correct.
    static func mistake(in argument: String) -> Mistake? {
        guard !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
        if !argument.contains(where: { structural.contains($0) || $0.isWhitespace }) { return exists(argument) ? nil : .word }
        return isFileName(argument) && !exists(argument) ? .fileName : nil
    }

    /// - Throws: `CommandFailure` if the argument can be neither a link nor a file: with exit code 3 for the name of a missing file, as for
    ///   each file that cannot be read, and with exit code 2 for a word.
    static func checkIsLinkOrFile(_ argument: String) throws(CommandFailure) {
        let name = Secrets.masked(argument)
        switch mistake(in: argument) {
        case nil: return
        case .word:
            let problem = "no such file, and not a link, because it has no scheme (https://…)"
            throw CommandFailure("\(name): \(problem)", code: Exit.usage, pointsToHelp: false)
        case .fileName: throw CommandFailure("\(name): no such file")
        }
    }

    /// Returns whether the argument looks like the name of a file, possibly in a folder. In `shop.example.com/links.txt`, the first part
    /// looks like a host, so this is a link.
    private static func isFileName(_ argument: String) -> Bool {
        guard !isPath(argument), !argument.contains(where: { $0 != "/" && $0 != "." && structural.contains($0) || $0.isWhitespace }) else {
            return false
        }
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.first?.contains(".") == false else { return false }
        let pieces = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        return pieces.count > 1 && fileExtensions.contains(pieces.last?.lowercased() ?? "")
    }
}

extension CommandFailure {
    /// Creates the failure for an input that cannot be read.
    nonisolated init(_ input: String, _ error: SystemError) {
        self.init("\(input == "-" ? "standard input" : Secrets.masked(input)): \(error.reason)")
    }
}

/// Reads whole files that the user names.
nonisolated enum InputFile {
    /// Returns the content of a file. A named pipe is refused, because it could be waited for forever. The pipe of a shell (`<(…)`) is read.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - option: The option that names the file; nil for an argument.
    /// - Throws: `CommandFailure` if the file cannot be read or is larger than the limit.
    static func bytes(of path: String, limit: Int, option: String? = nil) throws(CommandFailure) -> [UInt8] {
        try bytes(option, Secrets.masked(path), limit: limit) {
            if !path.isOfSystem { return try RegularFile.beginning(of: path, count: limit + 1) }
            // A handle that is opened here is closed when it is released.
            return Array(try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: limit + 1) ?? Data())
        }
    }

    /// Returns all of standard input, for an argument or for an option that names it.
    static func bytes(ofInputOf console: Console, limit: Int, option: String? = nil) throws(CommandFailure) -> [UInt8] {
        try bytes(option, "standard input", limit: limit) {
            let handle = FileHandle(fileDescriptor: console.standardInput, closeOnDealloc: false)
            return Array(try handle.read(upToCount: limit + 1) ?? Data())
        }
    }

    private static func bytes(
        _ option: String?, _ file: String, limit: Int, _ read: () throws -> [UInt8]
    ) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        let name = [option, file].compactMap(\.self).joined(separator: " ")
        do {
            bytes = try read()
        } catch {
            throw CommandFailure("\(name): \(reason(of: error))", isMasked: true)
        }
        guard bytes.count <= limit else {
            throw CommandFailure("\(name): the file is larger than \(limit) bytes", isMasked: true)
        }
        return bytes
    }

    /// Returns the system's reason, such as "No such file or directory", or "cannot be read" if the system gives no reason.
    private static func reason(of error: any Error) -> String {
        if let error = error as? SystemError { return error.reason }
        let error = error as NSError
        let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return system.domain == NSPOSIXErrorDomain ? SystemError("read", code: Int32(system.code)).reason : "cannot be read"
    }
}
