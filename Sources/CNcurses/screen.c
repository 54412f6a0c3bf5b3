// Uses ncurses as an output device. ncurses receives every cell of the changed rows and writes only what changed on the screen.
//
// ncurses never reads input (keypad is off, and getch is never called), never handles signals (our handlers are installed before newterm is
// called) and never receives a control character. This file turns bracketed paste and the mouse on and off itself, because older terminal
// descriptions do not know bracketed paste, and the mouse support of ncurses loses the wheel and large columns.

#include "internal.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input_file, *output_file;
static bool mouse_is_on;
static char restore_string[256], enter_string[128];

static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";
// 1000 reports buttons and the wheel, 1002 also drags, and 1006 selects the SGR format. Moves without a button are not reported, so an idle
// hand causes no work.
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h", mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";

void cn_emit(const uint8_t *bytes, size_t count) {
    if (output_file == NULL || count == 0) return;
    fflush(output_file);
    cn_write_all(fileno(output_file), (const char *)bytes, count);
}

static void emit(const char *bytes) { cn_emit((const uint8_t *)bytes, strlen(bytes)); }

/// Appends a terminal capability without its padding specifications, `$<5>`.
static size_t append_capability(char *text, size_t count, size_t limit, const char *name) {
    const char *value = tigetstr((char *)name);
    if (value == NULL || value == (char *)-1) return count;
    while (*value != 0 && count < limit) {
        if (value[0] == '$' && value[1] == '<') {
            while (*value != 0 && *value != '>') value++;
            if (*value != 0) value++;
            continue;
        }
        text[count++] = *value++;
    }
    return count;
}

/// Builds the string that restores the terminal from any state. It resets the mouse, bracketed paste, the colors and the cursor, and
/// returns to the original screen.
static void make_restore_string(void) {
    char text[sizeof restore_string];
    size_t count = 0;
    for (const char *byte = mouse_off; *byte != 0; byte++) text[count++] = *byte;
    for (const char *byte = paste_off; *byte != 0; byte++) text[count++] = *byte;
    count = append_capability(text, count, sizeof text - 5, "sgr0");
    count = append_capability(text, count, sizeof text - 5, "cnorm");
    size_t before = count;
    count = append_capability(text, count, sizeof text - 5, "rmcup");
    // If the terminal has no alternate screen, at least start a new line.
    text[count++] = '\r';
    if (count == before + 1) text[count++] = '\n';
    cn_set_restore_string(text, count);
    restore_string[0] = 0;
    strncat(restore_string, text, count);
    count = append_capability(enter_string, 0, sizeof enter_string - 1, "smcup");
    enter_string[count] = 0;
}

int cn_screen_open(int input, int output) {
    int problem = 0;
    if (setupterm(NULL, output, &problem) != OK) return cn_unknown_terminal;
    const char *move_cursor = tigetstr("cup");
    bool can_move = move_cursor != NULL && move_cursor != (char *)-1 && *move_cursor != 0;
    if (can_move) make_restore_string();
    del_curterm(cur_term);
    if (!can_move) return cn_cannot_move;

    // The descriptors are duplicated, because closing the files must not close the caller's descriptors.
    int in = dup(input), out = dup(output);
    input_file = in >= 0 ? fdopen(in, "r") : NULL;
    output_file = out >= 0 ? fdopen(out, "w") : NULL;
    if (input_file == NULL || output_file == NULL) {
        if (input_file != NULL) fclose(input_file); else if (in >= 0) close(in);
        if (output_file != NULL) fclose(output_file); else if (out >= 0) close(out);
        input_file = output_file = NULL;
        return cn_failed;
    }

    // ncurses may take a wrong size from LINES or the terminal description. The first frame sets the real size.
    screen = newterm(NULL, output_file, input_file);
    if (screen == NULL) {
        fclose(input_file);
        fclose(output_file);
        input_file = output_file = NULL;
        return cn_failed;
    }
    raw();
    noecho();
    nonl();
    keypad(stdscr, FALSE);
    intrflush(stdscr, FALSE);
    idcok(stdscr, FALSE);
    typeahead(-1);
    curs_set(0);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    mouse_is_on = false;
    emit(paste_on);
    return cn_opened;
}

void cn_screen_close(void) {
    if (screen == NULL) return;
    if (mouse_is_on) emit(mouse_off);
    emit(paste_off);
    curs_set(1);
    endwin();
    delscreen(screen);
    screen = NULL;
    fclose(input_file);
    fclose(output_file);
    input_file = output_file = NULL;
}

// Leaving the screen temporarily bypasses ncurses. After endwin, ncurses would reset the palette of the terminal (OSC 104) on return,
// including colors that another program had defined.

void cn_screen_leave(void) {
    curs_set(1);
    emit(restore_string);
}

void cn_screen_enter(void) {
    reset_prog_mode();
    emit(enter_string);
    emit(paste_on);
    if (mouse_is_on) emit(mouse_on);
    clearok(curscr, TRUE);
}

int cn_colors(void) { return has_colors() ? COLORS : 0; }

void cn_define_pair(int pair, int foreground, int background) {
    if (pair < COLOR_PAIRS) init_pair((short)pair, (short)foreground, (short)background);
}

void cn_resize(int height, int width) {
    if (height < 1 || width < 1) return;
    resizeterm(height, width);
    clearok(curscr, TRUE);  // terminals move text when they are resized
}

static attr_t bits_of(int attributes) {
    attr_t bits = A_NORMAL;
    if (attributes & cn_bold) bits |= A_BOLD;
    if (attributes & cn_reverse) bits |= A_REVERSE;
    if (attributes & cn_underline) bits |= A_UNDERLINE;
    if (attributes & cn_dim) bits |= A_DIM;
    return bits;
}

/// Returns a character that is safe to draw. This is the last safeguard against control characters, which would move the cursor or start
/// escape sequences.
static wchar_t harmless(uint32_t scalar) {
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) ? L'?' : (wchar_t)scalar;
}

void cn_put(int row, int column, const uint32_t *scalars, int count, int attributes, int pair) {
    wchar_t text[256];
    attr_set(bits_of(attributes), (short)pair, NULL);
    if (move(row, column) == ERR) return;
    while (count > 0) {
        int part = count < 256 ? count : 256;
        for (int index = 0; index < part; index++) text[index] = harmless(scalars[index]);
        addnwstr(text, part);
        scalars += part;
        count -= part;
    }
}

void cn_put_marked(int row, int column, const uint32_t *scalars, int count, int attributes, int pair) {
    wchar_t text[CCHARW_MAX + 1] = {0};
    cchar_t cell;
    for (int index = 0; index < count && index < CCHARW_MAX; index++) text[index] = harmless(scalars[index]);
    if (setcchar(&cell, text, bits_of(attributes), (short)pair, NULL) == OK) mvadd_wch(row, column, &cell);
}

void cn_cursor(int row, int column, bool visible) {
    curs_set(visible ? 1 : 0);
    leaveok(stdscr, visible ? FALSE : TRUE);
    if (visible) move(row, column);
}

void cn_repaint(void) { clearok(curscr, TRUE); }

void cn_flush(void) {
    wnoutrefresh(stdscr);
    doupdate();
}

void cn_mouse(bool on) {
    if (on == mouse_is_on) return;
    mouse_is_on = on;
    emit(on ? mouse_on : mouse_off);
}

int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
