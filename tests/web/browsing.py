"""Browsers for tests: a served table in a process of its own, and the system's Chromium driven by Playwright.

In:  the words of `serve`; sizes of screens.
Out: a `Served` process with its links, an `Edited` one; pages; the reason where there is no browser.
"""

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from tests.cli.running import environment, ROOT

CHROMIUM = which("chromium") or which("chromium-browser")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
MISSING = "" if CHROMIUM and find_spec("playwright") else "no Chromium or no Playwright here: the pages are not tried"
PHONE, SCREEN = {"width": 360, "height": 640}, {"width": 1920, "height": 1080}
SENT = "() => { const s = document.querySelector('button[data-k=send]'); return !s || s.textContent !== 'Sent …'; }"
CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text(encoding="utf-8")
LINK = re.compile(r"(http://\S+/t/(\d+)/(\w+)/#\S+)")


class Served:
    """A server in a process of its own; `links` are those of the first table, by role, `all` those of every table."""

    def __init__(self, folder: Path, *words: str):
        self.folder, self.words = folder, words
        self.process: subprocess.Popen | None = None
        self.links: dict[str, str] = {}
        self.all: dict[tuple[int, str], str] = {}

    def start(self) -> "Served":
        """Until its links are there."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter", "serve", *self.words, "--host", "127.0.0.1", "--no-codes"],
            text=True, cwd=ROOT, env=environment(self.folder, PYTHONUNBUFFERED="1"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for line in self.process.stdout or ():
            found = LINK.search(line)
            if found:
                self.all[int(found[2]), found[3]] = found[1]
            if found and found[2] == "1":
                self.links[found[3]] = found[1]
            if line.startswith("Open the host's link"):
                return self
        raise AssertionError(f"the server has ended with {self.process.wait()}")

    def kill(self) -> None:
        """As the power fails."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()


class Edited:
    """`edit` in a process of its own; `link` opens its page."""

    def __init__(self, folder: Path, game: str, port: str = "0"):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter", "edit", game, "--no-browser", "--port", port], text=True, cwd=folder,
            env=environment(folder, PYTHONUNBUFFERED="1"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.link = next(found[0] for line in self.process.stdout or () if (found := re.search(r"http://\S+#\S+", line)))
        self.base = self.link.partition("/edit/")[0]

    def stop(self, how: int = signal.SIGINT) -> int:
        """As by Ctrl-C, or otherwise; gives its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextmanager
def browser() -> Iterator:
    """The system's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield made
        finally:
            made.close()


def sit(opened, link: str, name: str = "", size: dict = PHONE, dark: bool = False):
    """A page in a browser of its own that has sat down by its link."""
    context = opened.new_context(viewport=size, color_scheme="dark" if dark else "light", reduced_motion="reduce")
    page = context.new_page()
    page.goto(link)
    if name:
        page.fill("#name", name)
    page.click("button.send")
    page.wait_for_selector("#page main header")
    return page


def tap_through(page) -> bool:
    """Answers what a page is asked, if it is asked; the send button has to become alive."""
    if not page.locator("section.asked button[data-k^=o]").count():
        return False
    send = page.locator("button[data-k=send]")
    buttons = page.locator("section.asked button[data-k^=o]")
    for k in range(buttons.count()):
        if send.is_enabled():
            break
        buttons.nth(k).click()
    send.click()
    page.wait_for_function(SENT)
    return True


@contextmanager
def typed_in() -> Iterator:
    """The page of `edit` on a screen of some size, with a copy of Tall Oaks in it, once its first file is coloured."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "rules" / "tall_oaks", Path(folder) / "tall_oaks")
        edited = Edited(Path(folder), "tall_oaks")
        try:
            with browser() as opened:
                page = opened.new_context(viewport={"width": 1280, "height": 800}).new_page()
                page.set_default_timeout(90_000)
                page.goto(edited.link)
                page.wait_for_selector(".rw-keyword")
                yield page
        finally:
            edited.stop()
