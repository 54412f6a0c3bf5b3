"""Ends the inspector in every way, and checks after each that the terminal is given back: its settings are those of before, and the second
screen, bracketed paste, the mouse and the hidden cursor are off. After a signal that asks the inspector to end, its socket is gone too."""
import glob, os, shlex, signal, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
LINK = "shop://item/7?x=1"


def wait_for_end(program, seconds=20):
    deadline = time.perf_counter() + seconds
    while not program.ended() and time.perf_counter() < deadline: program.read(0.02)
    while program.read(0.05): pass
    return program.ended()


def keys(text):
    return lambda program: program.type(text)


def signals(number):
    return lambda program: os.kill(program.pid, number)


# How it ends, what makes it end, and the exit code or, as a negative number, the signal. The last way is Ctrl-Z.
OTHERS = ["SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU", "SIGIO", "SIGSYS", "SIGSTKFLT", "SIGPWR", "SIGRTMIN"]
ENDINGS = [
    ("q", keys("q"), 0),
    ("Ctrl-C", keys("\x03"), 0),
    ("SIGINT", signals(signal.SIGINT), 130),
    ("SIGTERM", signals(signal.SIGTERM), 143),
    ("SIGHUP", signals(signal.SIGHUP), 129),
    ("SIGQUIT", signals(signal.SIGQUIT), 131),
    *((name, signals(getattr(signal, name)), 128 + getattr(signal, name)) for name in OTHERS if hasattr(signal, name)),
    ("a crash (SIGSEGV)", signals(signal.SIGSEGV), -signal.SIGSEGV),
    ("an abort (SIGABRT)", signals(signal.SIGABRT), -signal.SIGABRT),
]


def suspend(home):
    """Ctrl-Z gives the terminal to the shell. A shell without an editor of its own does not change the settings of the terminal."""
    shell = Program(["/bin/sh", "-i"], dict(home.environment, PS1="$ "))
    shell.type(f"{shlex.quote(binary)} '{LINK}'\n")
    shell.wait("1 link")
    shell.type("\x1a")
    shell.wait("Stopped")
    while shell.read(0.05): pass
    problems = shell.terminal_faults()
    shell.type("kill -9 %1\n")
    # The shell refuses to exit once, because of the stopped job.
    shell.type("exit 0\nexit 0\n")
    if not wait_for_end(shell): problems.append("the shell did not end")
    return problems


def ending(home, end, expected):
    program = Program([binary, LINK], home.environment)
    program.wait("1 link")
    end(program)
    problems = []
    if not wait_for_end(program):
        os.kill(program.pid, signal.SIGKILL)
        os.waitpid(program.pid, 0)
        return ["it did not end within 20 s"]
    code = os.waitstatus_to_exitcode(program.status)
    if code != expected: problems.append(f"it ended with {code} instead of {expected}")
    problems += program.terminal_faults()
    if expected >= 0: problems += [f"{path} is left" for path in glob.glob(home.path + "/run/*/*.sock")]
    os.close(program.master)
    os.close(program.slave)
    return problems


failed = []
for name, *how in [*ENDINGS, ("Ctrl-Z", None)]:
    with Home() as home: problems = suspend(home) if how == [None] else ending(home, *how)
    print(f"{name}: {'; '.join(problems) or 'the terminal is as before'}")
    if problems: failed.append(name)
print(f"endings: {len(ENDINGS) + 1 - len(failed)} of {len(ENDINGS) + 1}")
if failed: sys.exit(f"endings: the terminal is not given back after {', '.join(failed)}")
