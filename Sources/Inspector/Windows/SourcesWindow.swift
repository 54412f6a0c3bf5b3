package import DeviceTools

/// The dialog that lists the sources of records, and starts and stops some of them.
package struct SourcesWindow: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case sources
        /// A tool looks for the devices whose log it can follow.
        case looking(DeviceTool)
        /// The user chooses one of several devices.
        case device(DeviceTool, [RealDevice])
    }

    package var step = Step.sources
    package var cursor = ListCursor()

    /// A row of the dialog.
    struct Row {
        let name: String
        /// What Enter starts; nil if the source belongs to the arguments of the program or to another process.
        let request: SourceRequest?
        /// The status; nil if the source was never started.
        let status: SourceStatus?

        var isOn: Bool { status?.isOn == true }
    }

    /// Returns the rows of the sources that can be started, and then those of all other sources.
    static func rows(_ sources: SourceStatuses) -> [Row] {
        let offered = SourceRequest.offered.map { Row(name: $0.sourceName, request: $0, status: sources[$0.sourceName]) }
        let names = Set(offered.map(\.name))
        return offered
            + sources.all.filter { !names.contains($0.name) }.prefix(mostOthers).map { Row(name: $0.name, request: nil, status: $0.status) }
    }

    private static let mostOthers = 1000
}
