"""Which trigger comes first: what the `order` lines say, and the place in the files where they say nothing.

In:  a World whose declarations are gathered.
Out: `in_order`, the triggers as they are to be numbered, with every pair of which an `order` line says something. What cannot
     be ordered, and what contradicts another line, is in the report.

A trigger keeps its place in the files, except that what has to come before it is put before it. Of two `instead of` the one
numbered later stands outermost, so the one named first is numbered later. Next door: entering.py gives the numbers,
check/order.py looks for pairs that no line speaks of.
"""

from collections.abc import Iterator

from attrs import define, field

from interpreter.spec.world import World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion

HOLDABLE = (ast.When, ast.AsSoonAs)


@define(eq=False)
class Precedence:
    """What the lines say: for each trigger those directly behind it, with the line that says so."""

    world: World
    behind: dict[str, dict[str, ast.Order]] = field(factory=dict)

    def take(self, line: ast.Order) -> None:
        """One line; each of its names is before the next."""
        for first, second in zip(line.names, line.names[1:], strict=False):
            if self._known(first) and self._known(second):
                self._pair(first.text, second, line)

    def _known(self, name: ast.Ident) -> bool:
        if name.text in self.world.triggers:
            return True
        help_ = suggestion(name.text, self.world.triggers)
        self.world.report.add(codes.NO_SUCH_TRIGGER, name.span, name=name.text, help=help_)
        return False

    def _pair(self, first: str, second: ast.Ident, line: ast.Order) -> None:
        report, other = self.world.report, self._against(second.text, first)
        why = _apart(self.world, first, second.text)
        if first == second.text or other is not None:
            notes = (f"the other line is {other.span}",) if other is not None else ()
            report.add(codes.ORDER_CIRCLE, second.span, name=first, other=second.text, notes=notes)
        elif why:
            report.add(codes.ORDER_APART, second.span, name=first, other=second.text, why=why)
        else:
            self.behind.setdefault(first, {}).setdefault(second.text, line)

    def _against(self, start: str, goal: str) -> ast.Order | None:
        """The first line of a way that leads from one trigger to another."""
        for second, line in self.behind.get(start, {}).items():
            if second == goal or self._against(second, goal) is not None:
                return line
        return None

    def said(self) -> Iterator[tuple[str, str]]:
        """Every pair of which the lines say something, together too: the first, the second."""
        for first in self.behind:
            yield from ((first, other) for other in self.world.triggers if self._against(first, other) is not None)


def in_order(world: World) -> tuple[list[ast.Trigger], frozenset[tuple[str, str]]]:
    """The triggers as they are numbered, and the pairs that are ordered on purpose."""
    found = Precedence(world)
    for line in world.orders:
        found.take(line)
    pairs = frozenset(found.said())
    ahead: dict[str, set[str]] = {}
    for first, second in pairs:
        if isinstance(world.triggers[first].moment, ast.InsteadOf):
            first, second = second, first
        ahead.setdefault(second, set()).add(first)
    placed: dict[str, ast.Trigger] = {}
    for name in world.triggers:
        _place(name, world, ahead, placed)
    return list(placed.values()), pairs


def _place(name: str, world: World, ahead: dict[str, set[str]], placed: dict[str, ast.Trigger]) -> None:
    """A trigger behind all that have to come before it; those in the order of the files."""
    if name not in placed:
        for other in world.triggers:
            if other in ahead.get(name, ()) and other not in placed:
                _place(other, world, ahead, placed)
        placed[name] = world.triggers[name]


# ------------------------------------------------------------------ may they come together?


def _apart(world: World, first: str, second: str) -> str:
    """Why two triggers never wait for each other; empty if they may."""
    one, other = (world.triggers[name].moment for name in (first, second))
    if isinstance(one, HOLDABLE) and isinstance(other, HOLDABLE) and _held_together(world, {first, second}):
        return ""
    if type(one) is not type(other):
        return "they do not come at the same moment"
    if isinstance(one, ast.AsSoonAs) or one.event.name.text == other.event.name.text:
        return ""
    return f"one waits for `{one.event.name.text}`, the other for `{other.event.name.text}`"


def _held_together(world: World, names: set[str]) -> bool:
    """Does one `hold` let both go? Then they come in order, whatever they wait for."""
    holders = [world.setup, world.play, *world.phases.values(), *world.effects.values(), *world.triggers.values(),
               *world.offers.values()]
    return any(isinstance(node, ast.Hold) and names <= {one.text for one in node.names}
               for holder in holders if holder is not None for node in ast.walk(holder))


__all__ = ["in_order"]
