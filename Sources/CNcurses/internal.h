#pragma once

#include "CNcurses.h"

/// Creates the pipe that wakes `cn_wait`, once per process.
bool cn_pipe_open(void);

/// Records a signal and ends `cn_wait`. Async-signal-safe.
void cn_note_signal(int signal);

/// Writes all bytes, resuming after interruptions. Stops at an error. Async-signal-safe.
void cn_write_all(int fd, const char *bytes, size_t count);

/// Stores the string with which the crash handler restores the terminal. screen.c calls this function once the terminal type is known.
void cn_set_restore_string(const char *bytes, size_t count);
