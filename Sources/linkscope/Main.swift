import Platform
import Store

/// The entry point of the process.
@main
struct Main {
    static func main() async {
        StandardStreams.reserve()
        FileSizeLimit.ignoreSignal()
        exit(await Linkscope.run(Array(CommandLine.arguments.dropFirst()), in: .ofProcess()))
    }
}
