"""Stands in for Chromium on its pipe: commands come on 3, answers go to 4, each ended by a NUL.

It knows as much of the DevTools protocol as one page takes. The page is loaded through the proxy that it is given; its scripts are one word,
`<!--script-->`, in whose place the first argument is put.
"""

import base64
import json
import os
import sys
import urllib.error
import urllib.request

page = {"url": "about:blank", "html": ""}
proxy = ""
password = {}


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


def ask(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    # Given with its fragment, it would be sent with it.
    return opener.open(urllib.request.Request(url.split("#")[0], headers=password))


def greet(url):
    """Shows the proxy the password that we are told, and all that is asked for afterwards."""
    try:
        ask(url)
    except urllib.error.HTTPError as error:
        assert error.code == 407
        challenge = {"source": "Proxy", "origin": proxy, "scheme": "basic", "realm": ""}
        event("Fetch.authRequired", {"requestId": "1", "authChallenge": challenge})
        told = next(commands)["params"]["authChallengeResponse"]
        shown = f"{told['username']}:{told['password']}"
        password["Proxy-Authorization"] = "Basic " + base64.b64encode(shown.encode()).decode()
        assert ask(url).status == 204


def load(url):
    with ask(url) as answer:
        page["url"], page["html"] = url, answer.read().decode().replace("<!--script-->", sys.argv[1])


commands = messages()
handles_passwords = False
for message in commands:
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
    elif method in ("Fetch.enable", "Fetch.disable"):
        handles_passwords = parameters.get("handleAuthRequests", False)
    elif method == "Page.navigate" and handles_passwords:
        greet(parameters["url"])
        result = {"errorText": "net::ERR_ABORTED"}
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
