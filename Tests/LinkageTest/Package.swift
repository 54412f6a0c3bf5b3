// swift-tools-version: 6.2
// A separate package, as a user of the library would have. `.ci/linkage` builds it and checks what it links.

import PackageDescription

let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "linkscope", path: "../..")],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: [.product(name: "Tasks", package: "linkscope")])
    ]
)
