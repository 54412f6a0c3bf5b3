// Takes over the terminal, and restores it however the process ends, except by SIGKILL.
//
//     cause                         restored by
//     q, Ctrl-C                     cn_give_back, called by Terminal.close
//     SIGINT, SIGTERM and all       the reader, which tells the program to close
//     others that would end it
//     exit() from anywhere          an exit handler
//     trap, abort, bad access       on_crash: restore string, settings, captured standard error; then the old action
//     a busy or stuck main loop     cn_exit_now, called by the reader
//
// Everything that a signal handler calls here is async-signal-safe: write, read, lseek, dup2, tcsetattr, sigaction, raise. After a crash,
// the captured standard error with its "Fatal error: …" would be lost. So it is copied to the real standard error before the old action
// (Swift's backtracer, or termination) runs on a restored terminal.

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

// ---- Saved state ------------------------------------------------------------------------------------------------------

static struct {
    int input, output;
    struct termios settings;
    /// The actions of the signals that are handled here, by their numbers.
    struct sigaction actions[NSIG];
    bool is_handled[NSIG];
    /// The real standard error and the file that replaces it; -1 while nothing is captured.
    int error, captured;
    char restore[256];
    size_t restore_count;
} found;

/// Whether there is a terminal to restore. Only the caller that changes this to false restores the terminal, even if several threads exit
/// at the same time.
static atomic_bool taken = false;

// ---- Helpers ----------------------------------------------------------------------------------------------------------

bool cn_is_terminal(int fd) { return isatty(fd) == 1; }

int cn_open_controlling_terminal(void) { return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY); }

void cn_close_fd(int fd) { close(fd); }

bool cn_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

static const char *wanted_locale(void) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        const char *value = getenv(names[index]);
        if (value != NULL && *value != 0) return value;
    }
    return "";
}

bool cn_locale_is_utf8(void) {
    if (setlocale(LC_CTYPE, "") == NULL) {
        // ssh may pass a locale that is not installed here. The character set of that locale is still the requested one.
        const char *wanted = wanted_locale();
        if (strcasestr(wanted, "utf-8") != NULL || strcasestr(wanted, "utf8") != NULL) {
            if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "en_US.UTF-8");
        }
    }
    return strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void cn_write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

void cn_set_restore_string(const char *bytes, size_t count) {
    if (count > sizeof found.restore) return;
    memcpy(found.restore, bytes, count);
    found.restore_count = count;
}

// ---- Standard error ---------------------------------------------------------------------------------------------------

static int open_capture_file(void) {
#ifdef __linux__
    int fd = memfd_create("linkscope.stderr", MFD_CLOEXEC);
#else
    char name[] = "/tmp/linkscope.stderr.XXXXXX";
    int fd = mkstemp(name);
    if (fd >= 0) {
        unlink(name);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
#endif
    // The file is opened for appending, because several writers share it and `release_error` moves its position.
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_APPEND);
    return fd;
}

static void capture_error(void) {
    found.error = found.captured = -1;
    // Standard error that does not go to a terminal does not disturb the screen.
    if (!cn_is_terminal(STDERR_FILENO)) return;
    int file = open_capture_file();
    if (file < 0) return;
    int error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (error < 0 || dup2(file, STDERR_FILENO) < 0) {
        close(file);
        if (error >= 0) close(error);
        return;
    }
    found.error = error;
    found.captured = file;
}

/// Restores standard error and writes the captured text to it. Async-signal-safe. Text that another thread writes at this moment may be
/// lost.
static void release_error(void) {
    if (found.captured < 0) return;
    dup2(found.error, STDERR_FILENO);
    char bytes[4096];
    ssize_t count;
    lseek(found.captured, 0, SEEK_SET);
    while ((count = read(found.captured, bytes, sizeof bytes)) > 0) cn_write_all(STDERR_FILENO, bytes, (size_t)count);
    close(found.captured);
    close(found.error);
    found.captured = found.error = -1;
}

// ---- Signals ----------------------------------------------------------------------------------------------------------

enum handling { left_alone, asked, crashed, ignored };

/// Returns what is done with a signal. `before` is its action so far.
static enum handling handling_of(int signal, const struct sigaction *before) {
    switch (signal) {
    case SIGINT: case SIGTERM: case SIGQUIT: case SIGWINCH: case SIGCONT: case SIGTSTP: return asked;
    case SIGILL: case SIGTRAP: case SIGABRT: case SIGSEGV: case SIGBUS: case SIGFPE: return crashed;
    case SIGPIPE: return ignored;
    // By default, these do nothing, or stop a process in the background.
    case SIGCHLD: case SIGURG: case SIGTTIN: case SIGTTOU: return left_alone;
#ifdef SIGINFO
    case SIGINFO: return left_alone;
#endif
    // All others would end the process. A program that was started with nohup ignores SIGHUP, and ends when the terminal is gone. A tool
    // that measures the program may have an action of its own.
    default: return before->sa_handler == SIG_DFL ? asked : left_alone;
    }
}

bool cn_ends(int signal) {
    struct sigaction now;
    if (signal == SIGKILL || signal == SIGSTOP || signal == SIGWINCH || signal == SIGCONT || signal == SIGTSTP) return false;
    return sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_DFL && handling_of(signal, &now) == asked;
}

static void on_asked(int signal) { cn_note_signal(signal); }

/// Returns whether a terminal takes bytes within a fifth of a second. One that is held, or that nobody reads, could be waited for forever.
static bool takes_bytes(int fd) {
    fd_set set;
    struct timeval limit = {0, 200 * 1000};
    if (fd < 0 || fd >= FD_SETSIZE) return true;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    return select(fd + 1, NULL, &set, NULL, &limit) != 0;
}

/// Restores the terminal from any state, inside or outside a signal handler.
static void restore_now(void) {
    if (!atomic_exchange(&taken, false)) return;
    int saved = errno;
    bool takes = takes_bytes(found.output);
    if (takes) cn_write_all(found.output, found.restore, found.restore_count);
    tcsetattr(found.input, TCSANOW, &found.settings);
    if (takes) release_error();
    errno = saved;
}

static void on_crash(int signal, siginfo_t *info, void *context) {
    (void)context;
    restore_now();
    sigaction(signal, &found.actions[signal], NULL);
    // When this handler returns, a fault occurs again and triggers the old action. A signal sent by kill or abort does not occur again, so
    // it is raised here. The raised signal stays blocked until this handler returns.
    if (signal == SIGABRT || info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code <= 0) raise(signal);
}

static void on_exit_called(void) { restore_now(); }

static void free_stack(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(stack);
}

static pthread_key_t stack_key;
static void make_stack_key(void) { pthread_key_create(&stack_key, free_stack); }

/// Gives the thread a signal stack, because after a stack overflow a signal handler needs another stack. If the runtime has already set a
/// signal stack, that stack is kept.
void cn_prepare_thread(void) {
    enum { size = 64 * 1024 };
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_stack_key);
    if (pthread_getspecific(stack_key) != NULL) return;
    stack_t old;
    if (sigaltstack(NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE)) return;
    void *stack = malloc(size);
    if (stack == NULL || pthread_setspecific(stack_key, stack) != 0) {
        free(stack);
        return;
    }
    stack_t own = {.ss_sp = stack, .ss_size = size};
    sigaltstack(&own, NULL);
}

static void catch_signals(void) {
    cn_prepare_thread();
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction action = {.sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        found.is_handled[signal] = false;
        // SIGKILL and SIGSTOP have no other action, and the C library keeps some signals for itself.
        if (signal == SIGKILL || signal == SIGSTOP || sigaction(signal, NULL, &found.actions[signal]) != 0) continue;
        switch (handling_of(signal, &found.actions[signal])) {
        case left_alone: continue;
        case asked: action.sa_handler = on_asked; break;
        case ignored: action.sa_handler = SIG_IGN; break;
        case crashed:
            action.sa_sigaction = on_crash;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        }
        found.is_handled[signal] = sigaction(signal, &action, NULL) == 0;
    }
}

static void release_signals(void) {
    for (int signal = 1; signal < NSIG; signal++) {
        if (found.is_handled[signal]) sigaction(signal, &found.actions[signal], NULL);
    }
}

// ---- Taking over, restoring, exiting, stopping ------------------------------------------------------------------------

bool cn_take(int input, int output) {
    static bool has_exit_handler = false;
    if (atomic_load(&taken)) return false;
    if (tcgetattr(input, &found.settings) != 0 || !cn_pipe_open()) return false;
    if (!has_exit_handler) has_exit_handler = atexit(on_exit_called) == 0;
    found.input = input;
    found.output = output;
    found.restore_count = 0;
    capture_error();
    atomic_store(&taken, true);
    catch_signals();
    return true;
}

void cn_give_back(bool discard) {
    if (!atomic_exchange(&taken, false)) return;
    tcsetattr(found.input, discard ? TCSAFLUSH : TCSANOW, &found.settings);
    release_signals();
    release_error();
}

void cn_exit_now(int status) {
    restore_now();
    _exit(status);
}

void cn_stop_here(void) {
    struct sigaction action, own;
    sigset_t stop, before;
    tcsetattr(found.input, TCSANOW, &found.settings);

    // All processes of the pipeline must stop, as they do if the terminal sends SIGTSTP. This process ignores the signal to the group and
    // stops itself below with a signal to this thread. A signal to the process could arrive late, on another thread, when our handler is
    // installed again.
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_IGN;
    sigaction(SIGTSTP, &action, &own);
    kill(0, SIGTSTP);
    // If the first thread blocks the signal, the signal is not ignored when it is sent, but stays pending. Ignoring it a second time
    // discards it. Otherwise the pending signal could stop the process first, and the signal below would stop the process again after it
    // was continued.
    sigaction(SIGTSTP, &action, NULL);
    action.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &action, NULL);
    // Threads that run jobs of the main actor block signals.
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &own, NULL);
}
