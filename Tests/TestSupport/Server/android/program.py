"""Stands in for a program of Android (am, pm, logcat, …). Tells the test device its arguments, and plays what the device answers.

The device copies this file to a folder of its own, once for each program name. The answer is a sequence of packets of the shell protocol:
1 is standard output, 2 is standard error, 3 is the exit status. Without a status, the program waits until its device ends it.
"""

import os
import socket
import struct
import sys

device = socket.socket(socket.AF_UNIX)
device.connect(os.environ["TEST_DEVICE"])
words = [os.fsencode(word) for word in [os.path.basename(sys.argv[0]), *sys.argv[1:]]]
request = b"".join(word + b"\0" for word in words)
device.sendall(struct.pack("<I", len(request)) + request)
answer = device.makefile("rb")
while header := answer.read(5):
    kind, length = struct.unpack("<BI", header)
    data = answer.read(length)
    if kind == 3:
        os._exit(data[0])
    while data:
        try:
            data = data[os.write(kind, data):]
        except BrokenPipeError:
            os._exit(1)
