import ArgumentParser
import CommandGuide
import Foundation
import Reports
import Secrets
import Store

/// `linkscope manual`: writes the manual pages of all commands.
struct ManualCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual pages of all commands to a folder.",
        discussion: """
            Writes one file per command, such as linkscope.1 and linkscope-history-search.1. The pages have the text of the help. The same \
            version of linkscope always writes the same bytes.

            Example:
              linkscope manual ~/.local/share/man/man1

            Exit codes: 0 success, 2 wrong usage, 3 a file cannot be written.
            """
    )

    @Argument(help: ArgumentHelp("The folder. It is created if it does not exist.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @MainActor func execute(in console: Console) async throws {
        guard !folder.isEmpty else { throw CommandFailure.usage("the folder has no name") }
        guard let commands = ShellCompletion.commands else { throw CommandFailure("the commands cannot be described") }
        let edition = (version: "linkscope \(ProgramVersion.number)", date: ProgramVersion.date)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { ": " + SystemError("mkdir", code: $0).reason } ?? ""
            throw CommandFailure("\(Secrets.masked(folder)): the folder cannot be created\(reason)", isMasked: true)
        }
        for page in ManualPage.all(of: commands, edition) {
            try failing(
                as: { (error: SystemError) in
                    CommandFailure("\(Secrets.masked(folder))/\(page.file): \(error.reason)", isMasked: true)
                }, NewFile(path: folder + "/" + page.file, replaces: true).finish(with: Array(page.text.utf8)))
        }
    }
}
