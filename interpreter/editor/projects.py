"""Which game a file belongs to.

In:  the path of a file and its text.
Out: a Project: what to load for its names, what to check; None for a file that is of no game we can find.
"""

import re
from pathlib import Path

from attrs import frozen

from interpreter.pipeline import load
from interpreter.project.files import find_library, read_text, short_name
from interpreter.text.diagnostic import Report

HEADING = re.compile(r"^(game|variant|library|scenario|position|strategy)[ ]+", re.MULTILINE)
USED = re.compile(r"^use[ ]+([\w, ]+)", re.MULTILINE)
GAME = re.compile(r"^game[ ]+\w", re.MULTILINE)


@frozen
class Project:
    """`game`: what is loaded for the names that a file can use. `checked`: what is said to `check`. `sort`: game, variant,
    library, scenario, strategy or data."""

    game: str
    checked: str
    sort: str


def project_of(path: Path, text: str) -> Project | None:
    """A game's own file, a variant, scenarios, strategies, or a library or data file beside a game that uses it."""
    here = str(path)
    if path.suffix != ".rules":
        game = _game_beside(path)
        return Project(str(game), str(game), "data") if game is not None else None
    heads = [found[1] for found in HEADING.finditer(text)]
    if "game" in heads:
        return Project(here, here, "game")
    if "variant" in heads:
        return Project(here, here, "variant")
    sort = next((one for one in heads if one in ("scenario", "strategy", "position")), "library")
    if sort != "library":
        named = _used_game(path, text) or _game_beside(path)
        return Project(str(named), here if named else "", sort) if named is not None else None
    user = _user_of(path)
    return Project(str(user), str(user), "library") if user is not None else None


def _used_game(path: Path, text: str) -> Path | None:
    """The game that a file of scenarios names with `use`."""
    for names in USED.findall(text):
        for name in re.findall(r"\w+", names):
            found = find_library(name, path)
            if found is not None and _is_game(found):
                return found
    return None


def _is_game(path: Path) -> bool:
    text = read_text(path)
    return isinstance(text, str) and GAME.search(text) is not None


def games_near(path: Path) -> list[Path]:
    """The games in this file's folder and in the two above it; one that is named like its folder comes first."""
    found: list[Path] = []
    for folder in list(path.parents)[:3]:
        inside = [one for one in sorted(folder.glob("*.rules")) if _is_game(one)]
        found += sorted(inside, key=lambda one: one.stem != folder.name)
    return found


def _game_beside(path: Path) -> Path | None:
    return next(iter(games_near(path)), None)


def _user_of(path: Path) -> Path | None:
    """The first game near by that uses this file."""
    for game in games_near(path):
        rules = load(short_name(game), Report())
        if rules is not None and path.resolve() in {one.resolve() for one in rules.paths}:
            return game
    return None
