@testable import Store

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pipe whose writing end the test holds.
final class Pipe: Sendable {
    let readEnd: OpenFile
    private let writeEnd: OpenFile

    init() {
        var ends: [Int32] = [-1, -1]
        unsafe pipe(&ends)
        readEnd = OpenFile(adopting: ends[0])
        writeEnd = OpenFile(adopting: ends[1])
    }

    func write(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = writeSome(writeEnd.descriptor, bytes[done...])
            if count <= 0 { return }
            done += count
        }
    }
}

private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}
