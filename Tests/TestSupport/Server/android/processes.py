"""What all parts of the program need to start and end work."""

import asyncio
import contextlib
import ctypes
import os
import signal
import sys

# Loaded here, because little is allowed between fork and exec.
kernel = ctypes.CDLL(None) if sys.platform == "linux" else None
tasks = set()


def task(work):
    """Runs work in the background, and keeps it from being collected as garbage."""
    new = asyncio.get_running_loop().create_task(work)
    tasks.add(new)
    new.add_done_callback(tasks.discard)
    return new


def die_with_parent():
    """Lets the kernel end a child if this program is killed. Only Linux offers this."""
    if kernel:
        kernel.prctl(1, signal.SIGKILL)


def kill(process):
    # Not process.kill(), which could take the exit status away from asyncio.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
