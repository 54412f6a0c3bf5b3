"""Serves scripted responses over HTTP and HTTPS on the loopback interface, for tests of code that fetches.

Reads commands as JSON objects from standard input, one per line, and answers each with one line on standard output:

    {"open": {"KEY": [STEP, ...]}, "tls": bool}   {"port": n}       a separate server on a port that the kernel chooses
    {"requests": port}                            {"requests": [{"target", "headers": [[name, value]]}]}: all requests so far
    {"close": port}                               {}
    {"authority": true}                           {"path": ...}     the certificate that signs those of "tls" servers

KEY is "host target", "target" or "*". A key that ends in a number, "target 2", is for the second request to the target. The steps run in
order:

    {"send": BASE64}                   sends the bytes
    {"repeat": BASE64, "count": n}     sends the bytes n times, or until the client has gone
    {"drip": BASE64, "seconds": s}     sends the bytes one by one, with a pause before each
    {"gzip": n}                        sends n zeros, compressed
    {"hold": true}                     sends nothing more and waits until the client goes
    {"close": true}                    closes the connection; without this step the next request is read

The program ends when standard input ends.
"""

import base64
import collections
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import zlib


class World:
    def __init__(self, answers, context):
        self.answers = answers
        self.context = context
        self.requests = []
        self.counts = collections.Counter()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            with client:
                reader = client.makefile("rb")
                while self.answer(client, reader):
                    pass
        except OSError:
            pass

    def answer(self, client, reader):
        words = reader.readline(65536).decode("latin-1").split()
        if len(words) < 2:
            return False
        headers = []
        while True:
            line = reader.readline(65536).decode("latin-1").rstrip("\r\n")
            if not line:
                break
            name, _, value = line.partition(":")
            headers.append([name, value.strip()])
        target = words[1]
        host = next((value for name, value in headers if name.lower() == "host"), "").split(":")[0]
        length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
        sent = base64.b64encode(reader.read(length)).decode()
        for step in self.steps(host, {"method": words[0], "target": target, "headers": headers, "body": sent}):
            if not self.play(step, client, reader):
                return False
        return True

    def steps(self, host, request):
        target = request["target"]
        with self.lock:
            self.requests.append(request)
            for key in (f"{host} {target}", target, "*"):
                self.counts[key] += 1
                numbered = f"{key} {self.counts[key]}"
                for name in (numbered, key):
                    if name in self.answers:
                        return self.answers[name]
        missing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        return [{"send": base64.b64encode(missing).decode()}]

    def play(self, step, client, reader):
        if "send" in step:
            client.sendall(base64.b64decode(step["send"]))
        elif "repeat" in step:
            piece = base64.b64decode(step["repeat"])
            for _ in range(step["count"]):
                client.sendall(piece)
        elif "drip" in step:
            pause = threading.Event()
            for byte in base64.b64decode(step["drip"]):
                client.sendall(bytes([byte]))
                pause.wait(step["seconds"])
        elif "gzip" in step:
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            zeros = bytes(1 << 20)
            for _ in range(step["gzip"] >> 20):
                client.sendall(packer.compress(zeros))
            client.sendall(packer.flush())
        elif "hold" in step:
            while reader.read(1):
                pass
            return False
        elif "close" in step:
            return False
        return True

    def close(self):
        # Wakes the thread that accepts connections. Closing the socket alone would not wake it.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()


class Authority:
    """A certificate authority that exists only in this process, and one certificate that it signed."""

    NAMES = "DNS:page.test,DNS:fixture.test,DNS:other.test,DNS:app-site-association.cdn-apple.com,IP:127.0.0.1"

    def __init__(self, folder):
        self.path = os.path.join(folder, "authority.pem")
        key = os.path.join(folder, "authority.key")
        leaf, leaf_key = os.path.join(folder, "leaf.pem"), os.path.join(folder, "leaf.key")
        request, names = os.path.join(folder, "leaf.csr"), os.path.join(folder, "names")
        with open(names, "w") as file:
            file.write(f"subjectAltName={self.NAMES}\n")
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        self.openssl("req", "-x509", *curve, "-keyout", key, "-out", self.path, "-days", "2", "-subj", "/CN=Tests of linkscope")
        self.openssl("req", "-new", *curve, "-keyout", leaf_key, "-out", request, "-subj", "/CN=page.test")
        self.openssl("x509", "-req", "-in", request, "-CA", self.path, "-CAkey", key, "-set_serial", "1", "-days", "2",
                     "-extfile", names, "-out", leaf)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(leaf, leaf_key)

    @staticmethod
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def main():
    # Do not close inherited descriptors here. Foundation's Process learns through an inherited socket that this program has ended. If
    # the socket closes early, the one thread that watches all processes waits for this program and never notices the end of any other.
    folder = tempfile.mkdtemp(prefix="linkscope-server-")
    worlds, authority = {}, None
    try:
        for line in sys.stdin:
            command, answer = json.loads(line), {}
            try:
                if (command.get("tls") or command.get("authority")) and authority is None:
                    authority = Authority(folder)
                if "open" in command:
                    world = World(command["open"], authority.context if command.get("tls") else None)
                    worlds[world.port] = world
                    answer = {"port": world.port}
                elif "requests" in command:
                    answer = {"requests": worlds[command["requests"]].requests}
                elif "close" in command:
                    worlds.pop(command["close"]).close()
                elif "authority" in command:
                    answer = {"path": authority.path}
            except (OSError, subprocess.CalledProcessError) as error:
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
