import ArgumentParser

/// `linkscope match`: questions about links, answered without a network.
struct Match: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Answer questions about links without a network.",
        discussion: """
            With --json-lines it is a filter: a JSON object with an "id" on each line of standard input (or of the files), and the answer under \
            the same id on each line of the output. What cannot be answered gets an "error" and its "offset".

            Example, with {"id":1,"intent":"intent://item/7#Intent;scheme=shop;end"} on a line of the file:
              linkscope match --json-lines intents.txt | jq -r .canonical
            """
    )

    @Argument(help: ArgumentHelp("Files with one JSON object a line, or - for standard input.", valueName: "FILE|-"))
    var inputs: [String] = []

    @Flag(help: "One question a line, one answer a line.")
    var jsonLines = false

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws {
        guard jsonLines else { throw ValidationError("Say how the questions come: --json-lines.") }
        guard inputs.count(where: { $0 == "-" }) <= 1 else { throw ValidationError("Standard input (-) can be read once only.") }
    }

    @MainActor func execute() async throws {
        try MatchFilterRun(inputs: inputs.isEmpty ? ["-"] : inputs, showsSecrets: showSecrets).run()
    }
}
