import Records

extension RecordIndex {
    /// The entries of the records of many rows, as they were at one moment.
    struct Entries {
        /// Rows whose records are close together in one file, so one system call reads all of them.
        struct Run {
            var rows: Range<Int>
            var file: OpenFile
            /// The part of the file that has the records.
            var bytes: Range<Int64>
        }

        /// The most bytes that are read at once. Allocating a larger block would need a system call of its own.
        private static let mostBytes = 65_536
        /// The most bytes between two records that are read together.
        private static let mostBetween: Int64 = 4096

        /// The entry of each row; nil for a row without a record.
        let entries: [Entry?]
        let segments: [Segment]
        let files: [Held]

        /// Returns the longest run that starts with a row; nil if its record is not in a file that can be read, or too long for a block.
        func run(from first: Int) -> Run? {
            guard let entry = entries[first], entry.byteCount <= Self.mostBytes else { return nil }
            let held = files[segments[entry.segment].file.value]
            guard let file = held.file, held.loss == nil else { return nil }
            var (row, offset, end) = (first + 1, entry.offset, entry.end)
            while row < entries.count, let next = entries[row], segments[next.segment].file == segments[entry.segment].file,
                next.offset >= offset, next.offset - end <= Self.mostBetween, next.end - entry.offset <= Self.mostBytes
            {
                (row, offset, end) = (row + 1, next.offset, max(end, next.end))
            }
            return Run(rows: first..<row, file: file, bytes: entry.offset..<end)
        }

        /// Returns the place of a record in the bytes of its run.
        func place(of row: Int, in run: Run) -> Range<Int> {
            guard let entry = entries[row] else { return 0..<0 }
            return Int(entry.offset - run.bytes.lowerBound)..<Int(entry.end - run.bytes.lowerBound)
        }

        /// Returns the number of a record among those of a line of a log; 0 for a record that is in the file as it is.
        func part(_ row: Int) -> Int { entries[row]?.part ?? 0 }

        func isCut(_ row: Int) -> Bool { entries[row]?.isCut ?? false }

        /// Returns when and from where a record arrived; nil for a row without a record.
        func origin(of row: Int) -> (arrivedAt: Int64, source: RecordSource)? {
            entries[row].map { (segments[$0.segment].beginning + Int64($0.time), segments[$0.segment].source) }
        }
    }
}
