// swift-tools-version:5.6
// An app that was written for Bolts-Swift. Only its dependency was changed; before, it was
//
//     .package(url: "https://github.com/BoltsFramework/Bolts-Swift.git", from: "1.5.0")
//
// `.ci/samples` builds this package as a stranger would, with linkscope from a git URL and a version.

import PackageDescription

let package = Package(
    name: "FromBolts",
    platforms: [.macOS("15.0")],
    dependencies: [
        Context.environment["LINKSCOPE_URL"].map { .package(url: $0, from: "1.0.0") } ?? .package(name: "linkscope", path: "../../..")
    ],
    targets: [
        .executableTarget(name: "FromBolts", dependencies: [.product(name: "BoltsSwift", package: "linkscope")])
    ]
)
