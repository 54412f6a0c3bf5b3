"""The computer's side: the real adb, as a server and as clients."""

import asyncio
import contextlib
import os
import shutil
import socket
import tempfile
import time

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

    # What follows is what a client of adb says to the server. Starting a client takes much longer.

    async def ask(self, request):
        """Opens a connection for a request, such as `connect:HOST:PORT`. The reader is behind the word OKAY or FAIL."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"{len(request) + 5:04x}host:{request}".encode())
        await reader.readexactly(4)
        return reader, writer

    async def tell(self, request):
        reader, writer = await self.ask(request)
        with contextlib.closing(writer):
            return await self.text(reader)

    async def text(self, reader):
        return (await reader.readexactly(int(await reader.readexactly(4), 16))).decode()

    async def connect(self, serial, seconds):
        # The server may still have an old connection, and does not connect again before it has forgotten that one.
        await self.tell(f"disconnect:{serial}")
        for _ in range(50):
            if not (await self.tell(f"connect:{serial}")).startswith("already connected"):
                break
        await self.wait(serial, "device", seconds)

    async def wait(self, serial, state, seconds):
        await self.watch(lambda devices: f"{serial}\t{state}\n" in devices, seconds)

    async def forget(self, seconds):
        """Disconnects all devices, and waits until the server has forgotten them."""
        await self.tell("disconnect:")
        await self.watch(lambda devices: devices == "", seconds)

    async def watch(self, is_awaited, seconds):
        """Waits for a list of devices. The server sends the list when it changes, but often not when a device has gone offline (version 29),
        so it is asked again and again."""
        devices, end = None, time.monotonic() + seconds

        async def read(reader):
            nonlocal devices
            devices = await self.text(reader)
            while not is_awaited(devices):
                devices = await self.text(reader)

        while True:
            reader, writer = await self.ask("track-devices")
            with contextlib.closing(writer):
                try:
                    return await asyncio.wait_for(read(reader), 0.1)
                except asyncio.TimeoutError:
                    if time.monotonic() > end:
                        raise OSError(f"the adb server's devices stay {devices!r}") from None

    async def end_runs(self):
        for run in self.runs:
            kill(run.process)
            await run.process.wait()
        self.runs.clear()

    async def close(self):
        await self.end_runs()
        if self.process:
            kill(self.process)
            await self.process.wait()
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
