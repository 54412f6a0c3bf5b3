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
    /// A long record was not parsed although it was requested, because many more recent ones were.
    case givenUp(RecordID)
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
