"""Posts events to `linkscope listen` at the rates of its budgets, and counts what the inspector has stored.

    python3 Tests/Benchmarks/Listen/rates.py [BINARY] [--seconds 60]

Two loads are measured one after another, each with an inspector on a pseudo-terminal and a listener of their own: 10,000 events per second in
posts of 100, and 2,000 per second one by one. A post is sent at its time or, if the answers before it were late, as soon as possible. For each
load, the script prints the rate that was reached, the time from a post to its answer, and the processor time of both programs. It fails if the
journal does not have exactly the events that were accepted, if a post was refused, or if the rate was not reached.
"""
import argparse, json, os, select, socket, subprocess, sys, threading, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", ".ci"))
from terminal import Home, Program

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", nargs="?", default=".build/release/linkscope")
parser.add_argument("--seconds", type=float, default=60)
options = parser.parse_args()
binary = os.path.abspath(options.binary)

LOADS = [("in posts of 100", 10_000, 100), ("one by one", 2_000, 1)]
CLIENTS = 4


class Client(threading.Thread):
    """Sends posts on one connection, one after another, at fixed times."""

    def __init__(self, number, port, size, interval, count, begin):
        super().__init__()
        self.number, self.port, self.size, self.interval, self.count, self.begin = number, port, size, interval, count, begin
        self.times, self.accepted, self.failures = [], 0, []

    def request(self, post):
        events = ",".join(
            '{"event_name":"al_nav_in","event_args":{"id":"%d-%d-%d","targetURL":"shop://item/%d","refererURL":"news://back"}}'
            % (self.number, post, event, post) for event in range(self.size))
        body = f"[{events}]" if self.size > 1 else events
        return (f"POST /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()

    def run(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for post in range(self.count):
            request = self.request(post)
            wait = self.begin + post * self.interval - time.perf_counter()
            if wait > 0: time.sleep(wait)
            began = time.perf_counter()
            connection.sendall(request)
            answer = b""
            while b"}\n" not in answer:
                more = connection.recv(4096)
                if not more: break
                answer += more
            self.times.append(time.perf_counter() - began)
            if answer.startswith(b"HTTP/1.1 202 "): self.accepted += self.size
            else: self.failures.append(answer[:300])
        connection.close()


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as file: fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name, rate, size):
    with Home() as home:
        inspector = Program([binary], home.environment)
        inspector.wait("linkscope send --to")
        listener = subprocess.Popen([binary, "listen", "--port", "0", "--json"], env=home.environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        port = json.loads(listener.stdout.readline())["port"]
        reading = threading.Event()

        def read():
            # The screen is not parsed, because that would take the time of the clients.
            while not reading.is_set():
                if select.select([inspector.master], [], [], 0.05)[0]: os.read(inspector.master, 65536)

        reader = threading.Thread(target=read)
        reader.start()
        interval = CLIENTS * size / rate
        count = max(1, round(options.seconds / interval))
        begin = time.perf_counter() + 0.2
        clients = [Client(number, port, size, interval, count, begin + number * interval / CLIENTS) for number in range(CLIENTS)]
        for client in clients: client.start()
        for client in clients: client.join()
        took = time.perf_counter() - begin
        busy = processor_time(listener.pid), inspector.processor_time()
        listener.terminate()
        code = listener.wait()
        reading.set()
        reader.join()
        accepted = sum(client.accepted for client in clients)
        failures = [failure for client in clients for failure in client.failures]
        times = sorted(seconds for client in clients for seconds in client.times)
        folder = os.path.join(home.environment["XDG_STATE_HOME"], "linkscope", "sessions")
        with open(os.path.join(folder, os.listdir(folder)[0])) as journal: stored = [line for line in journal if line[25:30] == "http "]
        unique = len({line.split('"id":"')[1].split('"')[0] for line in stored})
        faults = inspector.quit()
        print(f"{rate:,}/s {name}: {accepted:,} accepted in {took:.1f} s ({accepted / took:,.0f}/s), {len(stored):,} stored; "
              f"answered in {times[len(times) // 2] * 1000:.2f} ms (median), {times[int(len(times) * 0.99)] * 1000:.2f} (99 %), "
              f"{times[-1] * 1000:.1f} (most); processor: listener {busy[0]:.1f} s, inspector {busy[1]:.1f} s", flush=True)
        if failures: faults.append(f"{len(failures)} posts were refused, the first with {failures[0]}")
        if not accepted == len(stored) == unique: faults.append(f"{accepted} accepted, {len(stored)} stored, {unique} of them different")
        if took > options.seconds * 1.02 + 1: faults.append(f"{options.seconds:.0f} s of posts took {took:.1f} s")
        if code != 0: faults.append(f"the listener ended with {code}")
        return faults


faults = [fault for load in LOADS for fault in measure(*load)]
if faults: sys.exit(f"rates: {'; '.join(faults)}")
