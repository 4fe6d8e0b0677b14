"""How long one waits while typing in Tall Oaks: `python -m tests.editor.speed [KEYSTROKES]`.

In:  how many keystrokes; the server over stdio, as an editor has it.
Out: milliseconds, median and longest: until the mistake of a keystroke is shown (names and types), until completion is
     answered; and how long it takes after the last keystroke until the checks tell of a clause that there is not.
"""

import sys
import time
from statistics import median

from tests.editor.client import Client, ROOT

FILE = ROOT / "rules/tall_oaks/slashers.rules"
HERE = "  set fought to yes\n"


def main(count: int) -> None:
    with Client() as client:
        uri = client.open(FILE)
        client.wait_for("workspace/semanticTokens/refresh")
        client.wait(uri, lambda found: True)
        time.sleep(1)
        text, waits = client.texts[uri], []
        for k in range(count):
            began = time.perf_counter()
            version = client.change(uri, text.replace(HERE, f"  set fought{'x' * (k % 4 + 1)} to yes\n", 1))
            client.wait(uri, lambda found: any(one["code"] == "E0201" for one in found), version=version)
            waits.append(1000 * (time.perf_counter() - began))
        print(f"diagnostics (names and types) after a keystroke: {median(waits):.0f} ms, longest {max(waits):.0f} ms")
        waits = []
        for k in range(count):
            client.change(uri, text.replace(HERE, f"{HERE}  raise me.{'abcdefgh'[:k % 3]}\n", 1))
            began = time.perf_counter()
            found = client.ask("textDocument/completion", client.at(uri, "  raise me.", 11 + k % 3))
            waits.append(1000 * (time.perf_counter() - began))
        assert found["items"]
        print(f"completion after a keystroke: {median(waits):.0f} ms, longest {max(waits):.0f} ms")
        began = time.perf_counter()
        version = client.change(uri, text.replace("cites T-268, T-288", "cites T-9268, T-288", 1))
        client.wait(uri, lambda found: any("T-9268" in one["message"] for one in found), version=version)
        print(f"what the checks find, with the fewest players: {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
