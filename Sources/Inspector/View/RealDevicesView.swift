import DeviceTools
import Panes
import Screen

/// The window in which the user chooses a real device and, on Android, the app.
struct DeviceWindowView {
    let window: RealDeviceWindow
    /// The number of the link in the list.
    let number: Int?

    func draw(on canvas: inout Canvas) {
        let link = number.map { "#\(canvas.grouped($0))" } ?? "the link"
        switch window.step {
        case .device:
            let rows = window.rows
            let area = canvas.window(
                canvas.own("Open \(link) on a real device"), columns: 90, rows: rows.count, note: "Enter chooses, Esc cancels")
            canvas.rows(rows, of: window.cursor, in: area) { line(of: $0, columns: area.columns, $1) }
        case .app(let device, let apps):
            let count = window.rowCount + (apps == nil ? 1 : 0)
            let area = canvas.window(
                canvas.safe("Open \(link) on \(device.name) in", columns: 60), columns: 70, rows: count, note: "Enter opens, Esc goes back")
            let list = area.split(top: window.rowCount).top
            canvas.rows(of: window.cursor, in: list) { index, canvas in
                guard index > 0 else { return StyledText(canvas.own(" the app that Android chooses")) }
                guard let apps, apps.indices.contains(index - 1) else { return StyledText() }
                return StyledText(canvas.safe(" \(apps[index - 1])", columns: area.columns))
            }
            if apps == nil, area.rows > window.rowCount {
                canvas.put(" Asking the device which apps can open the link...", in: area.row(window.rowCount), style: .dim)
            }
        }
    }

    private func line(of row: RealDeviceWindow.Row, columns: Int, _ canvas: Canvas) -> StyledText {
        switch row {
        case .device(let device):
            var line = StyledText(canvas.safe(" \(device.words)", columns: columns))
            if case .notReady(let reason, _) = device.state { line.append(canvas.safe("  \(reason)", columns: columns), .warning) }
            if device.tool != .desktop { line.append(canvas.own("  \(device.tool.rawValue)"), .dim) }
            return line
        case .trouble(let tool, let trouble):
            let advice = trouble.advice.isEmpty ? "" : ". \(trouble.advice)"
            return StyledText(canvas.safe(" \(tool.rawValue): \(trouble.reason)\(advice)", columns: columns), .dim)
        case .waiting(let tool): return StyledText(canvas.own(" \(tool.rawValue): looking for devices..."), .dim)
        case .noDevice(let tool): return StyledText(canvas.own(" \(tool.rawValue): no device"), .dim)
        }
    }
}
