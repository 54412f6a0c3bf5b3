import Foundation

/// The memory of this process during a stress run.
struct StressMemory: CustomStringConvertible {
    /// How many bytes the process may grow after it has warmed up. Exact leaks are found by counting objects; this is for what is not counted.
    static let limit = 32 << 20

    private var warm = 0
    private var last = 0

    /// How many bytes the process has grown since it was warm.
    var growth: Int { last - warm }

    var description: String { "\(last >> 10) KiB at the end, \(warm >> 10) KiB when it was warm" }

    /// Reads the memory in use. The first time that the run is warm is what later readings are compared with.
    mutating func look(isWarm: Bool) {
        last = Self.residentBytes
        if warm == 0 || !isWarm { warm = last }
    }

    /// The resident bytes; 0 on systems without `/proc`.
    private static var residentBytes: Int {
        guard let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "), fields.count > 1 else {
            return 0
        }
        return (Int(fields[1]) ?? 0) * Int(getpagesize())
    }
}
