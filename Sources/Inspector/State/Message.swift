package import AppLinks
package import DeviceTools
package import Panes
package import Projects
package import Records
package import Screen
package import Tasks

/// Something that happened, and to which `State` reacts.
package enum Message: Sendable {
    case resized(Size)
    case key(Key)
    /// Records were added and can be read.
    case arrived(RecordBatch)
    case loaded([LoadedRecord])
    /// A long record, after it was parsed.
    case parsed(ReadRecord)
    /// A long record was not parsed, because many more recent ones were requested.
    case notParsed(RecordID)
    /// The records of a paste with this many bytes were stored. The notice tells what was left out or changed, or that saving failed.
    case pasted(bytes: Int, Notice?)
    /// The files of the user's project have changed.
    case project(UserProject)
    case appsSaved(AppDeclarations, AppsSaved)
    case resolved(Opening, Outcome<AppLink>)
    case lookup(Lookup, LookupNews)
    case devices(DeviceTool, Result<[RealDevice], DeviceTrouble>)
    /// The packages of a device that can open the link that was asked about.
    case handlers(RealDevice, Result<[String], DeviceTrouble>)
    case openedOnDevice(RealOpenings.Running, Result<DeviceAnswer, DeviceTrouble>)
    /// The saved sessions, most recently changed first, and the result of a change.
    case sessions([SessionSummary], Notice?)
    /// Progress of the export with this number.
    case export(Int, ExportNews)
    /// An act of an earlier session, read from its journal. `at` is the original time of the act, in milliseconds since 1970.
    case replayed(Act, at: Int64)
    case source(name: String, SourceState)
    /// What each source has brought so far.
    case sourceCounts([String: SourceCounts])
    /// News of a search in all sessions.
    case history(HistoryNews)
    case journal(JournalState)
    /// A part of the answer of `Effect.search`.
    case found(FilterScan.Found)
    /// Progress of `Effect.sort`.
    case sorted(SortScan.News)
    case notice(Notice)
    /// The time of the notice with this number is over.
    case noticeExpired(Int)
    /// The QR code that an effect requested; nil if it could not be made.
    case qrCode(QRCode?)
    case edited(EditedText)
    /// The time over which arrivals are counted is over.
    case rateMeasured
    /// The command that sends links to this inspector from another terminal.
    case address(String)
}

package enum LoadedRecord: Sendable {
    case read(ReadRecord)
    /// A long record, which was not parsed.
    case long(StoredRecord)
    case unreadable(RecordID, reason: String)

    /// The maximum number of bytes of a record that is parsed at once. A longer record is parsed in the background.
    package static let mostParsedAtOnce = 64 << 10
}

package enum EditedText: Sendable {
    case text(String)
    /// The reason, as a sentence.
    case failed(String)
}

package enum HistoryNews: Sendable {
    /// The maximum number of entries that are asked for. A user who needs others adds a word instead of scrolling that far.
    package static let most = 200
    /// The maximum number of entries of a session that are asked for before the chosen entry, and also from the chosen entry on.
    package static let mostBeside = 500

    case found([HistoryEntry], words: String)
    /// The entries of a session around the entry with this number, with the oldest first.
    case session([HistoryEntry], around: Int64)
    /// The history is brought up to date, and this many entries were added.
    case adding(Int)
    /// The history has all entries. `linkscope history prune` would delete this many sessions.
    case upToDate(prunable: Int)
    case failed(String)
}

/// A request to the code outside `State`, which has files, the network and the terminal. The answer, if there is one, is a message.
package enum Effect: Sendable {
    /// Parse a long record in the background. `Message.parsed` or `Message.notParsed` is the answer.
    case parse(StoredRecord)
    /// Store the links and records in a text that the user pasted or typed. They arrive like all others. `Message.pasted` is the answer.
    case paste([UInt8], RecordSource)
    /// Store a record that the user made or chose.
    case deliver([UInt8], RecordSource)
    /// Store an act of the user in the journal with its time in milliseconds since 1970, so that `--continue` can repeat the act.
    case record(Act, at: Int64)
    /// Save the apps that the user declared in the file of their device. `Message.appsSaved` is the answer.
    case saveApps(AppDeclarations)
    case resolve(Opening, PageTags.Idiom)
    case cancelResolving
    /// Ask these tools for their devices. Each answers with `Message.devices`.
    case findDevices([DeviceTool])
    /// Ask an Android device which apps can open a link. `Message.handlers` is the answer.
    case findHandlers(CommandLink, RealDevice)
    /// Open a link on a real device. `Message.openedOnDevice` is the answer.
    case openOnDevice(RealOpenings.Running)
    case stopOpeningOnDevice
    /// Start a source. It tells its state with `Message.source`.
    case startSource(SourceRequest)
    case stopSource(String)
    /// Send `Message.sourceCounts` once, after so many milliseconds.
    case countSources(after: Int64)
    /// Search all sessions for words. This stops an earlier search. Each `Message.history` brings news. The first search of a window also
    /// brings the history up to date.
    case searchHistory(words: String, isFirst: Bool)
    /// Read the entries of an entry's session. `Message.history` is the answer.
    case readSession(of: HistoryEntry)
    case closeHistory
    /// Start a lookup on the network. Each `Message.lookup` brings news of it.
    case lookUp(Lookup)
    case stopLookup
    /// List the saved sessions. `Message.sessions` is the answer, also to the next three effects.
    case listSessions
    /// End this session and open the session with this journal.
    case openSession(String)
    case nameSession(String, String)
    case deleteSession(String)
    /// Hold the replay, or let it go on.
    case holdReplay(Bool)
    /// Write a file. Each `Message.export` brings news of it.
    case export(Export)
    case stopExport
    /// Send these events to the followers of the event stream.
    case post([MeasurementEvent])
    /// Copy these bytes to the clipboard through the terminal.
    case copy([UInt8])
    /// Search for the rows that fit the filter. This stops an earlier search. `Message.found` brings each part of the answer.
    case search(FilterScan)
    case stopSearch
    /// Sort the links that are shown. This stops an earlier sort. `Message.sorted` brings the progress and the result.
    case sort(SortScan)
    case stopSort
    /// Make a QR code. `Message.qrCode` is the answer.
    case encodeQRCode([UInt8])
    /// Send `Message.noticeExpired` with this number once, after so many milliseconds.
    case expireNotice(Int, after: Int64)
    /// Send `Message.rateMeasured` once, after so many milliseconds.
    case measureRate(after: Int64)
    /// Let the user edit this text in an editor, which gets the terminal meanwhile. `Message.edited` is the answer.
    case edit(String)
    /// Remember the sizes of the panes for later runs.
    case savePaneSizes(PaneSizes)
    /// Draw with the colors of this theme.
    case use(Theme)
    case repaint
    case suspend
    case quit
}
