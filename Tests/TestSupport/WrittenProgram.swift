import Foundation

/// Writes a file that can be executed, such as a shell script.
///
/// A shell writes it. If this process opened the file, a program that another test starts at that moment would inherit the open descriptor,
/// and a file that is open for writing cannot be executed.
package func writeProgram(_ text: String, to path: String) throws {
    let writing = Process()
    writing.executableURL = URL(fileURLWithPath: "/bin/sh")
    writing.arguments = ["-c", "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\"", path, text]
    try writing.run()
    writing.waitUntilExit()
    guard writing.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
