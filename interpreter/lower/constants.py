"""What is known before play: types with their ranges, options, and the numbers that ranges are made of.

In:  a World, the number of seats, and what was chosen for the options.
Out: a Constants: option values, `type_of` a type as written, `number` of an expression that only names constants, and
     `parse`, a value from the text of a CSV cell, a command line or a `written` form.
"""

import re
from collections.abc import Mapping

from attrs import define, field

from interpreter.core import types as t
from interpreter.lower.symbols import World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, suggestion
from interpreter.text.source import Span

Encoded = int | tuple[int, ...]                     # as core/types.py encodes it
TableRows = dict[tuple[Encoded, ...], Encoded]

YES_WORDS, NO_WORDS = ("yes", "true", "1"), ("no", "false", "0", "")
NOTHING_WORDS = ("", "-", "0", "none")


def ends(type_: t.Type) -> tuple[int, int] | None:
    """The least and the greatest number of a range both of whose ends are known; None of any other type."""
    if not isinstance(type_, t.Int) or type_.low is None or type_.high is None:
        return None
    return type_.low, type_.high


@define(eq=False)
class Constants:
    """Options and ranges of one play. `ids` finds components and spaces by their id, kind by kind."""

    world: World
    seats: int
    chosen: Mapping[str, object]                                  # option name -> value as chosen (text or int)
    options: dict[str, tuple[Encoded, t.Type]] = field(factory=dict)     # option name -> (value, type)
    ids: dict[str, dict[str, int]] = field(factory=dict)                # kind -> {id: value}

    def settle_options(self) -> None:
        """Works out every option, first meanings where nothing else was chosen."""
        for name, option in self.world.options.items():
            type_ = self.type_of(option.type)
            self.options[name] = (self.first(option, type_), type_)
        for name, value in self.chosen.items():
            self._choose(name, value)

    def first(self, option: ast.Option, type_: t.Type) -> Encoded:
        """The value an option has unless another is chosen; reported if it is none."""
        value = self.typed(option.first, type_)
        if value is None and not isinstance(type_, t.Unknown):
            help_ = suggestion(option.first.span.text, type_.members) if isinstance(type_, t.Enum) else None
            said = option.first.span
            self.world.report.add(codes.NO_SUCH_VALUE, said, name=said.text, thing=option.name.text, help=help_)
        if value is not None and not self.within(value, type_):
            self._out_of_range(option.first.span, f"option {option.name.text}", type_, value)
        return 0 if value is None else value

    def typed(self, node: ast.Node, type_: t.Type) -> Encoded | None:
        """A constant of this type, encoded; None if it is not known before play or of another type."""
        if t.element(type_) is not None and not isinstance(type_, t.Unknown):
            none = isinstance(node, ast.SetValue | ast.ListValue) and not node.items or node.span.text == "empty"
            return () if none else None
        value = self.value(node, type_)
        return value if isinstance(type_, t.Unknown) or self.of_type(node, type_, value) else None

    def of_type(self, node: ast.Node, type_: t.Type, value: Encoded | None) -> bool:
        """Is what was written a value of this type? A number is none of a list of words, `none` only of what may be missing."""
        while isinstance(node, ast.Bracketed):
            node = node.value
        match type_:
            case t.OrNone(of):
                return value == t.NONE or self.of_type(node, of, value)
            case t.Int():
                return not isinstance(node, ast.Yes | ast.No) and not (isinstance(node, ast.Name) and node.text == "none")
            case t.Bool():
                return isinstance(node, ast.Yes | ast.No) or self._option_of(node, t.Bool)
            case t.Enum(members=members):
                named = isinstance(node, ast.Name) and (node.text in members or self._option_of(node, t.Enum))
                return named and value in range(len(members))
            case t.Kind() | t.Seat():
                return isinstance(node, ast.Name) and node.text != "none"
        return True

    def _option_of(self, node: ast.Node, sort: type[t.Type]) -> bool:
        return isinstance(node, ast.Name) and node.text in self.options and isinstance(self.options[node.text][1], sort)

    def _choose(self, name: str, value: object) -> None:
        if name not in self.options:
            help_ = suggestion(name, self.options)
            self.world.report.add(codes.NO_SUCH_OPTION, self._game_span(), name=name, help=help_)
            return
        type_ = self.options[name][1]
        parsed = value if isinstance(value, int) else self.parse(str(value), type_)
        if parsed is None or not self.within(parsed, type_):
            span = self.world.options[name].name.span
            self.world.report.add(codes.OPTION_VALUE, span, value=value, name=name, why=f"it takes {self.allowed(type_)}")
            return
        self.options[name] = (parsed, type_)

    def within(self, value: Encoded, type_: t.Type) -> bool:
        """Does a number lie in its range? A range whose ends could not be read holds everything."""
        limits = ends(type_)
        return limits is None or not isinstance(value, int) or limits[0] <= value <= limits[1]

    def _game_span(self) -> Span:
        return self.world.game.name.span

    def _out_of_range(self, span: Span, thing: str, type_: t.Type, got: Encoded) -> None:
        low, high = ends(type_) or (None, None)
        self.world.report.add(codes.OUT_OF_RANGE, span, thing=thing, low=low, high=high, got=got)

    # ---------------------------------------------------------------- types as written

    def type_of(self, written: ast.Node) -> t.Type:
        """The type an author wrote."""
        match written:
            case ast.NamedType(name):
                return self.world.type_named(name)
            case ast.OrNoneType(name):
                return t.OrNone(self.world.type_named(name))
            case ast.RangeType(range=range_) | (ast.SpanOf() as range_):
                return self.range_of(range_)
            case ast.YesNoType():
                return t.BOOL
            case ast.SetOfType(of):
                return t.Set(self.type_of(of))
            case ast.ListOfType(of):
                return t.List(self.type_of(of))
            case ast.OneOfType(values):
                return self._enum_like(tuple(v.text for v in values))
        raise no_case(written)

    def _enum_like(self, members: tuple[str, ...]) -> t.Enum:
        for enum in self.world.types.values():
            if enum.members == members:
                return enum
        return t.Enum(" | ".join(members), members)

    def range_of(self, range_: ast.SpanOf) -> t.Type:
        """low..high, both ends constants; what could not be worked out has been reported and fits anything."""
        low, high = self.number(range_.low), self.number(range_.high)
        if low is not None and high is not None and high < low:
            self.world.report.add(codes.NO_RANGE, range_.span, name=range_.span.text, high=high, low=low)
            low, high = high, low
        return t.UNKNOWN if low is None or high is None else t.Int(low, high)

    # ---------------------------------------------------------------- constant values

    def number(self, node: ast.Node) -> int | None:
        """The number of an expression that names only numbers and options; reported if it is none."""
        value = self.value(node, t.NUMBER)
        if not isinstance(value, int):
            what = "not known before play" if not isinstance(node, ast.Name) else "neither"
            help_ = suggestion(node.span.text, self.options)
            self.world.report.add(codes.RANGE_NOT_CONSTANT, node.span, name=node.span.text, what=what, help=help_)
            return None
        return value

    def value(self, node: ast.Node, wanted: t.Type | None = None) -> Encoded | None:
        """A constant, encoded; None if it is not known before play."""
        match node:
            case ast.Number(value):
                return value
            case ast.Yes():
                return 1
            case ast.No():
                return 0
            case ast.Bracketed(value):
                return self.value(value, wanted)
            case ast.Negative(value):
                inner = self.value(value, wanted)
                return -inner if isinstance(inner, int) else None
            case ast.Plus(left, right) | ast.Minus(left, right) | ast.Times(left, right):
                return self._arithmetic(node, left, right)
            case ast.Name(text):
                return self._named(text, wanted)
            case ast.Apply(name, (ast.Name("players"),)) if name.text == "count":
                return self.seats
        return None

    def _arithmetic(self, node: ast.Node, left: ast.Node, right: ast.Node) -> int | None:
        a, b = self.value(left, t.NUMBER), self.value(right, t.NUMBER)
        if not isinstance(a, int) or not isinstance(b, int):
            return None
        match node:
            case ast.Plus():
                return a + b
            case ast.Minus():
                return a - b
        return a * b

    def _named(self, text: str, wanted: t.Type | None) -> Encoded | None:
        if text == "none":
            return t.NONE
        if isinstance(wanted, t.OrNone):
            wanted = wanted.of
        if isinstance(wanted, t.Enum) and text in wanted.members:
            return wanted.members.index(text)
        if text in self.options:
            return self.options[text][0]
        if isinstance(wanted, t.Kind):
            return self.ids.get(wanted.name, {}).get(text)
        return None

    # ---------------------------------------------------------------- values from text

    def parse(self, text: str, type_: t.Type) -> Encoded | None:
        """A value of this type from a cell or word; None if it is none."""
        text = text.strip()
        match type_:
            case t.Int():
                return int(text) if re.fullmatch(r"[+-]?\d+", text) else None
            case t.Bool():
                return 1 if text in YES_WORDS else 0 if text in NO_WORDS else None
            case t.Enum(members=members):
                return members.index(text) if text in members else None
            case t.OrNone(of):
                return t.NONE if text in NOTHING_WORDS else self.parse(text, of)
            case t.Set(of) | t.List(of):
                return self._parse_many(text, of)
            case t.Kind(name):
                return self.ids.get(name, {}).get(text)
        return None

    def _parse_many(self, text: str, of: t.Type) -> tuple[int, ...] | None:
        if text in NOTHING_WORDS:
            return ()
        parts = re.split(r"[\s;,|+]+", text)
        if len(parts) == 1 and isinstance(of, t.Enum) and text not in of.members:
            parts = self._greedy(text, of.members)
        values = [self.parse(part, of) for part in parts]
        known = [value for value in values if isinstance(value, int)]
        return tuple(dict.fromkeys(known)) if len(known) == len(values) else None

    def _greedy(self, text: str, members: tuple[str, ...]) -> list[str]:
        """`LC` into L and C; what fits no member stays as it is and is refused."""
        parts, longest_first = [], sorted(members, key=len, reverse=True)
        while text:
            part = next((m for m in longest_first if text.startswith(m)), text)
            parts.append(part)
            text = text[len(part):]
        return parts

    def allowed(self, type_: t.Type) -> str:
        """The values of a type, for a message."""
        match type_:
            case t.Enum(members=members):
                return ", ".join(members)
            case t.Bool():
                return "yes or no"
            case t.OrNone(of):
                return f"{self.allowed(of)}, or none"
            case t.Set(of) | t.List(of):
                return f"any of {self.allowed(of)}"
            case t.Kind(name):
                return f"the id of a {name}"
        return str(type_)
