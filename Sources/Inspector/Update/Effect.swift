package import AppLinks
package import Records

/// What the program's edges are to do. They answer, if at all, with another message.
package enum Effect: Sendable {
    /// Take a long paste apart, away from the keys; `Message.pasteRead` brings it.
    case readPaste([UInt8])
    /// Take a long record apart, away from the keys; `Message.recordRead` brings it.
    case readRecord(StoredRecord)
    /// Read a record for the detail pane.
    case load(RecordID)
    /// Store what the user typed, pasted or chose; it then arrives like any other record.
    case deliver([[UInt8]], RecordSource)
    /// Write down what the user did, so that `--continue` can do it again.
    case record(Act)
    case resolve(Opening, PageTags.Idiom)
    case cancelResolving
    /// Ask the network; `Message.lookup` tells what becomes of it.
    case lookUp(Lookup)
    case stopLookup
    /// Tell those who follow: these events happened now.
    case post([MeasurementEvent])
    /// Have the terminal copy these bytes.
    case copy([UInt8])
    /// Make a QR code; `Message.qrCode` brings it.
    case encodeQRCode([UInt8])
    case repaint
    case suspend
    case quit
}
