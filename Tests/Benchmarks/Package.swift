// swift-tools-version: 6.2
// Measures how fast the libraries are, compared with other libraries that do the same work. This is a separate package, so that neither
// users nor testers of linkscope have to build those other libraries.
//
//     cd Tests/Benchmarks
//     swift run -c release Ratios             the table: every row for Tasks, NIO and Swift itself; fails over budget
//     swift run -c release Ratios chain all   the rows whose names contain one of these words
//     swift run -c release Ratios --ours chain    only Tasks, for a profiler
//     swift run -c release Ratios --counts    only allocations and memory, which do not depend on load; fails over budget
//     swift package benchmark                 the same work under ordo-one/benchmark: percentiles, instructions, baselines
//
// Check the budgets for time with the first command: it interleaves the contestants, so that their ratios are valid on a busy machine too.

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [
        .package(name: "linkscope", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // The malloc interposer needs another library. CAllocationCounter counts allocations instead.
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
