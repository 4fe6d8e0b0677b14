"""A page: headings, paragraphs, items that stand so far in. What it looks like is decided by who prints it.

In:  blocks, in their order.
Out: Markdown.
"""

import re

from attrs import define, field, frozen

MARKS = re.compile(r"([\\`*_\[\]<>|])")
NUMBERED = re.compile(r"^\s*(\d+)([.)])(?=\s)")


@frozen
class Block:
    """A heading (`level` from 1), a paragraph, or an item; `level` of an item is how far in it stands, from 0."""

    sort: str
    level: int
    text: str
    name: str = ""                              # what an item is about: shown with weight, before its text


@define
class Page:
    """Blocks in their order. `section` begins one that is left out if nothing comes to stand below it."""

    blocks: list[Block] = field(factory=list)

    def heading(self, text: str, level: int = 1) -> None:
        """A title."""
        self.blocks.append(Block("heading", level, text))

    def say(self, text: str) -> None:
        """A paragraph; nothing if it is empty."""
        if text:
            self.blocks.append(Block("paragraph", 0, text))

    def item(self, text: str, level: int = 0, name: str = "") -> None:
        """A point of a list."""
        self.blocks.append(Block("item", level, text, name))

    def section(self, title: str, page: "Page", level: int = 2) -> None:
        """Another page under a heading of its own, unless it is empty."""
        if page.blocks:
            self.heading(title, level)
            self.blocks += page.blocks


def as_markdown(page: Page) -> str:
    """The page as Markdown."""
    lines: list[str] = []
    before = None
    for block in page.blocks:
        if before is not None and not (block.sort == before.sort == "item"):
            lines.append("")
        lines.append(_line(block))
        before = block
    return "\n".join(lines) + "\n"


def _line(block: Block) -> str:
    text = NUMBERED.sub(r"\1\\\2", _plain(" ".join(block.text.split())))
    if block.sort == "heading":
        return f"{'#' * block.level} {text}"
    if block.sort == "item":
        name = f"**{_plain(block.name)}** " if block.name else ""
        return f"{'  ' * block.level}- {name}{text}".rstrip()
    return text


def _plain(text: str) -> str:
    """Nothing in it is a mark of Markdown."""
    return MARKS.sub(r"\\\1", text)
