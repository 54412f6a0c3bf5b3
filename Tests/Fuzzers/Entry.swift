// What libFuzzer calls. Compiled by `Tests/Fuzzers/run` and no part of the package: libFuzzer brings a main function of its own.
//
//     LINKSCOPE_FUZZER=json .build/fuzz/fuzzer FILE…      reads the files, says what is broken, and stops at the first

import FuzzTargets

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The part that is fuzzed: one program for all of them is linked once.
private let target: FuzzTarget = {
    let name = unsafe getenv("LINKSCOPE_FUZZER").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("LINKSCOPE_FUZZER is \"\(name)\", not one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return target
}()

/// One input of libFuzzer's; it takes a trap for a finding and keeps the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = target.problem(in: bytes) { fatalError("\(target.rawValue): \(problem)") }
    return 0
}
