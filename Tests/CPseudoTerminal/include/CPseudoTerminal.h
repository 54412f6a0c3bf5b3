// A program on a pseudo-terminal, for tests: start it, type, read what it draws, resize, see the settings, wait for its end.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct cpt_child {
    pid_t pid;
    /// What started it, in the place of a shell.
    pid_t shell;
    /// Our side of the terminal.
    int master;
    /// Where the shell says that the program stopped or ended.
    int reports;
    /// The terminal's settings before the program was started.
    uint8_t settings[512];
    size_t settings_count;
};

/// Starts a program in a session of its own, in front of a terminal of that size, as a shell would. `arguments` and `environment` end with NULL.
///
/// Standard input, output and error are the terminal, or the descriptors given (not -1). With `ignores_hangup` it is
/// started as nohup starts programs. Answers false with errno set.
bool cpt_spawn(
    struct cpt_child *child, const char *path, char *const *arguments, char *const *environment, int rows, int columns,
    int standard_input, int standard_output, int standard_error, bool ignores_hangup
);

/// The bytes read; 0 when the other side is closed, -1 when `milliseconds` passed.
long cpt_read(int fd, uint8_t *bytes, size_t count, int milliseconds);

bool cpt_write(int fd, const uint8_t *bytes, size_t count);

bool cpt_resize(int master, int rows, int columns);

/// Whether the terminal's settings are those it had before the program was started.
bool cpt_has_settings_of_start(const struct cpt_child *child);

/// Whether the terminal is in raw mode: no echo, no lines, no signals.
bool cpt_is_raw(int master);

enum { cpt_exited = 1, cpt_signalled = 2, cpt_stopped = 3, cpt_time_is_up = 4 };

/// Waits until the program has stopped or ended; `value` is its exit status or the signal.
int cpt_wait_change(const struct cpt_child *child, int milliseconds, int *value);

/// The wake-ups of a process so far: voluntary context switches of all its threads; -1 where that is not known.
long cpt_wake_ups(pid_t pid);

bool cpt_signal(pid_t pid, int signal);
void cpt_close(int fd);
bool cpt_pipe(int *reading, int *writing);
