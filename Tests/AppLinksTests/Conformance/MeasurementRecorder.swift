import AppLinks
import Foundation
import Synchronization

/// Records the events that a center posts. It uses notifications, like listeners written for Bolts.
final class MeasurementRecorder: Sendable {
    private let events = Mutex<[MeasurementEvent]>([])

    /// Returns a new center and a recorder of its events. The center's notifications keep the recorder alive.
    static func make(told: @escaping @Sendable (MeasurementEvent) -> Void = { _ in }) -> (MeasurementCenter, MeasurementRecorder) {
        let notifications = NotificationCenter()
        let recorder = MeasurementRecorder()
        _ = notifications.addObserver(forName: MeasurementCenter.notificationName, object: nil, queue: nil) { notification in
            guard let event = MeasurementEvent(notification) else { return }
            recorder.events.withLock { $0.append(event) }
            told(event)
        }
        return (MeasurementCenter(notificationCenter: notifications), recorder)
    }

    var all: [MeasurementEvent] { events.withLock { $0 } }
}

extension MeasurementEvent {
    /// Reads the event from a notification, using only Bolts' keys.
    init?(_ notification: Notification) {
        guard let name = notification.userInfo?["event_name"] as? String,
            let values = notification.userInfo?["event_args"] as? [String: String]
        else { return nil }
        var arguments = Arguments()
        for (key, value) in values { arguments[key] = value }
        self.init(name: Name(rawValue: name), arguments: arguments)
    }
}
