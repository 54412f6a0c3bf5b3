"""Sends records at the rates of the budgets, counts what is stored, and measures how long a key waits for its frame meanwhile.

Three loads come one after another, each with an inspector on a pseudo-terminal of its own: 50,000 events per second through the inspector's
socket, and through `linkscope listen` 10,000 per second in posts of 100 and 2,000 per second one by one. A batch is sent at its time or, if the
inspector was late, as soon as it can be sent. For each load, the script prints the rate that was reached, the time from a post to its answer,
the time from a key to its frame with and without the load, and the processor time of the programs. It fails if the journal does not have exactly the
events that were accepted, if one was refused, if the rate was not reached, or, in a run of at least half a
minute, if keys wait a frame longer than without the load.
"""
import argparse, json, multiprocessing, os, random, select, socket, statistics, subprocess, sys, threading, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("seconds", nargs="?", type=float, default=3, help="the seconds of each load")
options = parser.parse_args()
binary = os.path.abspath(options.binary)

# A screen that shows 60 frames per second.
FRAME = 1000 / 60
CLIENTS = 4
# The least number of keys whose delay is judged. Of fewer keys, it is only told.
JUDGED = 200


def event(number):
    return b'{"event_name":"al_nav_in","event_args":{"id":"%d","targetURL":"shop://item/%d","refererURL":"news://back"}}' % (number, number % 977)


def wait_until(moment):
    wait = moment - time.perf_counter()
    if wait > 0: time.sleep(wait)


# MARK: Senders, each in a process of its own

def exchange(connection, path, host, body):
    """Posts a body, and returns the answer and the seconds until it came."""
    request = b"POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (path, host, len(body), body)
    sent = time.perf_counter()
    connection.sendall(request)
    answer = b""
    while b"}\n" not in answer:
        more = connection.recv(4096)
        if not more: break
        answer += more
    return answer, time.perf_counter() - sent


def send(results, path, rate):
    """Posts lines to the inspector's socket as linkscope send does, some every hundredth of a second."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    size, count = rate // 100, round(options.seconds * 100)
    times, failures, accepted = [], [], 0
    begin = time.perf_counter()
    for batch in range(count):
        lines = b"\n".join(map(event, range(batch * size, (batch + 1) * size)))
        wait_until(begin + batch / 100)
        answer, took = exchange(connection, b"/send", b"localhost", lines)
        times.append(took)
        if answer.startswith(b"HTTP/1.1 202 "): accepted += size
        else: failures.append(answer[:300])
    results.put((accepted, time.perf_counter() - begin, times, failures))


def post(results, port, rate, size):
    """Posts lists of events on several connections."""
    interval = CLIENTS * size / rate
    count = max(1, round(options.seconds / interval))
    times, failures, accepted = [], [], [0] * CLIENTS
    begin = time.perf_counter() + 0.2

    def run(client):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number in range(count):
            first = (number * CLIENTS + client) * size
            events = b",".join(map(event, range(first, first + size)))
            body = b"[%s]" % events if size > 1 else events
            wait_until(begin + number * interval + client * interval / CLIENTS)
            answer, took = exchange(connection, b"/events", b"127.0.0.1:%d" % port, body)
            times.append(took)
            if answer.startswith(b"HTTP/1.1 202 "): accepted[client] += size
            else: failures.append(answer[:300])
        connection.close()

    threads = [threading.Thread(target=run, args=(client,)) for client in range(CLIENTS)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    results.put((sum(accepted), time.perf_counter() - begin, times, failures))


# MARK: Measuring

def read_until(program, text, seconds):
    """Reads the program's output until it has a text. Returns whether it came."""
    deadline = time.perf_counter() + seconds
    output = b""
    while time.perf_counter() < deadline:
        if select.select([program.master], [], [], 0.01)[0]:
            data = os.read(program.master, 65536)
            moment = time.perf_counter()
            found = text is not None and text in output + data
            output = (output + data)[-100:]
            program.screen.feed(data)
            if found: return moment
    return None


def keys(program, is_over):
    """Opens and closes the help. Returns the milliseconds from each key that opens it to its frame."""
    times = []
    while not is_over():
        began = time.perf_counter()
        os.write(program.master, b"?")
        shown = read_until(program, b"Help", 5)
        if shown is None: raise SystemExit(f"rates: a key had no effect within 5 s:\n{program.screen.text}")
        times.append((shown - began) * 1000)
        read_until(program, None, random.uniform(0.01, 0.03))
        os.write(program.master, b"?")
        # The help has to be closed before the next key. Keys that arrive together are handled together, and would show nothing new.
        closed = time.perf_counter() + 5
        while "Esc close" in program.screen.text and time.perf_counter() < closed: read_until(program, None, 0.02)
        read_until(program, None, random.uniform(0.02, 0.06))
    return sorted(times)


def share(times, percent): return times[min(len(times) - 1, len(times) * percent // 100)]


def processor_time(pid):
    """Returns the seconds that a program has computed, from Linux's /proc; 0 on other systems."""
    try:
        with open(f"/proc/{pid}/stat") as file: fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError: return 0


def stored(home, source):
    """Returns how many events of the journal are of a source, and how many different ones."""
    folder = os.path.join(home.environment["XDG_STATE_HOME"], "linkscope", "sessions")
    seen, count = bytearray(), 0
    with open(os.path.join(folder, os.listdir(folder)[0]), "rb") as journal:
        for line in journal:
            if line[25:30] != source: continue
            count += 1
            number = int(line.split(b'"id":"', 1)[1].split(b'"', 1)[0])
            if number >= len(seen): seen.extend(bytes(number + 1_000_000 - len(seen)))
            seen[number] = 1
    return count, seen.count(1)


def measure(name, rate, size):
    with Home() as home:
        inspector = Program([binary], home.environment)
        inspector.wait("linkscope send --to")
        quiet = iter(range(20))
        alone = keys(inspector, lambda: next(quiet, None) is None)
        results = multiprocessing.Queue()
        listener = None
        if size is None:
            folder = home.environment["XDG_RUNTIME_DIR"] + "/linkscope"
            sender = multiprocessing.Process(target=send, args=(results, os.path.join(folder, os.listdir(folder)[0]), rate), daemon=True)
        else:
            listener = subprocess.Popen([binary, "listen", "--port", "0", "--json"], env=home.environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
            sender = multiprocessing.Process(target=post, args=(results, json.loads(listener.stdout.readline())["port"], rate, size), daemon=True)
        before = inspector.processor_time()
        sender.start()
        during = keys(inspector, lambda: not results.empty())
        accepted, took, times, failures = results.get()
        sender.join()
        busy = inspector.processor_time() - before
        faults = []
        text = f"{rate:,}/s {name}: {accepted:,} accepted in {took:.1f} s ({accepted / took:,.0f}/s)"
        if listener:
            busy_listener = processor_time(listener.pid)
            listener.terminate()
            if listener.wait() != 0: faults.append(f"the listener ended with {listener.returncode}")
        # The inspector may show the last records later than it has stored them.
        inspector.wait(f" {accepted:,} events", 30)
        count, different = stored(home, b"send " if size is None else b"http ")
        memory = (inspector.memory() or 0) / 1024
        faults += inspector.quit()
        text += f", {count:,} stored; key to frame {share(during, 50):.1f} ms (median), {share(during, 99):.1f} (99 %), {during[-1]:.1f} (most of {len(during)})"
        text += f", alone {share(alone, 50):.1f} and {alone[-1]:.1f}"
        if times:
            times.sort()
            text += f"; answered in {share(times, 50) * 1000:.2f} ms, {share(times, 99) * 1000:.2f} (99 %), {times[-1] * 1000:.1f} (most)"
        text += f"; processor: inspector {busy / took * 100:.0f} %" + (f", listener {busy_listener / took * 100:.0f} %" if listener else "")
        print(f"{text}; memory {memory:.0f} MiB", flush=True)
        if failures: faults.append(f"{len(failures)} were refused, the first with {failures[0]}")
        if not accepted == count == different: faults.append(f"{accepted} accepted, {count} stored, {different} of them different")
        if took > options.seconds * 1.02 + 1: faults.append(f"{options.seconds:.0f} s of {rate:,}/s took {took:.1f} s")
        # With the few keys of a short run, a moment in which the machine does something else would decide.
        if len(during) >= JUDGED and share(during, 95) > share(alone, 95) + FRAME:
            faults.append(f"{rate:,}/s {name}: keys wait {share(during, 95):.1f} ms (95 %), and {share(alone, 95):.1f} ms without the load")
        return faults


multiprocessing.set_start_method("fork")
faults = [fault for load in [("through the socket", 50_000, None), ("in posts of 100", 10_000, 100), ("one by one", 2_000, 1)] for fault in measure(*load)]
if faults: sys.exit(f"rates: {'; '.join(faults)}")
print("rates: all fine")
