// What CursesTerminal needs of ncurses and of the system, in plain C types.
//
// <curses.h> stays inside this target: its macros and mutable globals cannot be imported into Swift 6, on macOS it would
// collide with the SDK's own module, and it claims names such as `move`, `clear` and `filter`.
//
// Three parts: screen.c draws (main thread only), lifecycle.c takes the terminal and always gives it back, reader.c waits.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- lifecycle.c: taking and giving back -----------------------------------------------------------------------------

/// Sets the character set from the environment and answers whether it is UTF-8. Call before `cn_screen_open`.
bool cn_locale_is_utf8(void);

bool cn_is_terminal(int fd);

/// Opens the terminal that controls the process, or answers -1.
int cn_open_controlling_terminal(void);

void cn_close_fd(int fd);

/// Remembers the settings of the terminal, catches signals, and captures standard error if it is a terminal.
/// From here on any way the process ends gives the terminal back. Answers false, having done nothing, on an error.
bool cn_take(int input, int output);

/// Gives the settings, the signals and standard error back and prints what was captured. With `discard`, input not read
/// yet is thrown away: the rest of a paste must not run in the shell.
void cn_give_back(bool discard);

/// Gives the terminal back at once and ends the process. From any thread.
_Noreturn void cn_exit_now(int status);

/// Lets this thread overflow its stack and still give the terminal back. Cheap when done already: on Linux
/// one thread after another runs the jobs of the main actor.
void cn_prepare_thread(void);

/// Stops the process group as Ctrl-Z does; returns when it is continued. The screen must have been left before.
void cn_stop_here(void);

/// Columns and rows, or false if the terminal does not say.
bool cn_size(int fd, int *columns, int *rows);

// ---- screen.c: ncurses, on one thread only ---------------------------------------------------------------------------

enum { cn_opened = 0, cn_unknown_terminal = 1, cn_cannot_move = 2, cn_failed = 3 };

/// Starts ncurses on these descriptors for the terminal type TERM names. Nothing is written on an error.
int cn_screen_open(int input, int output);

/// Leaves the screen and frees it.
void cn_screen_close(void);

/// Leaves the screen for a while: own modes off, the terminal as it was found.
void cn_screen_leave(void);

/// Comes back to it; everything must be drawn again.
void cn_screen_enter(void);

/// How many colours there are; 0, 8, 256 …
int cn_colors(void);

/// Says what pair `pair` (1…) looks like; -1 is the terminal's own colour.
void cn_define_pair(int pair, int foreground, int background);

void cn_resize(int rows, int columns);

enum { cn_bold = 1, cn_reverse = 2, cn_underline = 4, cn_dim = 8 };

/// Puts scalars, none of them a control character or a mark, at a place. Bits as above; pair 0 is the terminal's own colours.
void cn_put(int row, int column, const uint32_t *scalars, int count, int attributes, int pair);

/// Puts one base and up to four marks. Marks that follow a wide base in a string would be lost.
void cn_put_marked(int row, int column, const uint32_t *scalars, int count, int attributes, int pair);

/// Where the cursor stands, or, with `visible` false, that there is none.
void cn_cursor(int row, int column, bool visible);

/// Everything will be written anew by the next `cn_flush`, not the difference only.
void cn_repaint(void);

void cn_flush(void);

/// Writes a sequence of ours to the terminal, all of it before anything else that is drawn.
void cn_emit(const uint8_t *bytes, size_t count);

/// Reports of the mouse, as SGR sequences.
void cn_mouse(bool on);

/// The columns the C library gives a scalar; -1 if it knows none.
int cn_width(uint32_t scalar);

// ---- reader.c: waiting -----------------------------------------------------------------------------------------------

enum { cn_input_ready = 1, cn_woken = 2 };

/// Waits until input (if not -1) is ready or `cn_wake` or a signal came; at most `milliseconds`, or for ever with -1. 0 means time is up.
int cn_wait(int input, int milliseconds);

/// The bytes read; 0 at the end, -1 on an error that means the terminal is gone, -2 if there was nothing after all.
long cn_read(int fd, uint8_t *bytes, size_t count);

/// Ends `cn_wait` in whichever thread waits.
void cn_wake(void);

/// Answers whether that signal came since last asked.
bool cn_take_signal(int signal);

/// Runs `body(context)` on a thread of its own.
bool cn_thread_start(void (*body)(void *), void *context);

/// Waits for that thread to end.
void cn_thread_join(void);
