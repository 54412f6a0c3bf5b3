// The parts of ncurses and of the system that CursesTerminal uses, in plain C types.
//
// <curses.h> stays inside this target for three reasons. Swift 6 cannot import the macros and mutable globals of this header, on macOS the
// header would conflict with the SDK's own module, and it defines common names such as `move`, `clear` and `filter`.
//
// There are three parts. screen.c draws (on one thread only), lifecycle.c takes over the terminal and restores it, and reader.c waits for
// input.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- lifecycle.c: taking over and restoring --------------------------------------------------------------------------

/// Sets the character set from the environment and returns whether it is UTF-8. Call it before `cn_screen_open`.
bool cn_locale_is_utf8(void);

bool cn_is_terminal(int fd);

/// Opens the controlling terminal of the process; returns -1 on an error.
int cn_open_controlling_terminal(void);

void cn_close_fd(int fd);

/// Returns whether a signal would end the process, is no sign of a crash, and has no action of its own.
bool cn_ends(int signal);

/// Saves the terminal's settings, installs signal handlers, and captures standard error if it is a terminal. From then on, the terminal is
/// restored however the process ends, except by SIGKILL. On an error, the function returns false and changes nothing.
bool cn_take(int input, int output);

/// Restores the settings, the signal handlers and standard error, and prints what was captured. If `discard` is true, unread input is
/// dropped, because the rest of a paste must not run in the shell.
void cn_give_back(bool discard);

/// Restores the terminal at once and ends the process. May be called from any thread.
_Noreturn void cn_exit_now(int status);

/// Gives the calling thread a signal stack, so that the terminal is restored even after a stack overflow. Call the function often, because
/// on Linux the jobs of the main actor run on changing threads. The call is cheap if the thread already has a signal stack.
void cn_prepare_thread(void);

/// Stops the process group like Ctrl-Z, and returns when the process is continued. Call `cn_screen_leave` before.
void cn_stop_here(void);

/// Stores the number of columns and rows; returns false if the terminal does not report them.
bool cn_size(int fd, int *columns, int *rows);

// ---- screen.c: ncurses, on one thread only ---------------------------------------------------------------------------

enum { cn_opened = 0, cn_unknown_terminal = 1, cn_cannot_move = 2, cn_failed = 3 };

/// Starts ncurses on these descriptors for the terminal type in TERM. On an error nothing is written.
int cn_screen_open(int input, int output);

/// Leaves the screen and frees it.
void cn_screen_close(void);

/// Leaves the screen temporarily. Turns bracketed paste and the mouse off and restores the terminal.
void cn_screen_leave(void);

/// Returns to the screen. Everything must be drawn again.
void cn_screen_enter(void);

/// Returns the number of colors: 0, 8, 256 …
int cn_colors(void);

/// Defines the colors of a pair, from 1 on; -1 is the terminal's default color.
void cn_define_pair(int pair, int foreground, int background);

void cn_resize(int rows, int columns);

enum { cn_bold = 1, cn_reverse = 2, cn_underline = 4, cn_dim = 8 };

/// Draws scalars, which must not be control characters or combining marks. `attributes` are the bits above. Pair 0 has the default colors.
void cn_put(int row, int column, const uint32_t *scalars, int count, int attributes, int pair);

/// Draws one base character with up to four combining marks. In a string, ncurses would lose marks after a wide base.
void cn_put_marked(int row, int column, const uint32_t *scalars, int count, int attributes, int pair);

/// Places the cursor, or hides it if `visible` is false.
void cn_cursor(int row, int column, bool visible);

/// Makes the next `cn_flush` write the whole screen instead of the difference.
void cn_repaint(void);

void cn_flush(void);

/// Writes an escape sequence directly to the terminal, before anything that is still to be drawn.
void cn_emit(const uint8_t *bytes, size_t count);

/// Turns reports of the mouse on or off, in SGR format.
void cn_mouse(bool on);

/// Returns the width of a scalar in columns as the C library sees it; -1 if unknown.
int cn_width(uint32_t scalar);

// ---- reader.c: waiting -----------------------------------------------------------------------------------------------

enum { cn_input_ready = 1, cn_woken = 2 };

/// Waits for input (if `input` is not -1), `cn_wake`, a signal, or `milliseconds` (-1 for no limit). Returns the bits above, or 0 on a
/// timeout.
int cn_wait(int input, int milliseconds);

/// Reads bytes. Returns their number, 0 at the end, -1 if the terminal is gone, -2 if there was nothing to read.
long cn_read(int fd, uint8_t *bytes, size_t count);

/// Ends `cn_wait` in the waiting thread.
void cn_wake(void);

/// Returns whether the signal has arrived since the last call for this signal.
bool cn_take_signal(int signal);

/// Returns a signal that has arrived and asks the process to end. Returns 0 if no such signal is left.
int cn_take_ending(void);
