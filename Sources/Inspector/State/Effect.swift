package import AppLinks
package import DeviceTools
package import Panes
package import Records
package import Screen

/// A request to the code outside `State`, which has files, the network and the terminal. The answer, if there is one, is a message.
package enum Effect: Sendable {
    /// Parse a long record in the background. `Message.loaded` is the answer.
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
