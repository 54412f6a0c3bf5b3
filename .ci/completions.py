"""Presses Tab in real shells, and compares the arguments that the completed command line has.

The completed line is not run. It becomes the arguments of `show`, a function of the shell that prints each argument in brackets, so that
quoting counts too.
"""
import os, re, shutil, statistics, subprocess, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
faults = []

# What is typed before Tab, and the arguments afterwards. At most one word fits in each case. A slash at the end of an argument is
# ignored, because zsh removes it when the next word begins. {folder} is the folder with the files.
CASES = (
    ("a command", "linkscope unreg", ["linkscope", "unregister"]),
    ("a nested command", "linkscope history sea", ["linkscope", "history", "search"]),
    ("the option of help", "linkscope help --al", ["linkscope", "help", "--all"]),
    ("a command after help", "linkscope help hist", ["linkscope", "help", "history"]),
    ("an option of the default command", "linkscope --strict", ["linkscope", "--strict-device"]),
    ("an option after a link with colons", "linkscope open shop://item/7 --verify", ["linkscope", "open", "shop://item/7", "--verify-again"]),
    ("an option after a quoted link", "linkscope open 'shop://item/7?x=1' --verify", ["linkscope", "open", "shop://item/7?x=1", "--verify-again"]),
    ("a fixed value", "linkscope open shop://item/7 --on devi", ["linkscope", "open", "shop://item/7", "--on", "devicectl"]),
    ("a device", "linkscope --device iPa", ["linkscope", "--device", "iPad"]),
    ("a device after an equals sign", "linkscope --device=And", ["linkscope", "--device=Android"]),
    ("a device file", "linkscope --device my", ["linkscope", "--device", "my phone.json"]),
    ("a device file after an equals sign", "linkscope --device=my", ["linkscope", "--device=my phone.json"]),
    ("a finding code", "linkscope inspect --explain payload-c", ["linkscope", "inspect", "--explain", "payload-cut"]),
    ("a finding code of lint", "linkscope lint --ignore shortened-in", ["linkscope", "lint", "--ignore", "shortened-in-log"]),
    ("a session by its name", "linkscope --replay checko", ["linkscope", "--replay", "checkout-7"]),
    ("a session by its ID", "linkscope history show 2026-01-02", ["linkscope", "history", "show", "2026-01-02T03-04-05.678Z-42"]),
    ("a file", "linkscope inspect link", ["linkscope", "inspect", "links.txt"]),
    ("a file of the default command", "linkscope link", ["linkscope", "links.txt"]),
    ("a file with spaces", "linkscope inspect two", ["linkscope", "inspect", "two words.txt"]),
    ("a file with a colon", "linkscope inspect 10", ["linkscope", "inspect", "10:30.txt"]),
    ("no file that begins after a colon", "linkscope inspect 10:li", ["linkscope", "inspect", "10:li"]),
    ("a file after a variable", "linkscope inspect $PWD/link", ["linkscope", "inspect", "{folder}/links.txt"]),
    ("a file in a folder", "linkscope inspect sub/in", ["linkscope", "inspect", "sub/inner.txt"]),
    ("a file that looks like code", "linkscope inspect evil", ["linkscope", "inspect", "evil $(touch pwned) `touch pwned`.txt"]),
    ("a suite, and no other file", "linkscope test sui", ["linkscope", "test", "suite.yaml"]),
    ("a folder, and no file", "linkscope lint --associations su", ["linkscope", "lint", "--associations", "sub"]),
)

# What is typed before Tab is pressed twice, and words of the list that appears.
LISTS = (
    ("values", "linkscope inspect --color ", ("always", "never")),
    ("sessions", "linkscope history export ", ("checkout-7", "2026-01-02T03-04-05.678Z-42")),
)

# What is typed before Tab and must not run as code. zsh runs such words itself, after every command.
HOSTILE = (
    "linkscope inspect ${x:-$(touch pwned)}/l", "linkscope inspect ${x[$(touch pwned)]}/l", "linkscope --device=${y:-$(touch pwned)}/l",
    "linkscope inspect 'shop://a?x=${y:-$(touch pwned)}/l", "linkscope inspect `touch pwned`/l", "linkscope inspect \\$\\(touch pwned\\)/l",
)

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='ready> '; show() { printf '[%s]' \"$@\"; printf '\\n'; }; source {script}; bind 'set bell-style none'"),
    "zsh": (["zsh", "-f", "-i"], "PS1='ready> '; show() { printf '[%s]' \"$@\"; printf '\\n' }; autoload -Uz compinit; compinit -D -u; source {script}"),
    "fish": (["fish", "--no-config", "-i"], "function show; printf '[%s]' $argv; printf '\\n'; end; function fish_prompt; printf 'ready> '; end; source {script}"),
}


class Shell(Program):
    """A shell that keeps everything that it writes, without control sequences."""

    CONTROL = re.compile(r"\x1b(?:\[[0-9;?>=<]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-Za-z]|[=>78])")

    def __init__(self, *arguments, **options):
        self.written = b""
        super().__init__(*arguments, **options)

    def read(self, seconds):
        import select
        if not select.select([self.master], [], [], seconds)[0]: return False
        try: data = os.read(self.master, 65536)
        except OSError: return False
        # Some shells ask the terminal for its type or for the place of the cursor, and wait for an answer.
        if b"\x1b[c" in data or b"\x1b[0c" in data: os.write(self.master, b"\x1b[?62;c")
        if b"\x1b[6n" in data: os.write(self.master, b"\x1b[1;1R")
        self.written += data
        return bool(data)

    @property
    def text(self): return self.CONTROL.sub("", self.written.decode("utf-8", "replace"))

    def waits(self, seconds=30):
        """Waits until the shell shows its prompt and reads keys. What is typed before that may get lost."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not self.read(0.1) and self.text.rstrip().endswith("ready>"): return True
        return False

    def abandons_line(self, name):
        """Leaves the list and the line that is being completed. Returns whether the shell shows its prompt again."""
        while self.read(0.2): pass
        # fish closes its list first. There, Esc counts as a key of its own only after a pause.
        self.type("\x03" if name != "fish" else "\x1b")
        while self.read(0.2): pass
        self.type("\x15\r")
        return self.waits()

    def sees(self, *texts, seconds=30):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if all(text in self.text for text in texts): return True
            self.read(0.05)
        return False


def files(home):
    """Makes the files that the cases complete. Returns the folder."""
    folder = home.path + "/work"
    os.makedirs(folder + "/sub")
    for name in ("links.txt", "two words.txt", "10:30.txt", "sub/inner.txt", "my phone.json", "my notes.txt", "suite.yaml", "suite.txt", "summary.txt",
                 "evil $(touch pwned) `touch pwned`.txt"):
        open(f"{folder}/{name}", "w").close()
    sessions = home.environment["XDG_STATE_HOME"] + "/linkscope/sessions"
    os.makedirs(sessions, mode=0o700)
    for name in ("2026-01-01T00-00-00.000Z-7_checkout-7", "2026-01-02T03-04-05.678Z-42", "2026-01-03T00-00-00.000Z-9_\x1b[31mred"):
        with open(f"{sessions}/{name}.journal", "w") as journal: journal.write("x\n")
    return folder


def check(name, home, folder):
    arguments, setup = SHELLS[name]
    script = f"{home.path}/linkscope.{name}"
    with open(script, "wb") as file:
        file.write(subprocess.run([binary, "--generate-completion-script", name], stdout=subprocess.PIPE, check=True, env=home.environment).stdout)
    environment = dict(home.environment, PATH=f"{home.path}/bin:/usr/bin:/bin", PWD=folder, SHELL=shutil.which(name))
    shell = Shell(arguments, environment, columns=200, rows=60)
    shell.type("cd " + folder + "\r" + setup.replace("{script}", script) + "\r")
    shell.type("show ready now\r")
    if not shell.sees("[ready][now]") or not shell.waits():
        faults.append(f"{name} does not start:\n{shell.text}")
        return
    failed = len(faults)
    for what, typed, wanted in CASES:
        wanted = [word.replace("{folder}", folder) for word in wanted]
        shell.written = b""
        shell.type(typed + "\t")
        # The shell reads this after it has completed the word.
        shell.type("\x01show \x05 end\r")
        if not shell.sees("[end]") or "".join(f"[{word}]" for word in wanted + ["end"]) not in shell.text.replace("/]", "]"):
            shown = shell.text.strip().splitlines()
            faults.append(f"{name}: {what}: {typed!r} did not become {wanted}; the terminal shows:\n    " + "\n    ".join(shown[-4:]))
            shell.type("\x03")
        if not shell.waits(): faults.append(f"{name}: no prompt after {what}:\n{shell.text}")
    for what, typed, words in LISTS:
        shell.written = b""
        shell.type(typed + "\t\t")
        if not shell.sees(*words): faults.append(f"{name}: the list of {what} has not all of {words}; the terminal shows:\n{shell.text}")
        if "red" in shell.text: faults.append(f"{name}: the list of {what} has a name with a control character")
        if not shell.abandons_line(name): faults.append(f"{name}: no prompt after the list of {what}:\n{shell.text}")
    for typed in HOSTILE if name != "zsh" else []:
        shell.written = b""
        shell.type(typed + "\t\t")
        if not shell.abandons_line(name): faults.append(f"{name}: no prompt after {typed!r}:\n{shell.text}")
    shell.type("exit\r")
    deadline = time.monotonic() + 10
    while not shell.ended() and time.monotonic() < deadline: shell.read(0.05)
    if not shell.ended(): os.kill(shell.pid, 9)
    if os.path.exists(folder + "/pwned"): faults.append(f"{name}: a word of the command line was run as code")
    print(f"{name}: {len(CASES) + len(LISTS) - (len(faults) - failed)} of {len(CASES) + len(LISTS)} completions", flush=True)


with Home() as home:
    folder = files(home)
    os.mkdir(home.path + "/bin")
    os.symlink(binary, home.path + "/bin/linkscope")
    for name in SHELLS: check(name, home, folder)

    times = []
    for words in (["", ], ["--replay", ""], ["inspect", "--explain", ""]) * 5:
        start = os.times()
        finished = subprocess.run([binary, "---complete"] + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=home.environment, stdin=subprocess.DEVNULL)
        # Processor time, because other programs may delay this one.
        end = os.times()
        times.append((end.children_user + end.children_system - start.children_user - start.children_system) * 1000)
        if finished.returncode != 0 or any(not line.startswith((b"=", b"@")) for line in finished.stdout.splitlines()):
            faults.append(f"---complete {words}: exit code {finished.returncode}, output {finished.stdout[:200]!r}")
    limit = 100
    print(f"time of an answer: {statistics.median(times):.0f} ms (at most {limit})")
    if statistics.median(times) > limit: faults.append(f"an answer takes {statistics.median(times):.0f} ms, more than {limit}")

if faults:
    print("completions: " + "\ncompletions: ".join(faults), file=sys.stderr)
    sys.exit(1)
print("completions: all fine")
