"""The device's side of adb's protocol: packets, streams, and the services that a stream is opened for."""

import asyncio
import contextlib
import os
import signal
import struct

from processes import die_with_parent, task

CNXN, OPEN, OKAY, CLSE, WRTE, AUTH = (int.from_bytes(name, "little") for name in (
    b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH"))
TOKEN, SIGNATURE = 1, 2
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = 0, 1, 2, 3, 4
# From this version on, the checksum of a packet need not be correct, and is 0 (Android 9, from memory).
SKIPS_CHECKSUM = 0x01000001


class Connection:
    """One connection of an adb server."""

    def __init__(self, device, reader, writer):
        self.device, self.reader, self.writer = device, reader, writer
        self.streams = {}
        self.last_number = 0
        self.version, self.max_payload = SKIPS_CHECKSUM, 4096
        self.is_connected = False

    def close(self):
        for stream in list(self.streams.values()):
            stream.end()
        self.writer.close()

    def send(self, command, first, second, data=b""):
        behaviour = self.device.behaviour
        if behaviour.get("how") == "silence":
            return
        checksum = sum(data) if self.version < SKIPS_CHECKSUM else 0
        packet = struct.pack("<6I", command, first, second, len(data), checksum & 0xFFFFFFFF, command ^ 0xFFFFFFFF) + data
        if behaviour.get("how") == "disconnect" and behaviour["count"]:
            packet = packet[:behaviour["count"]]
            behaviour["count"] -= len(packet)
            if not behaviour["count"]:
                self.device.behaviour = {}
                self.writer.write(packet)
                # Closing after the bytes have left, because the streams of this connection are its callers.
                return asyncio.get_running_loop().call_soon(self.close)
        self.writer.write(packet)

    def authorize(self):
        if not self.is_connected:
            self.is_connected = True
            self.send(CNXN, self.device.version, self.device.max_payload, self.device.banner())

    def fault(self, text):
        self.device.faults.append(text)

    async def run(self):
        while True:
            command, first, second, length, checksum, magic = struct.unpack("<6I", await self.reader.readexactly(24))
            if magic != command ^ 0xFFFFFFFF or length > self.device.max_payload:
                return self.fault(f"a packet of {length} bytes with magic {magic:#x}")
            data = await self.reader.readexactly(length)
            # The first packet has a checksum in any case, because the versions are not known yet.
            if (self.version < SKIPS_CHECKSUM or command == CNXN) and checksum != sum(data) & 0xFFFFFFFF:
                self.fault(f"checksum {checksum} instead of {sum(data)}")
            if self.device.behaviour.get("how") == "silence":
                continue
            await self.receive(command, first, second, data)
            await self.writer.drain()

    async def receive(self, command, first, second, data):
        if command == CNXN:
            self.version = min(first, self.device.version)
            self.max_payload = min(second, self.device.max_payload)
            if self.device.authorized:
                self.authorize()
            else:
                self.send(AUTH, TOKEN, 0, os.urandom(20))
        elif command == AUTH:
            # A signature by a key that the device does not know. The public key, which is the last offer, is left without an answer until
            # the user allows it.
            if first == SIGNATURE:
                self.send(AUTH, TOKEN, 0, os.urandom(20))
        elif not self.is_connected:
            self.fault("a packet before the connection was accepted")
        elif command == OPEN:
            service = data.rstrip(b"\0").decode("utf-8", "replace")
            self.device.services.append(service)
            await Stream(self, first).serve(service, data.rstrip(b"\0"))
        elif second in self.streams:
            await self.streams[second].receive(command, first, data)
        elif command == WRTE:
            self.send(CLSE, 0, first)


class Stream:
    """One stream of a connection: a service that adb opened, or a connection from the device to the host."""

    def __init__(self, connection, peer=0):
        self.connection, self.peer = connection, peer
        connection.last_number += 1
        self.number = connection.last_number
        connection.streams[self.number] = self
        self.process = None
        self.protocol = False
        self.rest = b""
        self.incoming = bytearray()
        self.is_open = True
        self.acknowledged = asyncio.Event()
        self.closed = asyncio.Event()
        self.writing = asyncio.Lock()

    def end(self):
        """Forgets the stream, and ends its process and everything that this started. A real device leaves that to SIGPIPE."""
        if self.is_open:
            self.is_open = False
            self.connection.streams.pop(self.number, None)
            self.acknowledged.set()
            self.closed.set()
            if self.process:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)

    def close(self):
        if self.is_open:
            self.connection.send(CLSE, self.number, self.peer)
            self.end()

    async def receive(self, command, peer, data):
        if command == OKAY:
            self.peer = peer
            self.acknowledged.set()
        elif command == CLSE:
            self.connection.send(CLSE, self.number, self.peer)
            self.end()
        elif command == WRTE:
            if self.process:
                self.type(data)
            else:
                self.incoming += data
            self.connection.send(OKAY, self.number, self.peer)

    def type(self, data):
        """Hands standard input to the process."""
        if not self.protocol:
            return self.process.stdin.write(data)
        self.rest += data
        while len(self.rest) >= 5:
            kind, length = struct.unpack("<BI", self.rest[:5])
            if len(self.rest) < 5 + length:
                break
            if kind == STDIN:
                self.process.stdin.write(self.rest[5:5 + length])
            elif kind == CLOSE_STDIN:
                self.process.stdin.close()
            self.rest = self.rest[5 + length:]

    async def accepted(self):
        await self.acknowledged.wait()
        return self.is_open

    async def received(self):
        await self.closed.wait()
        return bytes(self.incoming)

    async def write(self, data):
        """Sends bytes in as many packets as needed, each after the acknowledgement of the one before. Returns whether all were sent."""
        async with self.writing:
            limit = self.connection.max_payload
            for start in range(0, len(data), limit):
                if not self.is_open:
                    return False
                self.acknowledged.clear()
                self.connection.send(WRTE, self.number, self.peer, data[start:start + limit])
                await self.acknowledged.wait()
        return self.is_open

    # Services

    async def serve(self, service, raw):
        name, _, rest = service.partition(":")
        kind, *options = name.split(",")
        command = raw.partition(b":")[2]
        if kind in ("shell", "exec"):
            self.connection.send(OKAY, self.number, self.peer)
            self.protocol = "v2" in options and self.connection.device.shell_v2
            await self.run(command, ends_lines_as_terminal=kind == "shell" and self.connection.device.android < 7)
        elif kind == "reverse":
            self.connection.send(OKAY, self.number, self.peer)
            task(self.reply(self.reverse(rest)))
        else:
            # The device refuses services that it does not have.
            self.connection.send(CLSE, 0, self.peer)
            self.end()

    async def reply(self, data):
        await self.write(data)
        self.close()

    def reverse(self, request):
        """Returns the answer to a request about connections from the device to the host."""
        def text(value):
            return f"{len(value):04x}{value}".encode()

        table = self.connection.device.reversed
        verb, _, rest = request.partition(":")
        if verb == "list-forward":
            # The first word names the connection of the device (from memory: UsbFfs, or host and a number).
            return text("".join(f"host-1 {local} {remote}\n" for local, remote in table.items()))
        if verb == "killforward-all":
            table.clear()
            return b"OKAY"
        if verb == "killforward":
            return b"OKAY" if table.pop(rest, None) else b"FAIL" + text(f"listener '{rest}' not found")
        if verb == "forward":
            keeps = rest.startswith("norebind:")
            local, _, remote = rest.removeprefix("norebind:").partition(";")
            if keeps and local in table:
                return b"FAIL" + text("cannot rebind existing socket")
            port = b""
            if local == "tcp:0":
                local = f"tcp:{41000 + len(table)}"
                port = text(local.removeprefix("tcp:"))
            table[local] = remote
            return b"OKAY" + port
        return b"FAIL" + text("not a reverse forwarding command")

    async def run(self, command, ends_lines_as_terminal):
        device = self.connection.device
        self.process = await asyncio.create_subprocess_exec(
            "/system/bin/sh", *([b"-c", command] if command else []), executable=device.shell, env=device.environment, cwd=device.folder,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, preexec_fn=die_with_parent, start_new_session=True,
            # Without the shell protocol, both outputs are one.
            stderr=asyncio.subprocess.PIPE if self.protocol else asyncio.subprocess.STDOUT)
        task(self.pump(ends_lines_as_terminal))

    async def pump(self, ends_lines_as_terminal):
        async def copy(kind, source):
            while data := await source.read(32768):
                if ends_lines_as_terminal:
                    # Before Android 7, every command of the shell ran on a terminal.
                    data = data.replace(b"\n", b"\r\n")
                if self.protocol:
                    data = struct.pack("<BI", kind, len(data)) + data
                if not await self.write(data):
                    return

        process = self.process
        sources = [(STDOUT, process.stdout)] + ([(STDERR, process.stderr)] if self.protocol else [])
        await asyncio.gather(*(copy(kind, source) for kind, source in sources))
        status = await process.wait()
        if self.protocol and self.is_open:
            await self.write(struct.pack("<BIB", EXIT, 1, status if status >= 0 else 1))
        self.close()
