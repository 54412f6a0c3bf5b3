#include "CPlatform.h"

#if defined(__linux__)
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <unistd.h>

int cplatform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cplatform_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

void cplatform_share_heaps(void) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
#endif
}
#endif
