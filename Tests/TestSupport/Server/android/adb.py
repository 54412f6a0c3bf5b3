"""The computer's side: the real adb, as a server and as clients."""

import asyncio
import contextlib
import os
import shutil
import socket
import tempfile

from processes import die_with_parent, kill, task


class Server:
    """An adb server. Only this program's clients know its port."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="lsd-")
        self.process = None
        self.runs = []
        self.port = 0

    def environment(self):
        # The server looks neither for emulators nor for devices on USB, which belong to the user's own server. Clients take an address in
        # numbers for that of another computer, and so start no server of their own if this one has ended.
        return {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.folder, "TMPDIR": self.folder, "ADB_EMU": "0", "ADB_USB": "0",
            "ADB_MDNS": "0", "ANDROID_ADB_SERVER_ADDRESS": "127.0.0.1", "ANDROID_ADB_SERVER_PORT": str(self.port), "LC_ALL": "C.UTF-8",
        }

    async def start(self):
        """Starts the server as a child of this program. It tells through a pipe that it accepts clients."""
        if self.process:
            return
        for _ in range(8):
            # Another program could take the port before adb does. Then adb ends, and the next port is tried.
            with socket.create_server(("127.0.0.1", 0)) as listener:
                self.port = listener.getsockname()[1]
            reading, writing = os.pipe()
            with open(os.path.join(self.folder, "server.log"), "ab") as log:
                process = await asyncio.create_subprocess_exec(
                    "adb", "-L", f"tcp:localhost:{self.port}", "fork-server", "server", "--reply-fd", str(writing), env=self.environment(),
                    stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[writing], preexec_fn=die_with_parent)
            os.close(writing)
            answer = await asyncio.to_thread(os.read, reading, 16)
            os.close(reading)
            if answer.startswith(b"OK"):
                self.process = process
                return
            kill(process)
            await process.wait()
        raise OSError("the adb server does not start")

    async def run(self, words, text=None):
        await self.start()
        run = Run(await asyncio.create_subprocess_exec(
            "adb", *words, env=self.environment(), stdin=asyncio.subprocess.PIPE if text else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, preexec_fn=die_with_parent))
        if text:
            run.process.stdin.write(text.encode())
            run.process.stdin.close()
        self.runs.append(run)
        return run

    async def close(self):
        for process in [run.process for run in self.runs] + ([self.process] if self.process else []):
            kill(process)
            await process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Run:
    """A client of adb and what it has printed so far."""

    def __init__(self, process):
        self.process = process
        self.output, self.error = bytearray(), bytearray()
        self.changed = asyncio.Condition()
        self.is_over = False
        task(self.watch())

    async def watch(self):
        async def copy(source, target):
            while data := await source.read(65536):
                async with self.changed:
                    target += data
                    self.changed.notify_all()

        await asyncio.gather(copy(self.process.stdout, self.output), copy(self.process.stderr, self.error))
        await self.process.wait()
        async with self.changed:
            self.is_over = True
            self.changed.notify_all()

    async def wait(self, text, seconds):
        async with self.changed:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.changed.wait_for(
                    lambda: self.is_over or (text is not None and text.encode() in self.output + self.error)), seconds)
        return self.told()

    def told(self):
        return {
            "stdout": self.output.decode("utf-8", "replace"), "stderr": self.error.decode("utf-8", "replace"),
            "status": self.process.returncode if self.is_over else None,
        }
