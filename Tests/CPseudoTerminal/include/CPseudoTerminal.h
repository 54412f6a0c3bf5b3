// Runs a program on a pseudo-terminal, for tests: start it, type, read its output, resize, compare the settings, wait for its end.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct cpt_child {
    pid_t pid;
    /// The process that started the program, in the role of a shell.
    pid_t shell;
    /// The test's side of the terminal.
    int master;
    /// The pipe on which `shell` reports that the program has stopped or ended.
    int reports;
    /// The terminal's settings before the program was started.
    uint8_t settings[512];
    size_t settings_count;
};

/// Starts a program in its own session in the foreground of a terminal of this size, as a shell would. `arguments` and `environment` end
/// with NULL.
///
/// Standard input, output and error are the descriptors given, or the terminal for -1. With `ignores_hangup`, the program ignores SIGHUP,
/// as if nohup had started it. Returns false on an error.
bool cpt_spawn(
    struct cpt_child *child, const char *path, char *const *arguments, char *const *environment, int rows, int columns,
    int standard_input, int standard_output, int standard_error, bool ignores_hangup
);

/// Returns the number of bytes read; 0 if the other side is closed, -1 if nothing came within `milliseconds`.
long cpt_read(int fd, uint8_t *bytes, size_t count, int milliseconds);

bool cpt_write(int fd, const uint8_t *bytes, size_t count);

bool cpt_resize(int master, int rows, int columns);

/// Returns whether the terminal has the same settings as before the program was started.
bool cpt_has_settings_of_start(const struct cpt_child *child);

/// Returns whether the terminal is in raw mode: no echo, no line editing, no signal keys.
bool cpt_is_raw(int master);

enum { cpt_exited = 1, cpt_signalled = 2, cpt_stopped = 3, cpt_time_is_up = 4 };

/// Waits until the program has stopped or ended, and returns which; sets `value` to its exit status or the signal.
int cpt_wait_change(const struct cpt_child *child, int milliseconds, int *value);

/// Returns how often the threads of a process have woken up so far (their voluntary context switches); -1 if that is unknown.
long cpt_wake_ups(pid_t pid);

bool cpt_signal(pid_t pid, int signal);
void cpt_close(int fd);
bool cpt_pipe(int *reading, int *writing);
