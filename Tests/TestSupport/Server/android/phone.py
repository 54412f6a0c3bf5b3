"""An Android device: what it announces, its programs, its log, and how it misbehaves."""

import asyncio
import contextlib
import os
import shutil
import struct
import sys
import tempfile

import answers
from adbd import EXIT, OPEN, SKIPS_CHECKSUM, STDERR, STDOUT, Connection, Stream
from processes import task


async def end_of(reader):
    """Waits until the other side has closed the connection."""
    with contextlib.suppress(OSError):
        await reader.read()


class Device:
    def __init__(self, android=14, scenario="app", package="com.example.shop", host="shop.example.com", model=None, shell_v2=None,
                 checksums=None, authorized=True, shell=None, variants=(), signature=None, verifies=None):
        """
        shell_v2   whether the device announces the shell protocol, as devices do since Android 7
        checksums  whether packets have checksums, as before Android 9
        authorized whether the user of the device has allowed this computer to debug it
        shell      the path of the device's shell
        variants   the packages of other apps that claim the links of the host. No host is verified for them
        signature  the SHA-256 fingerprint of the apps' certificate
        verifies   the state of each host after the device was asked to verify it again; "none" if it does not finish. If this is None,
                   nothing changes
        """
        self.android = android
        self.scenario = scenario
        self.package = package
        self.host = host
        self.model = model or answers.model(android)
        self.shell_v2 = android >= 7 if shell_v2 is None else shell_v2
        self.version = 0x01000000 if (android < 9 if checksums is None else checksums) else SKIPS_CHECKSUM
        # Android's limits: 4 KiB before Android 7, then 256 KiB, and 1 MiB since Android 9 (from memory).
        self.max_payload = 4096 if android < 7 else 256 << 10 if android < 9 else 1 << 20
        self.authorized = authorized
        self.variants = list(variants)
        self.signature = signature or answers.SIGNATURE
        self.verifies = verifies
        # The packages whose hosts are being verified again, with how many more times the state is told as `none`.
        self.verifying = {}
        self.shell = shell or next(filter(os.path.exists, ["/bin/mksh", "/usr/bin/mksh", "/bin/sh"]))
        self.folder = tempfile.mkdtemp(prefix="lsd-")
        self.connections = set()
        self.commands, self.services, self.faults = [], [], []
        self.reversed = {}
        self.log = bytearray(answers.log(self))
        self.followers = set()
        self.changed = asyncio.Event()
        self.behaviour = {}

    async def start(self):
        programs = os.path.join(self.folder, "bin")
        os.mkdir(programs)
        with open(os.path.join(os.path.dirname(answers.__file__), "program.py")) as file:
            program = f"#!{sys.executable} -IS\n{file.read()}"
        for name in answers.PROGRAMS:
            path = os.path.join(programs, name)
            with open(path, "w") as file:
                file.write(program)
            os.chmod(path, 0o755)
        os.symlink(self.shell, os.path.join(programs, "sh"))
        path = os.path.join(self.folder, "programs")
        self.environment = {"PATH": programs, "TEST_DEVICE": path, "HOME": "/", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
        self.programs = await asyncio.start_unix_server(self.answer, path)
        self.port = 0
        await self.listen()

    async def listen(self):
        self.listener = await asyncio.start_server(self.accept, "127.0.0.1", self.port)
        self.port = self.listener.sockets[0].getsockname()[1]

    def close(self):
        self.listener.close()
        self.programs.close()
        for connection in list(self.connections):
            connection.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def banner(self):
        product = self.model.lower().replace(" ", "_")
        properties = {"ro.product.name": product, "ro.product.model": self.model, "ro.product.device": product}
        text = "device::" + "".join(f"{name}={value};" for name, value in properties.items())
        # Devices of Android 7 and later name their features here. Real ones name many more; these are the ones that are supported.
        return (text + ("features=shell_v2,cmd" if self.shell_v2 else "")).encode()

    async def accept(self, reader, writer):
        connection = Connection(self, reader, writer)
        self.connections.add(connection)
        try:
            await connection.run()
        except (OSError, asyncio.IncompleteReadError, struct.error):
            pass
        finally:
            connection.close()
            self.connections.discard(connection)

    # The device's programs

    async def answer(self, reader, writer):
        """Plays the role of one program of the device."""
        with contextlib.closing(writer):
            length = int.from_bytes(await reader.readexactly(4), "little")
            words = (await reader.readexactly(length)).decode("utf-8", "replace").split("\0")[:-1]
            self.commands.append(words)
            gone = task(end_of(reader))
            if self.behaviour.get("at") == words[0]:
                how = self.behaviour.pop("how")
                if how == "disconnect":
                    return self.disconnect()
                if how == "hang":
                    return await gone
            try:
                if words[0] == "logcat":
                    return await self.logcat(words[1:], writer, gone)
                answer = answers.answer(self, words)
                self.add(answer.log)
                for kind, data in ((STDOUT, answer.output), (STDERR, answer.error), (EXIT, bytes([answer.status & 255]))):
                    if data:
                        writer.write(struct.pack("<BI", kind, len(data)) + data)
                await writer.drain()
            except OSError:
                pass

    async def logcat(self, words, writer, gone):
        """Sends the log, and, unless it is asked only for what there is (-d, -t), what is added until the program ends."""
        def send(kind, data):
            writer.write(struct.pack("<BI", kind, len(data)) + data)

        if "-c" in words:
            self.log.clear()
        else:
            place = answers.start_of_log(self.log, words)
            follows = "-d" not in words and "-t" not in words
            if follows:
                self.followers.add(writer)
                gone.add_done_callback(lambda _: self.changed.set())
            try:
                while not gone.done():
                    self.changed.clear()
                    while place < len(self.log):
                        piece = bytes(self.log[place:place + 4096])
                        place += len(piece)
                        send(STDOUT, piece)
                        await writer.drain()
                    if not follows:
                        break
                    await self.changed.wait()
                    place = min(place, len(self.log))
            finally:
                self.followers.discard(writer)
        send(EXIT, b"\0")
        await writer.drain()

    def add(self, data):
        self.log += data
        self.changed.set()

    # Misbehaviour

    def disconnect(self):
        for connection in list(self.connections):
            connection.close()

    async def misbehave(self, how, count=0, at=None):
        """
        disconnect   closes all connections now; with `at`, as soon as the shell starts the program of that name; with a count, after so
                     many more bytes to adb, and so in the middle of a packet
        hang         the next program `at` does not end
        garbage      sends bytes that are no packet
        silence      reads what adb sends and answers nothing, also not to new connections
        refuse       closes all connections and accepts no new ones
        authorize    the user of the device allows this computer to debug it
        normal       ends all misbehaviour
        """
        if how == "authorize":
            self.authorized = True
            for connection in self.connections:
                connection.authorize()
        elif how == "garbage":
            for connection in self.connections:
                connection.writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" + bytes(range(256)))
        elif how == "normal":
            self.behaviour = {}
            if not self.listener.is_serving():
                await self.listen()
        elif how == "refuse":
            self.listener.close()
            self.disconnect()
        elif how == "disconnect" and not at and not count:
            self.disconnect()
        else:
            self.behaviour = {"how": how, "at": at, "count": count}

    async def call(self, address, data):
        """Sends bytes to the host's end of a reversed connection, as an app on the device would, and returns the answer."""
        connection = next(iter(self.connections), None)
        if connection is None or address not in self.reversed:
            raise OSError(f"nothing on the device listens on {address}")
        stream = Stream(connection)
        connection.send(OPEN, stream.number, 0, self.reversed[address].encode() + b"\0")
        if not await stream.accepted():
            raise OSError("the host refused the connection")
        # The host may answer and close before this side learns that its bytes have arrived.
        await stream.write(data)
        return await stream.received()
