import Foundation

/// Calls `body` with the strings as a null-terminated array of C strings. The array is valid only during the call.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let pointers = unsafe copies + [nil]
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        // The array is not empty, because it contains at least the null pointer.
        guard let base = buffer.baseAddress else { preconditionFailure("a list without its end") }
        return unsafe body(base)
    }
}
