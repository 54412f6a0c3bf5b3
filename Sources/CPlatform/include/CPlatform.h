// Calls of Linux that the C library declares only with `_GNU_SOURCE`, which Swift does not define. Empty on other systems.
// This header includes no other: for Swift, the types of the C library would then belong to two modules.

#pragma once

#if defined(__linux__)
/// `pipe2` with `O_CLOEXEC`: a program that another thread starts at the same time does not inherit the pipe.
int cplatform_pipe(int ends[2]);

/// `posix_spawn_file_actions_addclosefrom_np`: the program inherits no descriptor from `first` on, even if
/// another thread opens one at the same time.
/// `actions` is a `posix_spawn_file_actions_t`.
int cplatform_close_from(void *actions, int first);

/// Lets all threads share two heaps, if the C library has several. Each heap keeps what its threads have freed.
void cplatform_share_heaps(void);
#endif
