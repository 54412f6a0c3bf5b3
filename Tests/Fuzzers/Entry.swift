// The entry point for libFuzzer. `Tests/Fuzzers/run` compiles this file outside the package, because libFuzzer has its own main function.
//
//    LINKSCOPE_FUZZER=json .build/fuzz/fuzzer FILE…      reads the files, stops at the first problem and prints it

import FuzzTargets

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The target to fuzz. One program serves all targets, so that it is linked only once.
private let target: FuzzTarget = {
    let name = unsafe getenv("LINKSCOPE_FUZZER").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("LINKSCOPE_FUZZER is \"\(name)\", not one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return target
}()

/// Runs one input. libFuzzer treats a trap as a finding and keeps the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = target.problem(in: bytes) { fatalError("\(target.rawValue): \(problem)") }
    return 0
}
