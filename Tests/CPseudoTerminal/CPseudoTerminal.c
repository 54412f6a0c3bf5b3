#ifdef __linux__
#define _GNU_SOURCE 1
#endif

#include "CPseudoTerminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int open_master(char *name, size_t limit) {
#ifdef __linux__
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
#else
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) return -1;
    fcntl(master, F_SETFD, FD_CLOEXEC);
#endif
    const char *slave = NULL;
    if (grantpt(master) == 0 && unlockpt(master) == 0) {
#ifdef __linux__
        if (ptsname_r(master, name, limit) == 0) return master;
        (void)slave;
#else
        slave = ptsname(master);
        if (slave != NULL && strlcpy(name, slave, limit) < limit) return master;
#endif
    }
    close(master);
    return -1;
}

/// Writes the terminal's settings as bytes that can be compared, and returns their number; 0 on an error.
static size_t cpt_settings(int master, uint8_t *bytes, size_t limit) {
    struct termios settings;
    if (tcgetattr(master, &settings) != 0) return 0;
    char text[512];
    int count = snprintf(
        text, sizeof text, "%lx %lx %lx %lx %lu %lu", (unsigned long)settings.c_iflag, (unsigned long)settings.c_oflag,
        (unsigned long)settings.c_cflag, (unsigned long)settings.c_lflag, (unsigned long)cfgetispeed(&settings),
        (unsigned long)cfgetospeed(&settings)
    );
    for (int index = 0; index < NCCS; index++) {
        count += snprintf(text + count, sizeof text - (size_t)count, " %x", settings.c_cc[index]);
    }
    if ((size_t)count > limit) return 0;
    memcpy(bytes, text, (size_t)count);
    return (size_t)count;
}

/// Becomes the program to test, in its own process group in the foreground of the terminal.
static void become(const char *path, char *const *arguments, char *const *environment, int terminal, bool ignores_hangup) {
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(terminal, getpid());
    for (int number = 1; number < 32; number++) {
        if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
    }
    if (ignores_hangup) signal(SIGHUP, SIG_IGN);
    execve(path, arguments, environment);
    _exit(127);
}

/// Runs in the first child and plays the shell. Without a shell, the program could not be stopped: the system does not stop an
/// orphaned process group. Calls only functions that are safe between fork and exec in a process with threads.
static void serve(
    const char *name, const char *path, char *const *arguments, char *const *environment, const int *standard, int reports,
    bool ignores_hangup
) {
    setsid();
    int slave = open(name, O_RDWR | O_CLOEXEC);
    if (slave < 0) _exit(126);
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++) dup2(standard[fd] >= 0 ? standard[fd] : slave, fd);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGHUP, SIG_IGN);
    pid_t pid = fork();
    if (pid < 0) _exit(126);
    if (pid == 0) become(path, arguments, environment, slave, ignores_hangup);
    // Closes all descriptors except `reports`. If this process kept the terminals of other tests open, closing them in those tests would
    // have no effect.
    for (int fd = 0; fd < 4096; fd++) {
        if (fd != reports) close(fd);
    }
    ssize_t written = write(reports, &pid, sizeof pid);
    int status;
    do {
        pid_t answered;
        do { answered = waitpid(pid, &status, WUNTRACED); } while (answered < 0 && errno == EINTR);
        if (answered < 0) break;
        written = write(reports, &status, sizeof status);
    } while (WIFSTOPPED(status));
    (void)written;
    _exit(0);
}

bool cpt_spawn(
    struct cpt_child *child, const char *path, char *const *arguments, char *const *environment, int rows, int columns,
    int standard_input, int standard_output, int standard_error, bool ignores_hangup
) {
    char name[256];
    int reports[2];
    int master = open_master(name, sizeof name);
    if (master < 0) return false;
    if (!cpt_pipe(&reports[0], &reports[1])) {
        close(master);
        return false;
    }
    cpt_resize(master, rows, columns);
    child->settings_count = cpt_settings(master, child->settings, sizeof child->settings);
    const int standard[] = {standard_input, standard_output, standard_error};
    pid_t shell = fork();
    if (shell == 0) serve(name, path, arguments, environment, standard, reports[1], ignores_hangup);
    close(reports[1]);
    pid_t pid = -1;
    if (shell < 0 || cpt_read(reports[0], (uint8_t *)&pid, sizeof pid, 10000) != sizeof pid) {
        close(master);
        close(reports[0]);
        return false;
    }
    child->pid = pid;
    child->shell = shell;
    child->master = master;
    child->reports = reports[0];
    return true;
}

long cpt_read(int fd, uint8_t *bytes, size_t count, int milliseconds) {
    struct pollfd wanted = {fd, POLLIN, 0};
    int ready;
    do { ready = poll(&wanted, 1, milliseconds); } while (ready < 0 && errno == EINTR);
    if (ready <= 0) return -1;
    ssize_t got;
    do { got = read(fd, bytes, count); } while (got < 0 && errno == EINTR);
    return got < 0 ? 0 : (long)got;  // EIO: the other side is closed
}

bool cpt_write(int fd, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool cpt_resize(int master, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(master, TIOCSWINSZ, &size) == 0;
}

bool cpt_has_settings_of_start(const struct cpt_child *child) {
    uint8_t now[sizeof child->settings];
    size_t count = cpt_settings(child->master, now, sizeof now);
    return count > 0 && count == child->settings_count && memcmp(now, child->settings, count) == 0;
}

bool cpt_is_raw(int master) {
    struct termios settings;
    return tcgetattr(master, &settings) == 0 && (settings.c_lflag & (ECHO | ICANON | ISIG)) == 0;
}

static int describe(int status, int *value) {
    if (WIFSTOPPED(status)) {
        *value = WSTOPSIG(status);
        return cpt_stopped;
    }
    if (WIFSIGNALED(status)) {
        *value = WTERMSIG(status);
        return cpt_signalled;
    }
    *value = WEXITSTATUS(status);
    return cpt_exited;
}

int cpt_wait_change(const struct cpt_child *child, int milliseconds, int *value) {
    int status;
    if (cpt_read(child->reports, (uint8_t *)&status, sizeof status, milliseconds) != sizeof status) return cpt_time_is_up;
    if (!WIFSTOPPED(status)) {
        while (waitpid(child->shell, NULL, 0) < 0 && errno == EINTR) {}
    }
    return describe(status, value);
}

long cpt_wake_ups(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    if (tasks == NULL) return -1;
    long total = 0;
    struct dirent *task;
    while ((task = readdir(tasks)) != NULL) {
        char file[512], line[256];
        snprintf(file, sizeof file, "%s/%s/status", path, task->d_name);
        FILE *status = fopen(file, "r");
        if (status == NULL) continue;
        while (fgets(line, sizeof line, status) != NULL) {
            long count;
            if (sscanf(line, "voluntary_ctxt_switches: %ld", &count) == 1) total += count;
        }
        fclose(status);
    }
    closedir(tasks);
    return total;
}

bool cpt_signal(pid_t pid, int number) { return kill(pid, number) == 0; }

void cpt_close(int fd) { close(fd); }

bool cpt_pipe(int *reading, int *writing) {
    int ends[2];
#ifdef __linux__
    // This is one call instead of two. Between two calls, another test could start a program that inherits one end and keeps the pipe open.
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
#else
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
    *reading = ends[0];
    *writing = ends[1];
    return true;
}
