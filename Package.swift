// swift-tools-version: 6.2
// Every name in README's picture is a target here, and every arrow a dependency. A target also lists the targets below its own
// dependencies that its files import. `.ci/run` builds with `--explicit-target-dependency-import-check error`, so an import that is not
// listed here does not compile.

import PackageDescription

let package = Package(
    name: "linkscope",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "linkscope", targets: ["linkscope"]),
        .library(name: "Tasks", targets: ["Tasks"]),
        .library(name: "AppLinks", targets: ["AppLinks"]),
        .library(name: "JSONDocument", targets: ["JSONDocument"]),
        .library(name: "LinkLayers", targets: ["LinkLayers"]),
        .library(name: "TasksFoundation", targets: ["TasksFoundation"]),
        .library(name: "BoltsSwift", targets: ["BoltsSwift"]),
        .library(name: "Workflows", targets: ["Workflows"]),
        .library(name: "WorkflowsHTTP", targets: ["WorkflowsHTTP"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // MARK: What differs between Linux and macOS
        .target(name: "CPlatform", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: .house),

        // MARK: Libraries that stand on their own
        .target(name: "Tasks", dependencies: ["Platform"], swiftSettings: .house),
        .target(name: "Bytes", swiftSettings: .house),
        .target(name: "JSONDocument", dependencies: ["Bytes"], swiftSettings: .house),
        .target(name: "AppLinks", dependencies: ["Tasks", "JSONDocument", "Bytes"], swiftSettings: .house),
        .target(name: "TasksFoundation", dependencies: ["Tasks"], swiftSettings: .house),
        .target(name: "BoltsSwift", dependencies: ["Tasks"], swiftSettings: .house),
        .target(name: "Workflows", dependencies: ["Tasks", "JSONDocument"], swiftSettings: .house),

        // MARK: Pure: links and records, reports, screens, and the program's state. The lowest comes first.
        .target(name: "CResources", cSettings: [.headerSearchPath("../../Resources")]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Secrets", dependencies: ["JSONDocument", "Bytes", "CResources", "CZlib"], swiftSettings: .house),
        .target(
            name: "LinkLayers",
            dependencies: ["Secrets", "AppLinks", "JSONDocument", "Bytes"],
            swiftSettings: .house
        ),
        .target(name: "Records", dependencies: ["LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes"], swiftSettings: .house),
        .target(name: "DeviceTools", dependencies: ["Secrets", "AppLinks", "JSONDocument", "Bytes"], swiftSettings: .house),
        .target(name: "Listening", dependencies: ["JSONDocument", "Bytes", "Platform"], swiftSettings: .house),
        .target(
            name: "Deciding", dependencies: ["DeviceTools", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes"],
            swiftSettings: .house
        ),
        .target(
            name: "Projects",
            dependencies: [
                "Deciding", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: .house
        ),
        .target(
            name: "Checks",
            dependencies: [
                "Projects", "Deciding", "DeviceTools", "Records", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: .house
        ),
        .target(
            name: "Reports",
            dependencies: [
                "Checks", "Projects", "Deciding", "DeviceTools", "Records", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes",
                "Screen",
            ],
            swiftSettings: .house
        ),
        .target(name: "CommandGuide", dependencies: ["JSONDocument", "Bytes"], swiftSettings: .house),
        .target(name: "Screen", dependencies: ["Bytes"], swiftSettings: .house),
        .target(
            name: "Panes",
            dependencies: [
                "Projects", "Deciding", "DeviceTools", "Records", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes", "Screen",
                "Tasks",
            ],
            swiftSettings: .house
        ),
        .target(
            name: "Inspector",
            dependencies: [
                "Panes", "Projects", "Deciding", "Records", "DeviceTools", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes",
                "Screen",
                "Tasks",
            ],
            swiftSettings: .house
        ),
        .target(
            name: "PlainMode",
            dependencies: [
                "Inspector", "Panes", "Deciding", "Records", "DeviceTools", "LinkLayers", "AppLinks", "JSONDocument", "Bytes", "Screen",
            ],
            swiftSettings: .house
        ),

        // MARK: Edges: the terminal, files and sockets
        .target(
            name: "CNcurses",
            cSettings: [
                .define("NCURSES_WIDECHAR", to: "1"),
                .define("_XOPEN_SOURCE_EXTENDED", .when(platforms: [.macOS])),
                .define("_GNU_SOURCE", .when(platforms: [.linux])),
            ],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("tinfo", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]
        ),
        .systemLibrary(
            name: "CQRCode",
            pkgConfig: offTheDefaultPath("libqrencode"),
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .target(
            name: "CursesTerminal",
            dependencies: ["CQRCode", "Screen", "Tasks", "Bytes", "Platform", "CNcurses"],
            swiftSettings: .house + [.defaultIsolation(MainActor.self)]
        ),
        .target(
            name: "Store",
            dependencies: [
                "Devices", "DeviceTools", "Listening", "Records", "LinkLayers", "Secrets", "JSONDocument", "Bytes", "Tasks", "Platform",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: .house
        ),

        .target(name: "CCurl"),
        .target(
            name: "HTTPTransport", dependencies: ["AppLinks", "JSONDocument", "Bytes", "Tasks", "Platform", "CCurl"], swiftSettings: .house),
        .target(name: "CGumbo", linkerSettings: [.linkedLibrary("gumbo")]),
        .target(
            name: "Web",
            dependencies: [
                "HTTPTransport", "Deciding", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "Bytes", "Tasks", "Platform", "CGumbo",
            ],
            swiftSettings: .house
        ),
        .target(
            name: "WorkflowsHTTP",
            dependencies: ["HTTPTransport", "AppLinks", "Workflows", "Tasks"],
            swiftSettings: .house
        ),

        .target(
            name: "Devices",
            dependencies: ["Bytes", "JSONDocument", "AppLinks", "Secrets", "DeviceTools", "Tasks", "Platform"],
            swiftSettings: .house
        ),

        // MARK: The program
        .executableTarget(
            name: "linkscope",
            dependencies: [
                "HTTPTransport", "AppLinks", "Deciding", "CommandGuide", "CursesTerminal", "Devices", "DeviceTools", "Store",
                "Inspector", "Panes", "PlainMode", "JSONDocument", "Bytes", "LinkLayers", "Checks", "Projects", "Listening", "Records",
                "Reports",
                "Web", "Platform", "Screen", "Secrets", "Tasks", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: .house + [.defaultIsolation(MainActor.self)]
        ),

        // MARK: Tests
        .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
        .executableTarget(
            name: "TerminalProbe",
            dependencies: ["CursesTerminal", "Screen", "TestSupport"],
            path: "Tests/TerminalProbe",
            swiftSettings: .house + [.defaultIsolation(MainActor.self)]
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Screen", "Tasks", "JSONDocument", "Platform", "CPseudoTerminal", "CZlib"],
            path: "Tests/TestSupport",
            resources: [.copy("Server")],
            swiftSettings: .house
        ),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Reports", "Checks", "Projects", "Deciding", "Records", "Listening", "LinkLayers", "JSONDocument", "AppLinks", "Bytes",
                "Screen",
            ],
            path: "Tests/Fuzzers/Targets",
            swiftSettings: .house
        ),
        .testTarget(
            name: "FuzzTargetsTests",
            dependencies: ["FuzzTargets"],
            resources: [.copy("../Fuzzers/Corpora")],
            swiftSettings: .house
        ),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: .house),
        .testTarget(name: "TestDeviceTests", dependencies: ["TestSupport", "Platform"], swiftSettings: .house),
        .testTarget(name: "TasksTests", dependencies: ["Tasks", "Platform", "TestSupport"], swiftSettings: .house),
        .testTarget(
            name: "TasksMainActorTests",
            dependencies: ["Tasks"],
            swiftSettings: .house + [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(name: "BytesTests", dependencies: ["Bytes"], swiftSettings: .house),
        .testTarget(
            name: "JSONDocumentTests",
            dependencies: ["JSONDocument", "TestSupport"],
            resources: [.copy("Suite")],
            swiftSettings: .house
        ),
        .testTarget(
            name: "AppLinksTests",
            dependencies: ["AppLinks", "JSONDocument", "Tasks", "TestSupport"],
            resources: [.copy("Vectors"), .copy("OurVectors")],
            swiftSettings: .house
        ),
        .testTarget(name: "TasksFoundationTests", dependencies: ["TasksFoundation", "Tasks"], swiftSettings: .house),
        .testTarget(name: "WorkflowsTests", dependencies: ["Workflows", "Tasks", "JSONDocument", "TestSupport"], swiftSettings: .house),
        .testTarget(name: "BoltsSwiftTests", dependencies: ["BoltsSwift"], swiftSettings: .oldApplication),
        .testTarget(name: "BoltsSwiftBridgeTests", dependencies: ["BoltsSwift", "Tasks", "TestSupport"], swiftSettings: .house),
        .testTarget(
            name: "SecretsTests",
            dependencies: ["Secrets", "LinkLayers", "JSONDocument", "Bytes", "TestSupport"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "LinkLayersTests",
            dependencies: ["LinkLayers", "Secrets", "Records", "AppLinks", "JSONDocument", "Bytes", "TestSupport"],
            swiftSettings: .house
        ),
        // Like an application, this target sees only what is public.
        .testTarget(
            name: "ClientTests",
            dependencies: ["LinkLayers", "AppLinks", "JSONDocument", "WorkflowsHTTP", "Workflows", "Tasks"],
            packageAccess: false,
            swiftSettings: .house
        ),
        .testTarget(
            name: "RecordsTests",
            dependencies: ["Records", "LinkLayers", "AppLinks", "JSONDocument", "Bytes", "TestSupport"],
            resources: [.copy("Samples")],
            swiftSettings: .house
        ),
        .testTarget(
            name: "DevicesTests",
            dependencies: ["Devices", "DeviceTools", "TestSupport", "Tasks", "Platform", "AppLinks"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "DecidingTests",
            dependencies: ["Deciding", "LinkLayers", "TestSupport", "DeviceTools", "AppLinks", "JSONDocument"],
            // Vectors, which a test reads beside its source.
            exclude: ["Vectors"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "ProjectsTests",
            dependencies: ["Projects", "Deciding", "LinkLayers", "AppLinks", "JSONDocument", "Bytes", "TestSupport"],
            // Small projects with what linkscope must say of them, which a test reads beside its source.
            exclude: ["Samples"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "ChecksTests",
            dependencies: ["Checks", "Projects", "Deciding", "LinkLayers", "Secrets", "AppLinks", "JSONDocument", "TestSupport", "Bytes"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Reports", "Checks", "Projects", "Deciding", "DeviceTools", "Records", "LinkLayers", "Secrets", "AppLinks", "JSONDocument",
                "Screen", "TestSupport",
            ],
            swiftSettings: .house
        ),
        .testTarget(
            name: "PropertyTests",
            dependencies: ["Reports", "Deciding", "Records", "LinkLayers", "AppLinks", "JSONDocument", "TestSupport"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "CommandGuideTests",
            dependencies: ["CommandGuide"],
            resources: [.copy("Pages")],
            swiftSettings: .house
        ),
        .testTarget(
            name: "ScreenTests",
            dependencies: ["Screen", "TestSupport", "CursesTerminal"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "Inspector", "Panes", "PlainMode", "Projects", "Deciding", "CursesTerminal", "DeviceTools", "LinkLayers", "Records",
                "AppLinks",
                "JSONDocument", "Screen", "Tasks", "TestSupport",
            ],
            resources: [.copy("Goldens")],
            swiftSettings: .house
        ),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: ["CPseudoTerminal", "CursesTerminal", "Screen", "TerminalProbe", "TestSupport"],
            swiftSettings: .house
        ),
        .testTarget(name: "ListeningTests", dependencies: ["Listening", "JSONDocument", "TestSupport"], swiftSettings: .house),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Store", "DeviceTools", "Devices", "Listening", "Records", "LinkLayers", "Tasks", "TestSupport"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "HistoryTests",
            dependencies: ["Store", "Records", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: .house),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Secrets", "HTTPTransport", "Web", "Deciding", "LinkLayers", "AppLinks", "JSONDocument", "Tasks", "Platform", "TestSupport",
            ],
            resources: [.copy("Vectors")],
            swiftSettings: .house
        ),
        .testTarget(
            name: "WorkflowsHTTPTests",
            dependencies: ["WorkflowsHTTP", "Workflows", "JSONDocument", "Tasks", "TestSupport"],
            swiftSettings: .house
        ),
        .testTarget(
            name: "linkscopeTests",
            dependencies: [
                "linkscope", "CPseudoTerminal", "AppLinks", "Inspector", "JSONDocument", "Panes", "Store", "Records", "Screen", "Tasks",
                "TestSupport",
            ],
            // A recorded request and vectors, which tests read beside their source.
            exclude: ["Requests", "Vectors"],
            swiftSettings: .house
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Sanitizers and the optimizer are for some of the tests: `LINKSCOPE_TEST_TARGETS="TasksTests WorkflowsTests"` builds no other test targets.
if let wanted = Context.environment["LINKSCOPE_TEST_TARGETS"]?.split(whereSeparator: \.isWhitespace).map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

/// Homebrew keeps headers where only a library's .pc file says; Debian has them where the compiler looks, and often no pkg-config to ask.
func offTheDefaultPath(_ name: String) -> String? {
    #if os(macOS)
        name
    #else
        nil
    #endif
}

extension [SwiftSetting] {
    /// What every Swift target is compiled with. Each upcoming feature is a default of a later language mode, taken early.
    static let house: Self = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
        .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        .strictMemorySafety(),  // SE-0458
        .treatAllWarnings(as: .error),  // SE-0480; stripped where this package is a dependency
    ]

    /// What an application that was written for Bolts-Swift is compiled with: none of the house's settings.
    static let oldApplication: Self = [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
}
