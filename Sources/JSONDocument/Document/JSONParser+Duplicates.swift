// RFC 8259, section 4: "names within an object SHOULD be unique". The RFC says SHOULD, so a duplicate is a note and not an error.

import Bytes

extension JSONParser {
    /// Adds a note for each duplicate key of an object. The object must be closed, so that the records of its members are complete.
    mutating func findDuplicateKeys(of object: Int) {
        // If there are few keys and none needs decoding, every pair of keys is compared. This allocates no memory, and the number of pairs
        // is small.
        if records[object].count <= 16, !records[object].flags.contains(.needsDecoding) {
            findDuplicatesOfFew(in: object)
        } else {
            findDuplicatesOfMany(in: object)
        }
    }

    private mutating func findDuplicatesOfFew(in object: Int) {
        var key = object + 1
        for _ in 0..<records[object].count {
            let content = records[key].contentRange
            var earlier = object + 1
            while earlier < key {
                if bytes.isEqual(records[earlier].contentRange, to: bytes, content) {
                    tellDuplicate(key, first: earlier)
                    break
                }
                earlier = records[earlier + 1].nextIndex
            }
            key = records[key + 1].nextIndex
        }
    }

    private mutating func findDuplicatesOfMany(in object: Int) {
        var seen: [ExactString: Int] = [:]
        seen.reserveCapacity(Int(records[object].count))
        var key = object + 1
        for _ in 0..<records[object].count {
            let text = ExactString(decodedString(records[key], in: bytes))
            if let first = seen[text] {
                tellDuplicate(key, first: first)
            } else {
                seen[text] = key
            }
            key = records[key + 1].nextIndex
        }
    }

    private mutating func tellDuplicate(_ key: Int, first: Int) {
        let range = records[key].range
        let text = decodedString(records[key], in: bytes)
        note(.duplicateKey, range) {
            "the key \($0.shown(text)) at byte \(range.lowerBound + 1) repeats the key at byte \($0.records[first].start + 1): most parsers use the last value"
        }
    }
}
