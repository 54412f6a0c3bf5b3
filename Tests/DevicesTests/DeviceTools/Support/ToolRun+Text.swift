import DeviceTools

extension ToolRun {
    /// A run with this output, for parsers that do not look at the command.
    static func printing(_ output: String, errors: String = "", code: Int32 = 0) -> ToolRun {
        ToolRun(ToolCommand(["tool"], seconds: 1), .exited(code), output: output, errors: errors)
    }
}
