import Listening
import Records

extension FuzzTarget {
    /// HTTP requests are answered in the same way however they are split into reads. The records of a body are lines that are not empty.
    ///
    /// The first byte determines the size of the reads.
    static func postProblem(_ bytes: [UInt8]) -> String? {
        guard let pattern = bytes.first else { return nil }
        let sent = bytes.dropFirst()
        do throws(PostProblem) {
            let whole = try outcomes([sent])
            for size in [1, Int(pattern) + 2] {
                let pieces = stride(from: sent.startIndex, to: sent.endIndex, by: size).map { sent[$0..<min($0 + size, sent.endIndex)] }
                let cut = try outcomes(pieces)
                if cut != whole { return "in reads of \(size): \(cut), in one: \(whole)" }
            }
            return nil
        } catch {
            return error.text
        }
    }

    private struct PostProblem: Error {
        var text: String
    }

    /// Returns what becomes of each request of a connection.
    private static func outcomes(_ reads: [ArraySlice<UInt8>]) throws(PostProblem) -> [String] {
        let settings = ListenerSettings()
        var buffer = RequestBuffer()
        var waiting: Post?
        var outcomes: [String] = []
        for read in reads {
            buffer.append(read)
            while true {
                if let post = waiting {
                    guard let body = buffer.nextBody(post.length) else { break }
                    outcomes.append(try outcome(of: body, post))
                    waiting = nil
                    continue
                }
                do throws(Refusal) {
                    guard let head = try buffer.nextHead() else { break }
                    switch settings.check(head).action {
                    case .answer(let answer):
                        outcomes.append("\(head.method) \(answer.status)")
                        // The connection is closed, because the body is not read.
                        if head.announcesBody { return outcomes }
                    case .health: outcomes.append("health")
                    case .events: outcomes.append("events")
                    case .store(let post): waiting = post
                    }
                } catch {
                    return outcomes + ["\(error.answer.status)"]
                }
            }
        }
        return outcomes
    }

    private static func outcome(of body: [UInt8], _ post: Post) throws(PostProblem) -> String {
        let records: PostedRecords
        do throws(Refusal) {
            records = try PostedRecords(body, as: post.format)
        } catch {
            return "\(error.answer.status)"
        }
        let lines = records.lines.split(separator: 10, omittingEmptySubsequences: false)
        guard lines.last?.isEmpty == true, lines.count == records.count + 1 else {
            throw PostProblem(text: "\(records.count) records are \(lines.count - 1) lines")
        }
        // An inspector ignores a line without a kind, so it would store fewer records than were acknowledged.
        guard lines.dropLast().allSatisfy({ RecordKind(of: Array($0)) != nil }) else { throw PostProblem(text: "a record is empty") }
        return "\(records.count) stored"
    }
}
