package import Deciding
package import Panes
package import Projects
package import Records
import Screen

// `State` is a value. On the screen, only `update` (in Update/) changes the state. In plain mode, `PlainTalk` also calls the methods that
// `update` calls. Both return effects, which code outside `State` carries out. `frame` (in View/) draws the state. No code here reads a
// file, a clock or a key, because times, sizes and keys come with messages.
//
// The state is designed for a million records. Their bytes stay in files and in the journal. `Lists` has at most eight bytes a row, and
// `Detail` has the record of the detail pane. Before a frame is drawn, the caller reads the records in `needed` and passes them in.
//
// Most parts are declared in the target `Panes`, with their views. A view of a pane receives only the parts that it needs. Values that can be
// computed from a part are not stored in the part. They are computed when they are needed, and may be cached in a `Memo`.

/// The whole state of the inspector, divided into parts.
package struct State: Sendable {
    package var display = Display()
    package var lists = Lists()
    package var detail = Detail()
    package var journey = Journey()
    package var device: Device
    /// The project with the user's own apps; nil if linkscope was started without one.
    package internal(set) var project: UserProject? { didSet { projectChanges += 1 } }
    /// How often the project was read. A project is too large to be compared.
    private(set) var projectChanges = 0
    package var lookups = Lookups()
    package var realOpenings = RealOpenings()
    package var forms = Forms()
    package var edges = EdgeStatus()
    package var hold = Hold()
    package var filtering = Filtering()
    package var search = PaneSearch()
    package var sorting = Sorting()
    package var timeline = Timeline()
    var undoStack = UndoStack()
    /// The jump that Esc takes back.
    var lastJump: Jump?
    var pointer = Pointer()
    var arrivalRate = ArrivalRate()

    package var preferences = Preferences() { didSet { display.keys = preferences.keys.names } }
    package var panes = PaneArrangement()
    /// The areas of the last frame. Each message arranges them anew.
    package internal(set) var layout = Layout(size: .zero, showsBanner: false, focus: .links, isZoomed: false)
    var overlay: (any Overlay)?
    package var notices = Notices()
    /// The lines that were typed after `:`, with the oldest first.
    package var typedLines: [String] = []
    /// The number of times that an opening or a return failed: nothing opened, there was no banner, the App Link could not be found, or a
    /// real device did not open the link in an app. Restored acts do not count.
    package internal(set) var failedActs = 0
    /// The command that waits until the record of the detail pane has been read.
    var waitingCommand: TypedCommand?
    /// The notice that says why the last key did not open its window, in which Enter would confirm; nil if nothing was refused.
    var refusal: Notice?
    /// Whether the first sample was delivered, and its return is to follow.
    var isPlayingSample = false
    /// The links with which a user can try linkscope.
    package let samples: [Sample]

    package let memory = RecordCache()
    let diffs = Memo<DiffSource, DetailRows>()
    let findingTargets = Memo<FindingSource, DetailLine?>()
    let searches = Memo<SearchSource, [Int]>()
    let knownWhatIfs = Memo<WhatIfSource, WhatIf>()
    let knownDecisions = Memo<DecisionKey, DecisionLines>()

    package var notice: Notice? {
        get { notices.current }
        set { if let newValue { notices.show(newValue) } else { notices.hide() } }
    }

    /// Shows a notice. Returns no effects, so a method can return the result of this call.
    mutating func notify(_ tone: Notice.Tone, _ text: HintedText) -> [Effect] {
        tell(tone, text)
        return []
    }

    mutating func tell(_ tone: Notice.Tone, _ text: HintedText) { notice = Notice(tone, text) }

    package init(device: SimulatedDevice, profiles: [SimulatedDevice], samples: [Sample]) {
        self.device = Device(device, profiles: profiles)
        self.samples = samples
        display.keys = preferences.keys.names
    }

    /// Puts the user's own apps on the device and on those that can be chosen.
    package mutating func install(_ project: UserProject) {
        self.project = project
        device.install(project)
    }

    /// The visit to a tab that Esc ends.
    var visitToEnd: Detail.Visit? { panes.focus == .detail ? detail.currentVisit : nil }

    /// The jump that Esc takes back: the last one, while its destination is still selected.
    var jumpToTakeBack: Jump? { lastJump.flatMap { $0.destination == detail.subject ? $0 : nil } }
}

/// A link with which a user can try linkscope.
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
    package var sources = SourceStatuses()
    /// Whether the counts of the sources were asked for.
    var isCountingSources = false
    package var journal = JournalState.writing
    /// The command that sends links to this inspector from another terminal, such as `linkscope send --to 4711`.
    package var address: String?
    /// Whether there are sessions that can be opened.
    package var hasSavedSessions = false
    /// The replay of an earlier session, while it runs.
    package var replay: Replay?
    /// The file that is being written.
    package var export: Export?
    var exportCount = 0
    package var recordsBeingParsed: Set<RecordID> = []
}

package struct Replay: Sendable, Equatable {
    /// The name of the source, which is the name of the journal's file.
    package var name: String
    package var isHeld = false

    package init(name: String) { self.name = name }
}

/// A command that was typed as a line: `open 3`, `show 3 extras`, `return`, `help banner`, `device iPad`, `write links.csv`.
///
/// The screen (after `:`) and plain mode read the same lines, make the same commands of them, and say the same about a mistake.
package struct TypedCommand: Sendable, Hashable {
    package var command: Command
    /// The numbers after the name.
    package var numbers: [Int]
    /// The text after the numbers; empty if there is none. A shortened word is written in full.
    package var text: String
    /// Whether an existing file is replaced, as `!` after the name asks.
    package var replaces: Bool

    /// A mistake in a line: the line is not a command, or names something that does not exist.
    package struct Mistake: Error, Hashable {
        package var message: String

        package init(message: String) {
            self.message = message
        }

        /// What follows the name is not what the command takes. Whoever performs the command says how it is typed.
        static let usage = Mistake(message: "")
    }

    package init(_ command: Command, _ numbers: Int..., text: String = "", replaces: Bool = false) {
        (self.command, self.numbers, self.text, self.replaces) = (command, numbers, text, replaces)
    }
}

/// The keys that the user has given to commands. Such a command no longer has its usual keys.
///
/// The keys apply to the panes. A window keeps its own keys, which it names in its last row.
package struct KeyMap: Sendable, Equatable {
    var commands: [Key: Command] = [:]
    /// The keys as the user wrote them.
    var texts: [Command: String] = [:]

    package init() {}
}

/// What the user has set in `config.yaml`.
package struct Preferences: Sendable, Equatable {
    package struct SavedFilter: Sendable, Equatable {
        package var name: String
        package var text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The path of the file, to be shown; nil if there is no home folder.
    package var path: String?

    package var keys = KeyMap()
    /// The filters that `/` and Up offer, in order.
    package var filters: [SavedFilter] = []

    /// The arguments that the list of events shows first; empty for the usual ones.
    package var eventArguments: [String] = []

    package var columns = ListColumns()

    package init() {}
}

/// A jump between the lists: the row in the detail pane where it began, and where it led.
struct Jump: Sendable {
    var subject: Detail.Subject
    var tab: DetailTab
    var cursor: ListCursor
    var links: ShownList.Selection
    var events: ShownList.Selection
    var destination: Detail.Subject
}

/// What the mouse did last.
struct Pointer: Sendable, Equatable {
    struct Press: Sendable, Equatable {
        var point: Point
        var target: PointerTarget
        var time: Int64
    }

    /// The border that is being dragged.
    struct Drag: Sendable, Equatable {
        var divider: Divider
        /// The distance from the border to the cell of the border that was pressed.
        var offset: Int
        var sizes: PaneSizes
    }

    /// The longest time between the two presses of a double click, in milliseconds.
    static let doubleClickTime: Int64 = 400

    var drag: Drag?
    /// The last press; nil after a double click or a key, so that the next press begins anew.
    private var press: Press?

    mutating func forgetPress() { press = nil }

    /// Notes a press. If it is the second one of a double click, returns the target of the first one. Another target may be at the point by
    /// then, because the first press may have shown or closed the banner, which moves the panes. On a row of a window, the second press may
    /// come at any time.
    mutating func press(_ target: PointerTarget?, at point: Point, now: Int64) -> PointerTarget? {
        let isInRow = if case .windowRow = target { press?.target == target } else { false }
        if let first = press, isInRow || first.point == point && (0...Self.doubleClickTime).contains(now - first.time) {
            press = nil
            return first.target
        }
        press = target.map { Press(point: point, target: $0, time: now) }
        return nil
    }
}
