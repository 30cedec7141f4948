# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Headless Chromium over its DevTools protocol, through a pair of pipes: needs
nothing but Python and the browser.

    python3 browser.py page.html picture.png [width [dark|light [script]]]

takes a picture of a page, for looking at it.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def find():
    """The browser's path, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    def __init__(self):
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [find(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                   "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
                   f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"]
        # The protocol speaks on file descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh", *command],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.last, self.rest, self.events = 0, b"", []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        self.profile.cleanup()

    def read(self):
        while b"\0" not in self.rest:
            more = os.read(self.inp, 1 << 20)
            if not more:
                raise RuntimeError("the browser went away")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.read())

    def open(self, path, width=1600, height=1000, scheme="light", motion="no-preference",
             script=True):
        """Shows the page at \\p path; forgets earlier events."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 700)
        self.call("Emulation.setTouchEmulationEnabled", enabled=width < 700)
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion}])
        self.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.wait("Page.loadEventFired")

    def run(self, expression):
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def press(self, key):
        text = {"text": key} if len(key) == 1 else {}
        for kind in "keyDown", "keyUp":
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **text)

    def click(self, x, y):
        for kind in "mousePressed", "mouseReleased":
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def tap(self, x, y):
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path=None, whole=False, scale=1):
        """A screenshot as the bytes of a PNG file."""
        clip = {}
        if scale != 1:
            view = self.call("Page.getLayoutMetrics")["cssVisualViewport"]
            clip = {"clip": {"x": view["pageX"], "y": view["pageY"], "width": view["clientWidth"],
                             "height": view["clientHeight"], "scale": scale}}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        data = base64.b64decode(self.call("Page.captureScreenshot", **clip)["data"])
        if path:
            pathlib.Path(path).write_bytes(data)
        return data

    def complaints(self):
        """What the console says, exceptions, and requests for anything but the page itself."""
        said = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Runtime.consoleAPICalled":
                said.append("console: " + str(params["args"]))
            elif event.get("method") == "Runtime.exceptionThrown":
                said.append("exception: " + str(params["exceptionDetails"]))
            elif event.get("method") == "Log.entryAdded":
                said.append("log: " + params["entry"]["text"])
            elif event.get("method") == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if params.get("type") != "Document" and not url.startswith("data:"):
                    said.append("request: " + url)
        return said


if __name__ == "__main__":
    page, out, width, scheme, script = (sys.argv[1:] + [None] * 5)[:5]
    with Browser() as browser:
        browser.open(page, int(width or 1600), scheme=scheme or "light")
        if script:
            browser.run(script)
        browser.picture(out, whole=not script)
        print("\n".join(browser.complaints()))
