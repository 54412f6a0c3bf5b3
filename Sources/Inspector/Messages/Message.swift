package import AppLinks
import LinkLayers
package import Pasting
package import Records
package import Screen
package import Tasks

/// Something that happened to the inspector. It carries its time if one matters, as `State` has no clock.
package enum Message: Sendable {
    case resized(Size)
    case key(Key)
    /// Records were stored and can be read.
    case arrived(RecordBatch)
    /// A record that an effect requested; nil with a reason if it cannot be read.
    case loaded(RecordID, StoredRecord?, reason: String?)
    case pasteRead(PastedText)
    case recordRead(StoredRecord, RecordContent)
    case resolved(Opening, Outcome<AppLink>)
    case lookup(Lookup, LookupNews)
    /// An act of an earlier session, read from its journal. `at` is its time then, in milliseconds since 1970.
    case replayed(Act, at: Int64)
    case source(name: String, SourceState)
    case journal(JournalState)
    case notice(Notice)
    /// The code that an effect requested; nil if none could be made.
    case qrCode(QRCode?)
    /// The command with which other terminals reach this inspector.
    case address(String)
}
