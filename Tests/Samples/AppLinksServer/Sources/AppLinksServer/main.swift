import Foundation

// Prints its address, and answers until it is ended.
let server = try Server(port: UInt16(CommandLine.arguments.dropFirst().first ?? "") ?? 0)
print("http://127.0.0.1:\(server.port)")
fflush(nil)
server.run { path in Shop.answer(to: path) }
