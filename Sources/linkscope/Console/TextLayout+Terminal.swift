import CursesTerminal
import Foundation
import Reports
import Screen

extension TextLayout {
    /// Returns the layout for standard output. Only a terminal gets colors and wrapped lines, even with `--color always`.
    static func ofStandardOutput(_ color: TerminalOptions.Color, isVerbose: Bool = false) -> TextLayout {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let colors = LineColors(color, isTerminal: isTerminal, environment: environment)
        return TextLayout(
            columns: isTerminal ? columns : nil,
            colors: colors.map { colors in TextColors(end: LineColors.end) { colors.begin($0) } },
            isVerbose: isVerbose)
    }

    /// The width of the terminal; nil if the terminal does not say.
    private static var columns: Int? {
        var size = winsize()
        // `ioctl` fills `size` and does not keep the pointer.
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
