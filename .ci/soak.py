"""Sends random keys, pastes, sizes, links and events for some minutes.

The program must then quit, restore the terminal, and have used bounded memory.
"""
import os, random, subprocess, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 180
seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
print(f"soak: {seconds:.0f} s, seed {seed}", flush=True)
dice = random.Random(seed)

DATA = "%7B%22target_url%22%3A%22https%3A%2F%2Fexample.com%2F{0}%22%2C%22version%22%3A%221.0%22%2C%22referer_app_link%22%3A%7B%22app_name%22%3A%22Shop%22%2C%22url%22%3A%22shop%3A%2F%2Fback%22%7D%7D"
# The keys exclude q, Ctrl-C and Ctrl-Z, which would end or stop the program.
KEYS = list("jkgGfhlzruUoXisdS?1234[]\r\t \x04\x15\x06\x02\x0c") + ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[Z", "\x1b[99~", "\x1b"]


def link():
    number = dice.randrange(10**6)
    return dice.choice([
        f"shop://item/{number}", f"news://n/{number}?al_applink_data=" + DATA.format(number), "https://shop.example.com/p/42", "https://www.example.org/ride/7",
        f"wheel://ride/{number}", "not a link", "\u202e\u200b\u4e2d" * 5, f"cafe://m?al_applink_data=%7B%22target_url", "x" * dice.randrange(1, 20000),
        f'{{"event":"al_nav_in","n":"{number}","url":"shop://x"}}', '{"url":"photobox://album/3"}', '{"broken', "\u001b]52;c;AAAA\u0007".replace("\u001b", "^"),
    ])


with Home() as home:
    file = home.path + "/links"
    open(file, "w").close()
    program = Program([binary, file], home.environment)
    program.wait("linkscope")
    peers, end, acts, settled = [], time.time() + seconds, 0, None
    while time.time() < end:
        if program.ended(): sys.exit(f"soak: it ended by itself with status {program.status:#x} after {acts} acts (seed {seed})\n{program.screen.text}")
        acts += 1
        act = dice.randrange(20)
        if act < 9: program.type(dice.choice(KEYS))
        elif act < 12: program.type("\x1b[200~" + "\n".join(link() for _ in range(dice.randrange(1, 5))) + "\x1b[201~")
        elif act < 14: program.resize(dice.choice([1, 5, 20, 40, 80, 120, 200]) + dice.randrange(3), dice.choice([1, 5, 12, 24, 40, 60]) + dice.randrange(3))
        elif act < 16:
            with open(file, "a") as lines: lines.write("".join(link() + "\n" for _ in range(dice.randrange(1, 50))))
        elif len(peers) < 4:
            command = dice.choice([["send", link()], ["send", link(), link()], ["events"], ["events", "--follow"]])
            peers.append((subprocess.Popen([binary] + command, env=home.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), command, time.time()))
        for peer in list(peers):
            process, command, begun = peer
            if process.poll() is not None:
                # No command may fail. A word that is no link, no file and no record is refused as a mistake of the command line.
                isRefused = command[0] == "send" and any("://" not in word and word[0] != "{" and " " not in word for word in command[1:])
                allowed = [0, 2] if isRefused else [0]
                if process.returncode not in allowed: sys.exit(f"soak: linkscope {command} ended with {process.returncode} (seed {seed})")
                peers.remove(peer)
            elif "--follow" in command and dice.randrange(50) == 0:
                process.kill()
                process.wait()
                peers.remove(peer)
            elif "--follow" not in command and time.time() - begun > 30: sys.exit(f"soak: linkscope {command} hangs (seed {seed})\n{program.screen.text}")
        for _ in range(50):
            if not program.read(0.005): break
        if settled is None and time.time() > end - seconds * 0.75: settled = program.memory("VmRSS")
    for process, _, _ in peers:
        process.kill()
        process.wait()
    while program.read(0.5): pass
    last, peak = program.memory("VmRSS"), program.memory()
    # Closes whatever covers the panes with several Esc keys. Each is sent alone, because Esc followed by a key is read as Alt.
    program.resize(120, 40)
    for _ in range(6):
        program.type("\x1b")
        while program.read(0.2): pass
    faults = program.quit()
    print(f"soak: {acts} acts; memory {(settled or 0) / 1024:.0f} MiB after a quarter, {(last or 0) / 1024:.0f} at the end, peak {(peak or 0) / 1024:.0f}")
    if peak and peak > 300 * 1024: faults.append(f"peak memory {peak / 1024:.0f} MiB, more than 300")
    if settled and last and last > 2 * settled + 64 * 1024: faults.append(f"memory grew from {settled / 1024:.0f} to {last / 1024:.0f} MiB")
    if faults: sys.exit(f"soak: {'; '.join(faults)} (seed {seed})")
print("soak: all fine")
