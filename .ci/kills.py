"""Kills the inspector (SIGKILL) at random moments while links arrive, and also `linkscope history` while it reads the journals.

Each inspector continues the session of the one before. At the end, `--continue` must show every link that an inspector has acknowledged, and
`history search` must find each of them once.
"""
import json, os, random, re, signal, socket, subprocess, sys, threading, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 200
seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
dice = random.Random(seed)
CLIENTS = 3


class Sender(threading.Thread):
    """Sends links one by one to the inspector that runs, and notes those that it acknowledges."""

    def __init__(self, folder, client):
        super().__init__(daemon=True)
        self.folder, self.client = folder, client
        self.sent, self.acknowledged, self.is_over = 0, [], False

    def run(self):
        while not self.is_over:
            link = f"shop://kill/c{self.client}n{self.sent}?utm_source=killed"
            try:
                # A killed inspector leaves its socket in the folder.
                sockets = [os.path.join(self.folder, name) for name in os.listdir(self.folder) if name.endswith(".sock")]
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.settimeout(10)
                    connection.connect(max(sockets, key=os.path.getmtime))
                    self.sent += 1
                    head = f"POST /send HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(link)}\r\n\r\n"
                    connection.sendall((head + link).encode())
                    answer = connection.makefile().read()
                if answer.startswith("HTTP/1.1 202 "): self.acknowledged.append(link)
                elif answer: sys.exit(f"kills: the inspector answered {answer!r}")
            except (OSError, ValueError): time.sleep(0.005)


def history(home, *arguments):
    return subprocess.run([binary, "history", *arguments], env=home.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill(home, is_first, is_long):
    """Runs an inspector and kills it. One that runs long also adds to the history in the background."""
    program = Program([binary] + ([] if is_first else ["--continue"]), home.environment)
    wait = dice.uniform(2, 3) if is_long else dice.choice([dice.uniform(0, 0.1), dice.uniform(0.1, 0.8)])
    deadline = time.perf_counter() + wait
    while time.perf_counter() < deadline:
        program.read(0.01)
        if program.ended(): sys.exit(f"kills: the inspector ended by itself with status {program.status:#x} (seed {seed})\n{program.screen.text}")
    os.kill(program.pid, signal.SIGKILL)
    os.waitpid(program.pid, 0)
    os.close(program.master)
    os.close(program.slave)


def kill_history(home):
    process = subprocess.Popen([binary, "history", "search", "kill"], env=home.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(dice.uniform(0, 0.15))
    process.kill()
    process.wait()


def shown(program):
    """Returns how many links the header of the screen counts."""
    count = re.search(r"([\d,]+) links?  ", program.screen.text)
    return int(count[1].replace(",", "")) if count else 0


def faults_of(found, acknowledged, what):
    faults = []
    missing = acknowledged - set(found)
    if missing: faults.append(f"{what} lacks {len(missing)} of {len(acknowledged)} acknowledged links, such as {min(missing)}")
    if len(found) != len(set(found)): faults.append(f"{what} has {len(found) - len(set(found))} links twice")
    return faults


with Home() as home:
    folder = home.environment["XDG_RUNTIME_DIR"] + "/linkscope"
    senders = [Sender(folder, client) for client in range(CLIENTS)]
    # The session exists from the first inspector on. It is quit, so that there is always one to continue.
    first = Program([binary], home.environment)
    first.wait("Paste a link")
    first.type("\x1b[200~shop://kill/first\x1b[201~")
    first.wait("1 link")
    faults = first.quit()
    for sender in senders: sender.start()
    for number in range(kills):
        kill(home, False, number % 10 == 9)
        if dice.randrange(4) == 0: kill_history(home)
    for sender in senders: sender.is_over = True
    for sender in senders: sender.join()
    acknowledged = {link for sender in senders for link in sender.acknowledged}
    sent = sum(sender.sent for sender in senders)

    export = home.path + "/all.ndjson"
    program = Program([binary, "--continue"], home.environment)
    # The first frame comes before the links of the session.
    deadline = time.perf_counter() + 60
    while shown(program) < len(acknowledged) and time.perf_counter() < deadline: program.read(0.05)
    program.type(f":write {export}\r")
    while not os.path.exists(export) and time.perf_counter() < deadline: program.read(0.05)
    faults += program.quit()
    if os.path.exists(export):
        with open(export) as lines: found = [json.loads(line)["inputURL"] for line in lines]
        faults += faults_of(found, acknowledged | {"shop://kill/first"}, "--continue")
    else: faults.append(f":write wrote nothing\n{program.screen.text}")

    answer = history(home, "search", "kill", "--kind", "link", "--limit", "10000000", "--json")
    if answer.returncode != 0: faults.append(f"history search ended with {answer.returncode}: {answer.stderr.strip()}")
    if answer.stderr: faults.append(f"history search said: {answer.stderr.strip()}")
    faults += faults_of([json.loads(line)["text"] for line in answer.stdout.splitlines()], acknowledged | {"shop://kill/first"}, "history search")
    print(f"kills: {kills} kills (seed {seed}); {sent} links sent, {len(acknowledged)} acknowledged")
    if len(acknowledged) < kills: faults.append("too few links were acknowledged to prove anything")
    if faults: sys.exit(f"kills: {'; '.join(faults)} (seed {seed})")
print("kills: all fine")
