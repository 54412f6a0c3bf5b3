package import AppLinks
package import Pasting
package import Records
package import Screen
package import Tasks

/// What can happen to the inspector. Times come with it: `State` has no clock.
package enum Message: Sendable {
    case resized(Size)
    case key(Key)
    /// Records were stored, and lie where they can be read.
    case arrived(RecordBatch)
    /// A record that an effect asked for; nil where it cannot be read, and why.
    case loaded(RecordID, StoredRecord?, reason: String?)
    case pasteRead(PastedText)
    case recordRead(StoredRecord, RecordContent)
    case resolved(Opening, Outcome<AppLink>)
    case lookup(Lookup, LookupNews)
    /// An act of an earlier session, read back from its journal.
    /// `at` is when it was done then, in milliseconds since 1970.
    case replayed(Act, at: Int64)
    case source(name: String, SourceState)
    case journal(JournalState)
    case notice(Notice)
    /// The code that an effect asked for; nil where none could be made.
    case qrCode(QRCode?)
    /// How other terminals reach this inspector.
    case address(String)
}
