import CursesTerminal
import Reports
import Screen

extension Console {
    /// Returns the layout for standard output. Only a terminal gets colors and wrapped lines, even with `--color always`.
    func layout(_ color: TerminalOptions.Color, isVerbose: Bool = false) -> TextLayout {
        let isTerminal = isTerminal(standardOutput)
        let colors = LineColors(color, isTerminal: isTerminal, environment: environment)
        return TextLayout(
            columns: isTerminal ? columns(of: standardOutput) : nil,
            colors: colors.map { colors in TextColors(end: LineColors.end) { colors.begin($0) } },
            isVerbose: isVerbose)
    }
}
