"""What a page looks like, as far as numbers say it: contrast of AA, in light and in dark; no colour that stands alone."""

import re
from pathlib import Path

import pytest

STYLE = (Path(__file__).resolve().parents[2] / "interpreter" / "web" / "static" / "page.css").read_text(encoding="utf-8")
LIGHT, DARK = (dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", found))
               for found in re.findall(r":root\{(?:color-scheme:light dark;)?(.*?)\}", STYLE, re.DOTALL)[:2])
TEXT = [("ink", "ground"), ("ink", "card"), ("ink", "shade"), ("soft", "ground"), ("soft", "card"), ("soft", "shade"),
        ("markink", "mark"), ("chosenink", "chosen"), ("no", "card"), ("no", "ground"), ("yes", "card"), ("mark", "card"),
        ("ground", "ink"), *((f"c{k}", "card") for k in range(8)), *((f"c{k}", "shade") for k in range(8))]
SHAPES = [("mark", "ground"), ("mark", "card")]


def luminance(colour: str) -> float:
    """Of a colour `#rgb` or `#rrggbb`, as WCAG works it out."""
    digits = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
    parts = [int(digits[k:k + 2], 16) / 255 for k in (0, 2, 4)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_words_can_be_read(name, colours):
    poor = {(a, b): round(contrast(colours[a], colours[b]), 2) for a, b in TEXT if contrast(colours[a], colours[b]) < 4.5}
    poor |= {(a, b): round(contrast(colours[a], colours[b]), 2) for a, b in SHAPES if contrast(colours[a], colours[b]) < 3}
    assert poor == {}
    chosen = max(contrast(colours["chosen"], colours["shade"]), contrast(colours["chosen"], colours["ink"]))
    assert chosen >= 3 and 'button[aria-pressed=true]::before{content:"✓ "}' in STYLE


def test_movement_stops_for_those_who_want_none():
    assert "@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}" in STYLE


def test_nothing_is_loaded_from_elsewhere():
    folder = Path(__file__).resolve().parents[2] / "interpreter" / "web"
    files = [*(folder / "static").iterdir(), *(folder / "templates").iterdir()]
    found = {word for path in files for word in re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))}
    assert found <= {"http://www.w3.org/2000/svg"}
    assert not any("innerHTML" in path.read_text(encoding="utf-8") for path in files)
