// swift-tools-version: 6.2
// How fast the libraries are, beside others on the same work. A package of its own, so that nobody who uses linkscope, and
// nobody who tests it, builds what it is compared with.
//
//     cd Tests/Benchmarks
//     swift run -c release Ratios             the table: every row, ours, NIO's and the language's; fails over budget
//     swift run -c release Ratios chain all   the rows whose names contain one of these
//     swift run -c release Ratios --ours chain    only ours, for a profiler
//     swift run -c release Ratios --counts    only what a busy machine does not change: allocations and memory; fails over budget
//     swift package benchmark                 the same work under ordo-one/benchmark: percentiles, instructions, baselines
//
// The first is what budgets are checked with: it interleaves the contestants, so that their ratios hold on a machine that
// does other things as well.

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [
        .package(name: "linkscope", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Without its malloc interposer, which is a library to install: see CAllocationCounter.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "CAllocationCounter"),
        .target(
            name: "Contests",
            dependencies: [
                "CAllocationCounter",
                .product(name: "Tasks", package: "linkscope"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(name: "Ratios", dependencies: ["CAllocationCounter", "Contests"]),
        .executableTarget(
            name: "TasksBenchmarks",
            dependencies: ["Contests", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/TasksBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
