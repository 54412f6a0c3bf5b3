package import AppLinks
import LinkLayers
package import Records

/// A request to the code outside `State`, which has access to files, the network and the terminal. Its answer, if any, is another message.
package enum Effect: Sendable {
    /// Parse a long paste in the background; answered by `Message.pasteRead`.
    case readPaste([UInt8])
    /// Parse a long record in the background; answered by `Message.recordRead`.
    case readRecord(StoredRecord)
    /// Read a record for the detail pane; answered by `Message.loaded`.
    case load(RecordID)
    /// Store what the user typed, pasted or chose. It then arrives like any other record.
    case deliver([[UInt8]], RecordSource)
    /// Store what the user did in the journal, so that `--continue` can repeat it.
    case record(Act)
    case resolve(Opening, PageTags.Idiom)
    case cancelResolving
    /// Start a lookup on the network; answered by `Message.lookup`.
    case lookUp(Lookup)
    case stopLookup
    /// Post these events to the followers of the event stream.
    case post([MeasurementEvent])
    /// Make the terminal copy these bytes.
    case copy([UInt8])
    /// Make a QR code; answered by `Message.qrCode`.
    case encodeQRCode([UInt8])
    case repaint
    case suspend
    case quit
}
