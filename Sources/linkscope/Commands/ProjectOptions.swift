import ArgumentParser

/// The options that put the apps of a project on the simulated device.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Put the apps of this project on the simulated device, with what they declare.", valueName: "DIR"),
        completion: .directory)
    var project: String?

    @Option(
        help: ArgumentHelp("With --project: the build of its apps, such as stagingDebug (default: the release build).", valueName: "NAME"))
    var variant: String?

    func check() throws(CommandFailure) {
        if variant != nil, project == nil { throw CommandFailure("--variant needs --project", code: Exit.usage) }
    }

    /// Returns the project; nil if none is named.
    func reading(in console: Console) throws(CommandFailure) -> ProjectReading? {
        guard let project else { return nil }
        return try ProjectReading(project, variant: variant, progress: ProgressLine(console))
    }
}
