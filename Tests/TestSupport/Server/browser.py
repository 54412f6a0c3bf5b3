"""Stands in for Chromium on its pipe: commands come on 3, answers go to 4, each ended by a NUL.

It knows as much of the DevTools protocol as one page takes. The page is loaded through the proxy that it is given; its scripts are one word,
`<!--script-->`, in whose place the first argument is put.
"""

import json
import os
import sys
import urllib.request

page = {"url": "about:blank", "html": ""}
proxy = ""


def say(message):
    os.write(4, json.dumps(message).encode() + b"\0")


def event(name, parameters=None):
    say({"method": name, "params": parameters or {}, "sessionId": "S"})


def messages():
    rest = b""
    while piece := os.read(3, 65536):
        rest += piece
        while b"\0" in rest:
            message, rest = rest.split(b"\0", 1)
            yield json.loads(message)


def load(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    # Given with its fragment, it would be sent with it.
    with opener.open(url.split("#")[0]) as answer:
        page["url"], page["html"] = url, answer.read().decode().replace("<!--script-->", sys.argv[1])


for message in messages():
    method, parameters, after = message["method"], message["params"], []
    result = {}
    if method == "Browser.getVersion":
        result = {"product": "StandIn/1.0"}
    elif method == "Target.createBrowserContext":
        proxy = parameters["proxyServer"]
        result = {"browserContextId": "C"}
    elif method == "Target.createTarget":
        result = {"targetId": "T"}
    elif method == "Target.attachToTarget":
        result = {"sessionId": "S"}
    elif method == "Page.navigate":
        try:
            load(parameters["url"])
            after = ["Page.frameNavigated"]
        except OSError as error:
            result = {"errorText": f"net::{error}"}
    elif method == "Emulation.setVirtualTimePolicy":
        after = ["Emulation.virtualTimeBudgetExpired"]
    elif method == "DOM.getDocument":
        result = {"root": {"nodeId": 1, "documentURL": page["url"]}}
    elif method == "DOM.getOuterHTML":
        result = {"outerHTML": page["html"]}
    say({"id": message["id"], "result": result})
    for name in after:
        event(name, {"frame": {"id": "T"}})
