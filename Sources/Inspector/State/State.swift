package import AppLinks
import LinkLayers
package import Records

// `State` is a value. `update` (Update/) is the only code that changes it; it returns the effects that the edges of the program carry out.
// `frame` (View/) draws it. Nothing here reads a file, a clock or a key: times and sizes come with messages.
//
// It is built for a million records. Their bytes stay in files and in the journal. `Lists` holds eight bytes for each row, and `Detail` the one
// record of the detail pane. The other records of a frame are named by `needed` and passed to `frame`.
//
// Each part has its own folder, its own update functions and a view that sees the part alone. What follows from a part is not stored in it: it
// is made when it is needed, and remembered by its key (`Memo`).

/// Everything the inspector knows, in parts.
package struct State: Sendable {
    package var display = Display()
    package var lists = Lists()
    package var detail = Detail()
    package var journey = Journey()
    package var device: Device
    package var lookups = Lookups()
    package var forms = Forms()
    package var edges = EdgeStatus()

    package var panes = Panes()
    package var overlay: Overlay?
    package var notice: Notice?
    /// Links to try linkscope with.
    package let samples: [Sample]

    let memory = ContentMemory()

    package init(device: SimulatedDevice, profiles: [SimulatedDevice], samples: [Sample]) {
        self.device = Device(device, profiles: profiles)
        self.samples = samples
    }
}

/// A link to try linkscope with.
package struct Sample: Sendable, Hashable {
    package var title: String
    package var link: String

    package init(title: String, link: String) {
        self.title = title
        self.link = link
    }
}

/// The status of the sources, the journal and the other code outside `State`.
package struct EdgeStatus: Sendable {
    package var sources: [String: SourceState] = [:]
    package var journal = JournalState.writing
    /// The command with which other terminals reach this inspector, e.g. `linkscope send --to 4711`.
    package var address: String?
    /// The number of long pastes that are still being parsed.
    var pastesBeingRead = 0
}
