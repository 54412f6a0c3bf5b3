package import AppLinks
package import Records
package import Screen

// The program's mind. `State` is a value; `update` (Update/) is the only thing that changes it, and answers with the effects that the
// program's edges carry out; `frame` (View/) draws it. Nothing here reads a file, a clock or a key: times and sizes come in with messages.
//
// It is built for a million records. Their bytes stay where they lie (in files and in the journal); State holds eight bytes for each row
// of a list, and the one record that the detail pane shows. What else a frame needs is named by `needed` and handed to `frame`.

/// Everything the inspector knows.
package struct State: Sendable {
    // MARK: How it is shown

    package var size = Size.zero
    package var glyphs = Glyphs.utf8
    package var showsSecrets = false
    /// Minutes east of UTC, for the times in the lists.
    package var minutesFromUTC = 0

    // MARK: What there is to choose from

    package let profiles: [SimulatedDevice]
    package let samples: [Sample]

    // MARK: What arrived and what happened

    package var device: SimulatedDevice
    package var links: [LinkRow] = []
    package var events: [EventRow] = []
    package var posted: [DeviceEvent] = []
    package var trail: [TrailStep] = []
    /// What came of opening a link, by its record: the last time it was opened.
    package var departures: [RecordID: Departure] = [:]
    /// By an app's id, the last link it received: what its banner, and so a return from it, goes back to.
    package var lastLinks: [String: RecordID] = [:]
    /// Names of apps that rows refer to by index: the id of each app that ever received a link, with the name it had.
    package var appNames: [AppName] = []
    /// How many records have arrived, whatever they were.
    package var recordCount = 0

    // MARK: Where the user is

    package var focus = Pane.links
    package var isZoomed = false
    package var linkCursor = ListCursor(follows: true)
    package var eventCursor = ListCursor(follows: true)
    package var detailCursor = ListCursor(follows: false)
    package var journeyCursor = ListCursor(follows: false)
    package var folded: Set<String> = []
    package var overlay: Overlay?
    /// What is written in the form that builds links, and another one that was set aside.
    package var form = LinkForm()
    package var formAside: LinkForm?
    package var notice: Notice?
    /// What the finding under the cursor is about, while the copy menu is open.
    var copyTarget: DetailLine?
    package var shown: Shown?

    /// What the middle of a screen without room for both shows when neither has the focus: the detail or the journey.
    package var middle = Pane.detail
    let memory = ContentMemory()

    // MARK: What the edges are doing

    /// The link being resolved, until its App Link is known.
    package var opening: Opening?
    package var openings = 0
    /// What the user asked of the network.
    package var lookups = Lookups()
    /// Long pastes that were not delivered yet.
    var pastesBeingRead = 0
    /// The rows of the window that shows it; nil when they are to be made anew.
    package var lookupRows: LookupRows?
    package var sources: [String: SourceState] = [:]
    package var journal = JournalState.writing
    /// How other terminals reach this inspector, e.g. `linkscope send --to 4711`.
    package var address: String?

    package init(device: SimulatedDevice, profiles: [SimulatedDevice], samples: [Sample]) {
        self.device = device
        self.profiles = profiles
        self.samples = samples
    }

    /// Marks a row whose event no app of the device posted.
    package static let noApp = UInt16.max
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

/// An app as the rows of the lists name it.
package struct AppName: Sendable, Hashable {
    package var id: String
    package var name: String
}

/// One step of the user's way through the apps of the device: A → B → A.
package struct TrailStep: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// A link came from outside.
        case arrived
        /// The app in front followed a link.
        case opened
        /// The banner was touched.
        case returned
        /// The user brought it to the front.
        case chosen
    }

    /// What is in front then.
    package var front: SimulatedDevice.Front
    package var way: Way
    package var link: RecordID?
}

/// A link whose App Link is being looked for.
package struct Opening: Sendable, Hashable {
    package var number: Int
    package var record: RecordID
    package var url: LinkURL
}

/// The record in the detail pane, with the rows made of it.
package struct Shown: Sendable {
    package enum Subject: Sendable, Hashable {
        case link(RecordID)
        /// A row of the event stream.
        case event(Int)
    }

    package var subject: Subject
    /// The record it was read from; nil for an event that the device posted.
    package var record: RecordID?
    package var content: RecordContent?
    /// It cannot be read any more.
    var isUnreadable = false
    package var arrivedAt: Int64 = 0
    package var lines: [DetailLine]
    /// The width that the rows were made for; 0 while the pane is not to be seen.
    package var columns = 0
    /// How much room the names before the values have.
    package var labelColumns = 0
    /// The bytes of the link that the selected row stands for: looked up once, as a link may be a megabyte long.
    package var place: Range<Int>?
    /// The row that `place` was looked up for; nil when the rows are new.
    var placedRow: Int?
}
