"""list: the games that come with Rulewright, their variants and their strategies.

In:  nothing, or that the list is for a program.
Out: the list. It is made of the rules themselves, and kept until a word of them changes (cache.py).
"""

import json

import click

from interpreter import cache
from interpreter.cli.terminal.screen import open_screen
from interpreter.project.files import games, shipped_text


def list_games(as_json: bool) -> int:
    """The games that come with us, with their titles and numbers of players."""
    rows = cache.once("lists", cache.digest(*shipped_text(".rules")), lambda: [_row(name) for name in games()])
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        shown = [(row["name"], row["players"] or "", row["title"] or "cannot be read; see `check`") for row in rows]
        open_screen().rows([("GAME", "PLAYERS", "TITLE"), *shown], indent="")
        _list_variants(rows)
        _list_strategies(rows)
    return 0


def _list_strategies(rows: list[dict]) -> None:
    """The strategies of the games: who can decide for a seat, beside `random` and `first`."""
    named = [(strategy["name"], row["name"], strategy["title"]) for row in rows for strategy in row["strategies"]]
    if named:
        screen = open_screen()
        screen.line()
        screen.rows([("STRATEGY", "FOR", "TITLE"), *named], indent="")


def _list_variants(rows: list[dict]) -> None:
    """The variants of the games, and which of them are errata, that is, applied unless they are left out."""
    named = [(variant["name"] + (", an erratum" if variant["name"] in row["errata"] else ""), variant["of"], variant["title"])
             for row in rows for variant in row["variants"]]
    if named:
        screen = open_screen()
        screen.line()
        screen.rows([("VARIANT", "OF", "TITLE"), *named], indent="")


def _row(name: str) -> dict:
    from interpreter.pipeline import load
    from interpreter.text.diagnostic import Report
    from interpreter.variant.rules import variants_of

    rules = load(name, Report())
    if rules is None:
        return {"name": name, "title": None, "players": None, "variants": [], "errata": [], "strategies": []}
    low, high = rules.people().start, rules.people().stop - 1
    return {"name": name, "title": rules.game.title.text, "players": str(low) if low == high else f"{low}-{high}",
            "variants": [{"name": v.name.text, "title": v.title.text, "of": v.base.text} for v in variants_of(rules)],
            "errata": [applied.name for applied in rules.stack if applied.erratum],
            "strategies": _strategies(rules)}


def _strategies(rules) -> list[dict]:
    """Those for this game itself, not for one it is based on."""
    from interpreter.session.strategies import strategies_of
    from interpreter.text.diagnostic import Report

    strategies = strategies_of(rules, Report()).values()
    return [{"name": strategy.name, "title": strategy.node.title.text} for strategy in strategies
            if strategy.node.game is None or strategy.node.game.text == rules.name]
