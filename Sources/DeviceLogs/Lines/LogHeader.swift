/// What is before the message of a log line, and where the message is.
struct LogHeader {
    var form: LogForm
    var time = 0..<0
    /// The tag of an Android line, or the process of an Apple line.
    var tag = 0..<0
    var message = 0..<0
}
