"""Replaces Chromium in tests. Reads commands from file descriptor 3 and writes answers to 4, each ending in a NUL.

It supports the part of the DevTools protocol that one page needs. It opens no connection: the page arrives as the answer to a paused
request. The only script of a page is the comment `<!--script-->`, which is replaced with the first argument.
"""

import base64
import json
import os
import sys
import urllib.parse

page = {"url": "about:blank", "html": ""}


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
    """Loads a page. Announces its request and those of its redirects as paused, and waits for the answers."""
    url, _, fragment = url.partition("#")
    request = {"url": url, "method": "GET", "headers": {"Accept": "text/html", "User-Agent": "StandIn/1.0"}}
    say({"method": "Fetch.requestPaused", "params": {"requestId": "R", "request": request}})
    answer = next(commands)
    say({"id": answer["id"], "result": {}})
    parameters = answer["params"]
    assert parameters["requestId"] == "R"
    if answer["method"] == "Fetch.failRequest":
        raise OSError(parameters["errorReason"])
    for field in parameters["responseHeaders"]:
        if field["name"].lower() == "location":
            return load(urllib.parse.urljoin(url, field["value"]))
    page["url"] = f"{url}#{fragment}" if fragment else url
    page["html"] = base64.b64decode(parameters["body"]).decode().replace("<!--script-->", sys.argv[1])


commands = messages()
for message in commands:
    method, parameters, after = message["method"], message["params"], []
    result = {}
    if method == "Browser.getVersion":
        result = {"product": "StandIn/1.0"}
    elif method == "Target.createBrowserContext":
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
