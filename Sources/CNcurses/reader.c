// Waits for terminal input and signals without periodic wake-ups.
//
// Signal handlers set flags and wake the waiting thread through a pipe. On Linux, the thread waits with poll. On macOS, it waits with
// select, because poll and kqueue reject /dev/tty (POLLNVAL), and keys are read from /dev/tty if standard input is a pipe.

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/select.h>
#include <unistd.h>

static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t noted[NSIG];

bool cn_pipe_open(void) {
    if (wake_pipe[0] >= 0) return true;
    if (pipe(wake_pipe) != 0) return false;
    for (int end = 0; end < 2; end++) {
        fcntl(wake_pipe[end], F_SETFD, FD_CLOEXEC);
        // Writing must not block. If the pipe is full, the reader wakes up anyway.
        fcntl(wake_pipe[end], F_SETFL, fcntl(wake_pipe[end], F_GETFL) | O_NONBLOCK);
    }
    return true;
}

void cn_wake(void) {
    int saved = errno;
    if (wake_pipe[1] >= 0) {
        ssize_t ignored = write(wake_pipe[1], "w", 1);
        (void)ignored;
    }
    errno = saved;
}

void cn_note_signal(int signal) {
    if (signal > 0 && signal < NSIG) noted[signal] = 1;
    cn_wake();
}

bool cn_take_signal(int signal) {
    if (signal <= 0 || signal >= NSIG || !noted[signal]) return false;
    noted[signal] = 0;
    return true;
}

int cn_take_ending(void) {
    for (int signal = 1; signal < NSIG; signal++) {
        if (signal != SIGCONT && signal != SIGWINCH && signal != SIGTSTP && cn_take_signal(signal)) return signal;
    }
    return 0;
}

static void drain(void) {
    char bytes[256];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
}

int cn_wait(int input, int milliseconds) {
    int ready = 0;
#ifdef __APPLE__
    if (input >= FD_SETSIZE || wake_pipe[0] >= FD_SETSIZE) return cn_input_ready;  // cn_read reports the error
    fd_set set;
    FD_ZERO(&set);
    if (input >= 0) FD_SET(input, &set);
    FD_SET(wake_pipe[0], &set);
    struct timeval limit = {milliseconds / 1000, (milliseconds % 1000) * 1000};
    int count = select((input > wake_pipe[0] ? input : wake_pipe[0]) + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &limit);
    if (count < 0) return errno == EINTR || input < 0 ? cn_woken : cn_input_ready;
    if (count > 0 && input >= 0 && FD_ISSET(input, &set)) ready |= cn_input_ready;
    if (count > 0 && FD_ISSET(wake_pipe[0], &set)) ready |= cn_woken;
#else
    struct pollfd fds[2] = {{input, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    int count = poll(fds, 2, milliseconds);
    if (count < 0) return errno == EINTR ? cn_woken : cn_input_ready;
    // cn_read detects errors and hang-ups.
    if (fds[0].revents != 0) ready |= cn_input_ready;
    if (fds[1].revents != 0) ready |= cn_woken;
#endif
    if (ready & cn_woken) drain();
    return ready;
}

long cn_read(int fd, uint8_t *bytes, size_t count) {
    ssize_t got = read(fd, bytes, count);
    if (got >= 0) return (long)got;
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -2 : -1;
}
