"""A page of `explain`: how it is shown, and kept until a word of our rules and rulebooks changes (cache.py).

In:  Pages, or a name that was explained before.
Out: the pages on the screen, or as JSON.
"""

import json
from collections.abc import Sequence

import attrs
import click
from attrs import define, field

from interpreter import cache
from interpreter.cli.terminal.screen import open_screen
from interpreter.project.files import shipped_text

SORTS = (".rules", ".tsv", ".md", ".csv")          # what a page is made of


Section = str | Sequence[Sequence[str]]             # a paragraph, or rows


@define
class Page:
    """One answer: a heading, and sections of words; a section is a paragraph, rows, or lines as they are."""

    heading: str
    about: str = ""
    sections: list[tuple[str, "Section"]] = field(factory=list)

    def add(self, title: str, what: "Section") -> None:
        """Leaves out what is empty."""
        if what:
            self.sections.append((title, what))


def pages_of(name: str) -> list[Page]:
    """What is said of a name by all that comes with us."""
    def found() -> list[dict] | None:
        from interpreter.cli.commands.explain import found_pages

        return [attrs.asdict(page) for page in found_pages(name, None)] or None

    kept = cache.once("pages", cache.digest(name, *shipped_text(*SORTS)), found)
    return [Page(**page) for page in kept or ()]


def show_pages(pages: list[Page], as_json: bool) -> None:
    """One below the other."""
    if as_json:
        click.echo(json.dumps([attrs.asdict(page) for page in pages], indent=2, ensure_ascii=False))
    else:
        for number, page in enumerate(pages):
            _show(page, number > 0)


def _show(page: Page, again: bool) -> None:
    screen = open_screen()
    if again:
        screen.line()
    screen.say(page.heading, "title")
    for line in page.about.split("\n") if page.about else ():
        screen.say(line)
    for title, what in page.sections:
        screen.line()
        if title:
            screen.line(title, "who")
        if isinstance(what, str) and title:
            screen.say(what, first="  ")
        elif isinstance(what, str):
            screen.block("\n".join(f"  {line}" for line in what.split("\n")))
        else:
            screen.rows(what)
