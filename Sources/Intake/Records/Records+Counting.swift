package import Records
import Synchronization

extension Records {
    /// What each source has brought so far, by the name of the source.
    package var sourceCounts: [String: SourceCounts] { tallies.withLock { $0 } }

    /// Counts what a source has brought.
    func count(_ records: Int, linesLeftOut: Int = 0, from name: String) {
        guard records > 0 || linesLeftOut > 0 else { return }
        tallies.withLock { tallies in
            tallies[name, default: SourceCounts()].records += records
            tallies[name, default: SourceCounts()].linesLeftOut += linesLeftOut
        }
    }
}
