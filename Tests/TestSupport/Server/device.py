"""Runs an adb server of its own and Android devices that its clients can connect to, all on the loopback interface.

The devices speak the protocol of Android's adbd. A command for the device's shell runs in a real `mksh` (or `sh`) whose PATH contains only
stand-ins for Android's programs (android/program.py); their answers are in android/answers.py and android/scenarios.

The parts are in the folder android: phone.py is the device, adbd.py its protocol, and adb.py the server.

Reads commands as JSON objects from standard input, one per line, and answers each with one line on standard output:

    {"open": {"android": n, "scenario": NAME, ...}}  {"port": n}      a device; the keys are the parameters of Device
    {"server": true}                                 {"port", "home", "process"}: the adb server, which is started if needed
    {"adb": [WORD, ...], "input": TEXT, "seconds": s}
        {"status", "stdout", "stderr"}: runs adb with this standard input and waits for its end
    {"connect": port}                                {}: connects the adb server to a device and waits until it is ready
    {"await": port, "state": TEXT, "seconds": s}     {}: waits until the adb server knows the device in this state
    {"reset": true}                                  {}: ends all runs and devices; the adb server goes on, and knows no device
    {"start": [WORD, ...]}                           {"run": n}: the same, without waiting for the end
    {"read": n, "until": TEXT, "seconds": s}         {"stdout", "stderr", "status"}: waits for the text, or for the end if there is no text
    {"stop": n}                                      {"stdout", "stderr", "status"}: ends the run
    {"commands": port}                               {"commands": [[WORD, ...]]}: what the stand-ins received, in order
    {"services": port}                               {"services": [TEXT]}: what adb asked the device for, in order
    {"faults": port}                                 {"faults": [TEXT]}: what adb did that the protocol forbids
    {"log": port, "bytes": BASE64}                   {}: adds bytes to the log of the device, which logcat shows
    {"followers": port, "count": n}                  {}: waits until so many logcats follow the log
    {"misbehave": port, "how": NAME, "count": n}     {}: see Device.misbehave
    {"call": port, "on": ADDRESS, "bytes": BASE64}   {"bytes": BASE64}: connects to an address that `adb reverse` forwards to the host

When standard input ends, the program ends everything that it started, and then ends itself.
"""

import asyncio
import base64
import contextlib
import json
import os
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "android"))
from adb import Server  # noqa: E402
from phone import Device  # noqa: E402
from processes import kill  # noqa: E402


async def perform(command, server, devices):
    if "open" in command:
        device = Device(**{name: value for name, value in command["open"].items() if value is not None})
        await device.start()
        devices[device.port] = device
        return {"port": device.port}
    if "server" in command:
        await server.start()
        return {"port": server.port, "home": server.folder, "process": server.process.pid}
    if "adb" in command:
        run = await server.run(command["adb"], command.get("input"))
        told = await run.wait(None, command.get("seconds", 60))
        if told["status"] is None:
            kill(run.process)
            raise OSError(f"adb {command['adb']} does not end: {told}")
        return told
    if "connect" in command:
        await server.connect(f"127.0.0.1:{command['connect']}", command.get("seconds", 60))
        return {}
    if "await" in command:
        await server.wait(f"127.0.0.1:{command['await']}", command["state"], command.get("seconds", 60))
        return {}
    if "reset" in command:
        await server.end_runs()
        for device in devices.values():
            device.close()
        devices.clear()
        await server.forget(command.get("seconds", 60))
        return {}
    if "start" in command:
        await server.run(command["start"])
        return {"run": len(server.runs) - 1}
    if "read" in command:
        return await server.runs[command["read"]].wait(command.get("until"), command.get("seconds", 60))
    if "stop" in command:
        run = server.runs[command["stop"]]
        kill(run.process)
        return await run.wait(None, 60)
    device = next((devices[command[name]] for name in (
        "commands", "services", "faults", "log", "followers", "misbehave", "call") if name in command))
    if "log" in command:
        device.add(base64.b64decode(command["bytes"]))
    elif "followers" in command:
        while len(device.followers) < command["count"]:
            await asyncio.sleep(0.01)
    elif "misbehave" in command:
        await device.misbehave(command["how"], command.get("count", 0), command.get("at"))
    elif "call" in command:
        return {"bytes": base64.b64encode(await device.call(command["on"], base64.b64decode(command["bytes"]))).decode()}
    else:
        name = next(iter(command))
        return {name: getattr(device, name)}
    return {}


async def main():
    # Do not close inherited descriptors here; server.py tells why.
    server, devices = Server(), {}
    reader = asyncio.StreamReader(limit=16 << 20)
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, asyncio.current_task().cancel)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    try:
        while line := await reader.readline():
            try:
                answer = await asyncio.wait_for(perform(json.loads(line), server, devices), 90)
            except FileNotFoundError as error:
                answer = {"error": f"{error.filename} is not installed" if error.filename == "adb" else str(error)}
            except (OSError, LookupError, asyncio.TimeoutError) as error:
                answer = {"error": f"{type(error).__name__} {error}"}
            print(json.dumps(answer), flush=True)
    finally:
        for device in devices.values():
            device.close()
        await server.close()


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
