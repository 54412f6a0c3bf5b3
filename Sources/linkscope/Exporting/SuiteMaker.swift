import Checks
import Inspector
import LinkLayers
import Panes
import Projects
import Records
import Store

/// Makes the suite that the user ordered, from the records of its links.
nonisolated struct SuiteMaker {
    let store: any RecordStore
    let reader: RecordReader

    /// The number of links that are read at once.
    private static let pieceRows = 256

    /// Returns the suite; nil if it was stopped.
    ///
    /// - Parameters:
    ///   - folder: The folder of the suite; empty for the current one.
    ///   - file: The name of the device file beside the suite.
    ///   - progress: Takes the number of links that are done. Returns false to stop.
    func make(
        _ order: SuiteOrder, in folder: String, deviceFile file: String, _ progress: (Int) -> Bool
    ) throws(RecordingProblem) -> (recording: Recording, told: RecordedSuite)? {
        // The device depends on what opened the links, so this is asked of all of them first.
        let openers = Set((0..<order.rows.count).lazy.compactMap { order.line($0)?.opener })
        var recorder = try SuiteRecorder(
            device: order.device, openers: openers, own: Library.devices, project: order.project,
            in: order.project?.folder.flatMap { ProjectFolder.path(of: $0, in: folder) }, file: file, keepsSecrets: order.keepsSecrets)
        var (leftOut, withoutPage) = (0, 0)
        var start = 0
        while start < order.rows.count {
            let range = start..<min(start + Self.pieceRows, order.rows.count)
            let lines = range.compactMap(order.line)
            let stored = store.records(lines.map(\.record))
            for line in lines {
                guard let record = stored[line.record], let text = text(of: record) else {
                    leftOut += 1
                    continue
                }
                if line.wasOpenedByPage { withoutPage += 1 }
                try recorder.add(RecordedLink(text, from: line.opener))
            }
            guard progress(range.upperBound) else { return nil }
            start = range.upperBound
        }
        let recording = try recorder.recording()
        let told = RecordedSuite(
            links: recording.links, deviceFile: recording.device == nil ? nil : file, leftOut: recording.leftOut + leftOut,
            secrets: recording.secrets, withoutPage: withoutPage)
        return (recording, told)
    }

    /// Returns the link of a record; nil if it is not whole or not UTF-8.
    private func text(of record: StoredRecord) -> String? {
        guard !record.isCut, case .link(let inspection) = reader.content(of: record.bytes, isCut: false) else { return nil }
        return String(validating: inspection.bytes, as: UTF8.self)
    }
}
