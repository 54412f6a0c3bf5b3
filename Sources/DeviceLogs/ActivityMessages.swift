import Bytes

/// The message of a line of `logcat`.
struct AndroidMessage {
    /// What the message tells; nil if it has no known form.
    let facts: [LogFact]?

    init(_ bytes: [UInt8], tag: Range<Int>, _ message: Range<Int>) {
        let isManager = bytes.equals("ActivityTaskManager", in: tag) || bytes.equals("ActivityManager", in: tag)
        if isManager {
            facts =
                StartMessage(bytes, message)?.facts ?? DisplayedMessage(bytes, message)?.facts ?? BlockedMessage(bytes, message)?.facts
        } else {
            facts =
                BufferMessage(bytes, tag: tag, message)?.facts ?? VerificationMessage(bytes, tag: tag, message)?.facts
        }
    }
}
