import CursesTerminal
import DeviceTools
import LinkLayers
import Records
import Screen
import Secrets

/// `linkscope inspect --qr`: prints a QR code for each link.
struct QRRun {
    let console: Console
    let inputs: [String]

    /// - Throws: `CommandFailure` with exit code 3 if an input could not be read or a link could not be drawn. The rest of that input is
    ///   skipped, and the other inputs are still drawn.
    func run() throws {
        var isComplete = true
        for input in inputs {
            do throws(CommandFailure) {
                for link in try links(in: input) { try draw(link) }
            } catch {
                console.error(error.lines)
                isComplete = false
            }
        }
        if !isComplete { throw CommandFailure("") }
    }

    private func links(in input: String) throws(CommandFailure) -> [LinkInspection] {
        switch try InputArgument(warningAbout: input, in: console) {
        case .link(let link): return [inspection(of: link)].compactMap(\.self)
        case .file(let path): return links(in: try InputFile.bytes(of: path, limit: Self.most))
        case .standardInput: return links(in: try InputFile.bytes(ofInputOf: console, limit: Self.most))
        }
    }

    /// The maximum size, in bytes, of a file.
    private static let most = 1 << 20

    private func links(in lines: [UInt8]) -> [LinkInspection] {
        lines.split(separator: UInt8(ascii: "\n")).compactMap { inspection(of: Array($0)) }
    }

    private func inspection(of line: [UInt8]) -> LinkInspection? {
        guard RecordKind(of: line) != nil, case .link(let inspection) = RecordContent(line) else { return nil }
        return inspection
    }

    private func draw(_ inspection: LinkInspection) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(CommandRefusal) {
            bytes = Array(try CommandLink(inspection.bytes).text.utf8)
        } catch {
            throw CommandFailure("no QR code: \(error.reason)")
        }
        guard let code = QREncoder.code(of: bytes) else {
            throw CommandFailure("no QR code: the link has \(bytes.count) bytes, and the limit is \(QRCode.mostBytes)")
        }
        if !Secrets.ranges(in: bytes).isEmpty { console.error("linkscope: this QR code contains the link's secret") }
        let (start, end) = colors
        for line in code.lines(quiet: QRCode.quietZones[0], encoding) { console.line(start + line + end) }
    }

    /// The escape sequences before and after a line. On a terminal with colors they set black on white; otherwise they are empty.
    private var colors: (String, String) {
        let isPlain = console.environment["NO_COLOR"]?.isEmpty == false || console.environment["TERM"] == "dumb"
        return console.isTerminal(console.standardOutput) && !isPlain ? ("\u{1B}[30;107m", "\u{1B}[0m") : ("", "")
    }

    private var encoding: Sanitizer.Encoding {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { console.environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8") ? .utf8 : .ascii
    }
}
