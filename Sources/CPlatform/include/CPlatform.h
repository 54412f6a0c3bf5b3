// Calls of Linux that the C library declares only for programs that ask for GNU's additions, which Swift does not. Elsewhere, nothing.
// This header includes no other: for Swift, the types of the C library would then belong to two modules.

#pragma once

#if defined(__linux__)
/// `pipe2` with `O_CLOEXEC`: no program that another thread starts meanwhile inherits the pipe.
int cplatform_pipe(int ends[2]);

/// `posix_spawn_file_actions_addclosefrom_np`: the program gets no descriptor from `first` on, whatever another thread opens meanwhile.
/// `actions` is a `posix_spawn_file_actions_t`.
int cplatform_close_from(void *actions, int first);
#endif
