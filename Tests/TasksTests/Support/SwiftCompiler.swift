#if os(Linux)
    import Foundation
    import Platform
    import TestSupport

    /// The compiler, as a program that uses the library runs it.
    enum SwiftCompiler {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Returns the errors and warnings for a program.
        ///
        /// - Parameter options: Further options, such as `-parse-as-library`.
        static func messages(for program: String, _ options: [String] = []) throws -> [String] {
            let folder = URL.temporaryDirectory.appending(path: "compiler-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "main.swift")
            try Data(program.utf8).write(to: file)
            // The modules are beside the test program.
            let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            let modules = products.appending(path: "Modules").path(percentEncoded: false)
            let moduleOfC = products.appending(path: "CPlatform.build/module.modulemap").path(percentEncoded: false)
            let arguments =
                ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-Xcc", "-fmodule-map-file=\(moduleOfC)"] + options
                + [file.path(percentEncoded: false)]
            let compiler = try FinishedProgram("/usr/bin/env", arguments, reading: [STDERR_FILENO])
            let messages = compiler.output.components(separatedBy: "\n").filter { $0.contains("error:") || $0.contains("warning:") }
            if compiler.ending != .exited(0), messages.isEmpty {
                throw Failure(description: "the compiler did not run: \(compiler.output)")
            }
            return messages
        }
    }
#endif
