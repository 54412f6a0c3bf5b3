#pragma once

#include "CNcurses.h"

/// Makes the pipe that `cn_wait` also waits for. Once for a process.
bool cn_pipe_open(void);

/// Notes a signal and ends `cn_wait`. Async-signal-safe.
void cn_note_signal(int signal);

/// Writes all of it, whatever interrupts; gives up on an error. Async-signal-safe.
void cn_write_all(int fd, const char *bytes, size_t count);

/// What the crash handler writes: set by screen.c when the terminal is known.
void cn_set_restore_string(const char *bytes, size_t count);
