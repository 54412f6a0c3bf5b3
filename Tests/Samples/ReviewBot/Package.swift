// swift-tools-version: 6.2
// A bot that reviews a change: it comments on the links that the change adds.
// `.ci/samples` builds this package as a stranger would, with linkscope from a git URL and a version.

import PackageDescription

let package = Package(
    name: "ReviewBot",
    platforms: [.macOS(.v15)],
    dependencies: [
        Context.environment["LINKSCOPE_URL"].map { .package(url: $0, from: "1.0.0") } ?? .package(name: "linkscope", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "ReviewBot",
            dependencies: [.product(name: "LinkLayers", package: "linkscope")]
        )
    ]
)
