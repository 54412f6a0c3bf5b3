// swift-tools-version: 6.2
// An HTTP server that reads incoming App Links and answers where a page opens in apps.
// `.ci/samples` builds this package as a stranger would, with linkscope from a git URL and a version.

import PackageDescription

let package = Package(
    name: "AppLinksServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        Context.environment["LINKSCOPE_URL"].map { .package(url: $0, from: "1.0.0") } ?? .package(name: "linkscope", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "AppLinksServer",
            dependencies: [
                .product(name: "AppLinks", package: "linkscope"), .product(name: "JSONDocument", package: "linkscope"),
            ]
        )
    ]
)
