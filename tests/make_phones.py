"""The pictures of docs/guide/phones.md: `python -m tests.make_phones`, where there is a Chromium.

In:  the games and seeds below; a server and browsers as in tests/web.
Out: docs/guide/phones/*.png, one for each page at the size of a phone or of a television, light and dark.
"""

import tempfile
from pathlib import Path

from tests.web.browsing import browser, SCREEN, Served, sit, tap_through

OUT = Path(__file__).resolve().parents[1] / "docs" / "guide" / "phones"
NAMES = ("Ann", "Bo", "Cy", "Di")
EVENINGS = (("mixtape", 3, 9, "4"), ("tall_oaks", 4, 14, "3"),          # game, people, rounds of answers, seed
            ("tests/games/tic_tac_toe.rules", 2, 1, "1"))


def evening(opened, game: str, people: int, rounds: int, seed: str) -> None:
    """One evening, with its pictures in the middle of the play."""
    stem = Path(game).stem
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), game, "--players", str(people), "--seed", seed, "--port", "0").start()
        try:
            host = sit(opened, served.links["host"])
            seats = [sit(opened, served.links[f"s{k}"], NAMES[k]) for k in range(people)]
            host.wait_for_selector("text=Ann: is here")
            host.screenshot(path=OUT / f"{stem}-host.png")
            host.click("button[data-k=start]")
            table = sit(opened, served.links["table"], size=SCREEN)
            for page in seats:
                page.wait_for_selector(".areas", state="attached")
            for _ in range(rounds):
                for page in seats:
                    tap_through(page)
            asked = next((page for page in seats if page.locator("button[data-k=send]").count()), seats[0])
            asked.wait_for_timeout(500)
            if asked.locator("button[data-k=o0]").count():
                asked.click("button[data-k=o0]")
            asked.evaluate("scrollTo(0, 0)")
            for page, name in ((asked, "seat"), (table, "table")):
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=OUT / f"{stem}-{name}-{scheme}.png")
        finally:
            served.kill()


def main() -> None:
    """All of them."""
    OUT.mkdir(exist_ok=True)
    with browser() as opened:
        for one in EVENINGS:
            evening(opened, *one)


if __name__ == "__main__":
    main()

