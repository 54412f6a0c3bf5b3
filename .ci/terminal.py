"""Runs a program on a pseudo-terminal and keeps what its screen shows. Uses only the standard library of Python."""
import codecs, fcntl, os, pty, re, select, shutil, signal, struct, sys, tempfile, termios, time


class Screen:
    """The subset of a terminal that ncurses uses; anything else is noted in `unknown`."""

    SEQUENCE = re.compile(r"\x1b(?:\[([?>]?)([0-9;]*)([@-~])|[()]([0AB])|([78=>MD]))")

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self.held, self.last = "", " "
        self.modes, self.unknown = set(), set()
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def resize(self, columns, rows):
        self.cells = [(line + [" "] * columns)[:columns] for line in (self.cells + [[] for _ in range(rows)])[:rows]]
        self.columns, self.rows, self.top, self.bottom = columns, rows, 0, rows - 1
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    @property
    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.cells)

    def feed(self, data):
        text, self.held = self.held + self.decoder.decode(data), ""
        place = 0
        while place < len(text):
            character = text[place]
            if character == "\x1b":
                found = self.SEQUENCE.match(text, place)
                if found:
                    self.sequence(found)
                    place = found.end()
                elif len(text) - place < 32:
                    self.held = text[place:]
                    return
                else:
                    self.unknown.add(repr(text[place:place + 16]))
                    place += 1
                continue
            place += 1
            if character == "\n": self.feed_line()
            elif character == "\r": self.column = 0
            elif character == "\b": self.column = max(0, self.column - 1)
            elif character == "\t": self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
            elif character in "\x0e\x0f": pass
            elif character < " " or "\x7f" <= character <= "\x9f": self.unknown.add(repr(character))
            else: self.put(character)

    def put(self, character):
        if self.column >= self.columns:
            self.column = 0
            self.feed_line()
        self.cells[self.row][self.column] = self.last = character
        self.column += 1

    def feed_line(self):
        if self.row == self.bottom: self.scroll(1)
        else: self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, count, top=None):
        top = self.top if top is None else top
        for _ in range(min(abs(count), self.rows)):
            self.cells.pop(top if count > 0 else self.bottom)
            self.cells.insert(self.bottom if count > 0 else top, [" "] * self.columns)

    def sequence(self, found):
        mark, body, final, _, single = found.groups()
        if single == "M":
            if self.row == self.top: self.scroll(-1)
            else: self.row -= 1
        if not final: return
        numbers = [int(number or 0) for number in body.split(";")]
        count = max(numbers[0], 1)
        if mark:
            if final in "hl":
                for number in numbers: (self.modes.add if final == "h" else self.modes.discard)(number)
            elif final != "c": self.unknown.add(found.group())
        elif final in "Hf": self.row, self.column = numbers[0] - 1, (numbers[1] if len(numbers) > 1 else 1) - 1
        elif final == "A": self.row -= count
        elif final == "B": self.row += count
        elif final == "C": self.column += count
        elif final == "D": self.column -= count
        elif final in "G`": self.column = count - 1
        elif final == "d": self.row = count - 1
        elif final == "J":
            for row in range(self.rows if numbers[0] else self.row + 1 if self.row + 1 < self.rows else self.rows, self.rows): self.blank(row, 0, self.columns)
            if numbers[0] == 2: [self.blank(row, 0, self.columns) for row in range(self.rows)]
            elif numbers[0] == 0: self.blank(self.row, self.column, self.columns)
        elif final == "K": self.blank(self.row, 0 if numbers[0] else self.column, self.column + 1 if numbers[0] == 1 else self.columns)
        elif final == "X": self.blank(self.row, self.column, self.column + count)
        elif final == "P": self.cells[self.row] = (self.cells[self.row][:self.column] + self.cells[self.row][self.column + count:] + [" "] * self.columns)[:self.columns]
        elif final == "@": self.cells[self.row] = (self.cells[self.row][:self.column] + [" "] * count + self.cells[self.row][self.column:])[:self.columns]
        elif final == "b": [self.put(self.last) for _ in range(count)]
        elif final == "L": self.scroll(-count, self.row)
        elif final == "M": self.scroll(count, self.row)
        elif final == "S": self.scroll(count)
        elif final == "T": self.scroll(-count)
        elif final == "r":
            self.top, self.bottom = max(numbers[0], 1) - 1, min(numbers[1] if len(numbers) > 1 and numbers[1] else self.rows, self.rows) - 1
            # The program may have written this for the previous size, before the terminal became smaller.
            if self.top >= self.bottom: self.top, self.bottom = 0, self.rows - 1
            self.row = self.column = 0
        elif final not in "mhlt": self.unknown.add(found.group())
        self.row, self.column = min(max(self.row, 0), self.rows - 1), min(max(self.column, 0), self.columns)

    def blank(self, row, start, end):
        for column in range(start, min(end, self.columns)): self.cells[row][column] = " "


class Home:
    """A temporary folder for the program's state and sockets, removed at the end."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="ls-", dir="/tmp")
        os.mkdir(self.path + "/run", 0o700)
        keep = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        self.environment = dict(keep, TERM="xterm-256color", LC_ALL="C.UTF-8", TZ="UTC", HOME=self.path, PATH="/usr/bin:/bin", SWIFT_BACKTRACE="enable=no",
                                XDG_STATE_HOME=self.path + "/state", XDG_RUNTIME_DIR=self.path + "/run")

    def __enter__(self): return self

    def __exit__(self, *_): shutil.rmtree(self.path, ignore_errors=True)


class Program:
    """A program that runs on a pseudo-terminal."""

    def __init__(self, arguments, environment, columns=120, rows=40):
        self.screen = Screen(columns, rows)
        self.begin = time.perf_counter()
        self.status = None
        self.bytes_read = 0
        self.master, self.slave = pty.openpty()
        self.set_size(columns, rows)
        self.settings = termios.tcgetattr(self.slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.master)
            os.login_tty(self.slave) if hasattr(os, "login_tty") else self.take(self.slave)
            # nohup ignores this signal for all that it starts, and linkscope leaves it ignored.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.execvpe(arguments[0], arguments, environment)

    @staticmethod
    def take(slave):
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for descriptor in range(3): os.dup2(slave, descriptor)
        os.close(slave)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)

    def type(self, text):
        data = memoryview(text.encode() if isinstance(text, str) else text)
        while data:
            # Reads while it writes: a terminal whose output is not read accepts no keys.
            readable, writable, _ = select.select([self.master], [self.master], [], 10)
            if readable: self.read(0)
            if writable: data = data[os.write(self.master, data[:512]):]
            if not readable and not writable: raise SystemExit("the program takes no keys any more\n" + self.screen.text)

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]: return False
        try: data = os.read(self.master, 65536)
        except OSError: return False
        self.bytes_read += len(data)
        self.screen.feed(data)
        return bool(data)

    def wait(self, text, seconds=60):
        """Waits until the text is on the screen. Returns the seconds since the start of the program."""
        deadline = time.perf_counter() + seconds
        while text not in self.screen.text:
            if time.perf_counter() > deadline or self.ended(): raise SystemExit(f"no \"{text}\" within {seconds} s; the screen:\n{self.screen.text}")
            self.read(0.02)
        return time.perf_counter() - self.begin

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid: self.status = status
        return self.status is not None

    def memory(self, key="VmHWM"):
        """Returns a memory size from Linux's /proc in KiB; None on other systems."""
        try:
            with open(f"/proc/{self.pid}/status") as lines:
                return next(int(line.split()[1]) for line in lines if line.startswith(key))
        except (OSError, StopIteration):
            return None

    def processor_time(self):
        """Returns the seconds that the program has computed, from Linux's /proc; 0 on other systems."""
        try:
            with open(f"/proc/{self.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0

    def terminal_faults(self):
        """Returns what of the terminal is not as it was before the program, such as modes that were not restored."""
        faults = []
        if termios.tcgetattr(self.slave) != self.settings: faults.append("the terminal's settings are not those of before")
        for mode, name in ((1049, "the second screen"), (2004, "bracketed paste"), (1000, "the mouse"), (1006, "the mouse's long form")):
            if mode in self.screen.modes: faults.append(f"{name} is left on")
        if 25 not in self.screen.modes: faults.append("the cursor is hidden")
        return faults

    def quit(self, keys="q", seconds=20):
        """Ends the program with these keys. Returns the faults, such as terminal modes that were not restored."""
        self.type(keys)
        deadline = time.perf_counter() + seconds
        while not self.ended() and time.perf_counter() < deadline: self.read(0.02)
        if not self.ended():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return ["it did not end within %d s" % seconds]
        while self.read(0.05): pass
        faults = []
        if self.status != 0: faults.append(f"it ended with status {self.status:#x}")
        faults += self.terminal_faults()
        if self.screen.unknown: faults.append(f"sequences that are none of ours: {sorted(self.screen.unknown)}")
        os.close(self.master)
        os.close(self.slave)
        return faults
