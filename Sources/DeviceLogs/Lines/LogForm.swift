/// The form in which a program prints the lines of a device's log.
package enum LogForm: String, Sendable, Hashable, CaseIterable {
    /// `05-01 10:15:32.123  1510  3364 I Tag     : message`, the default of `adb logcat`.
    case threadtime
    /// `05-01 10:15:32.123 I/Tag( 1510): message`
    case time
    /// `I/Tag( 1510): message`
    case brief
    /// `I( 1510) message  (Tag)`
    case process
    /// `I/Tag: message`
    case tag
    /// `[ 05-01 10:15:32.123  1510: 3364 I/Tag ]`, whose message is on the next lines.
    case long
    /// `2024-05-01 10:15:32.123  1510-3364  Tag   com.example   I  message`, as Android Studio copies it.
    case studio
    /// `--------- beginning of main`
    case divider

    /// `2024-05-01 10:15:32.123456+0200 0x1a2b  Default  0x0  123  0  SpringBoard: message`, the default of `log stream`.
    case unified
    /// `2024-05-01 10:15:32.123 Df SpringBoard[123:1a2b] message`
    case compact
    /// `2024-05-01 10:15:32.123456+0200  localhost SpringBoard[123]: message`
    case syslog
    /// An object with the keys `eventMessage` and `processImagePath`.
    case object
    /// `May  1 10:15:32 iPhone SpringBoard(FrontBoard)[123] <Notice>: message`, from `idevicesyslog`.
    case relay
    /// `Filtering the log data using "…"` and `Timestamp   Thread   …`
    case heading

    package enum System: Sendable { case android, apple }

    package var system: System {
        switch self {
        case .threadtime, .time, .brief, .process, .tag, .long, .studio, .divider: .android
        case .unified, .compact, .syslog, .object, .relay, .heading: .apple
        }
    }

    /// Whether such a line never has a message.
    var isWithoutMessage: Bool { [.long, .divider, .heading].contains(self) }
}
