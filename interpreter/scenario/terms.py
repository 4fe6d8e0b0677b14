"""Values as a scenario line writes them: worked out on the table as it lies, with the scenario's own names.

In:  a Context, the names a scenario binds, a node, and the Machine on whose table it is worked out.
Out: a value in its encoding (core/types.py), or Failed with every reason why not. `reply` and `chance_value`: the values of a
     `when` line as an answer to a question of a seat or of chance, and how many of them it took.

Besides the game's names a line may use the players, the things the scenario makes, and, unless the game uses these words
itself, `winners` (who has won, or would if scores were counted now), `places` (who is first, second ...), `over` (has the play
ended?) and `rolled` (the faces of the last roll). A pile whose order chance has not settled yet is read in the order in which
it lies.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import blank
from interpreter.core.question import Question
from interpreter.engine import scoring
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine
from interpreter.ir import Expr
from interpreter.lower import values
from interpreter.lower.scope import Context, Frame, Scope
from interpreter.session.answers import settled, told_so
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Diagnostic, Fault, Report, suggestion
from interpreter.text.source import Span


class Failed(Exception):
    """A line that does not come out, or makes no sense; with everything to be said about it."""

    def __init__(self, *diagnostics: Diagnostic):
        super().__init__(*diagnostics)
        self.found = diagnostics


def failed(code: Code, span: Span, /, *, notes: Iterable[str] = (), help: str | None = None, **facts: object) -> Failed:
    """A failure with the words of the catalogue."""
    return Failed(Diagnostic(code, span, code.says(**facts), help, tuple(notes), "error"))


@frozen(eq=False)
class Known:
    """A name of the scenario: its type, and its value or how to find it."""

    type: t.Type
    value: object = None
    live: Callable[[Machine], object] | None = None


@define(eq=False)
class Reading:
    """Reads the values of one scenario's lines. `rolled` is kept up by whoever watches the machine.

    A value is one of the types of core/types.py in its encoding; which, the caller says with `wanted`, not the checker.
    """

    ctx: Context
    names: dict[str, Known] = field(factory=dict)
    rolled: tuple = ()
    made: dict = field(factory=dict)

    def __attrs_post_init__(self):
        faces = {die.type for die in self.ctx.spec.dice}
        own = {
            "winners": Known(t.Set(t.SEAT), live=_winners),
            "places": Known(t.List(t.Set(t.SEAT)), live=_places),
            "over": Known(t.BOOL, live=lambda m: m.state.ended is not None),
            "rolled": Known(t.List(faces.pop() if len(faces) == 1 else t.UNKNOWN), live=lambda m: self.rolled),
        }
        self.names |= {name: known for name, known in own.items() if name not in self.names and not _used(self.ctx, name)}

    # ---------------------------------------------------------------- from node to value

    def expr(self, node: ast.Node, wanted: t.Type | None = None, place: bool = False) -> tuple[Expr, int]:
        """The expression and the size of its frame; with `place` a zone stays a place."""
        key = (node, wanted, place)
        if key not in self.made:
            scope = Scope(Frame(), me=False)
            for name, known in self.names.items():
                scope.bind(name, known.type)
            read = values.place_or_value if place else values.value
            with_report = Report()
            expr = self._reported(with_report, lambda: read(self.ctx, node, scope, wanted))
            if not with_report.ok:
                raise Failed(*with_report.errors)
            self.made[key] = (expr, scope.frame.size)
        return self.made[key]

    def _reported(self, report: Report, read: Callable) -> Expr:
        """Reads with complaints going to a report of this line's own."""
        ctx = self.ctx
        usual, ctx.report, ctx.world.report = ctx.report, report, report
        try:
            return read()
        finally:
            ctx.report = ctx.world.report = usual

    def value(self, node: ast.Node, machine: Machine, wanted: t.Type | None = None) -> Any:
        """The value, which fits what is wanted."""
        expr, size = self.expr(node, wanted)
        if wanted is not None and not t.fits(expr.type, wanted):
            raise failed(codes.WRONG_TYPE, node.span, wanted=wanted, got=expr.type)
        value = self.run(expr, size, node, machine)
        if wanted is not None and not isinstance(wanted, t.OrNone | t.Unknown):
            self._is_there(value, expr.type, wanted, node)
        return int(value) if isinstance(value, bool) else value

    @staticmethod
    def _is_there(value: Any, type_: t.Type, wanted: t.Type, node: ast.Node) -> None:
        """A value that may be none is not, where something has to be meant."""
        if isinstance(type_, t.OrNone) and value == t.NONE:
            raise failed(codes.WRONG_TYPE, node.span, wanted=wanted, got="`none` in this position")

    def run(self, expr: Expr, size: int, node: ast.Node, machine: Machine, settled: bool = False) -> Any:
        """An expression worked out on the machine's table; with `settled` raises Unsettled where it depends on the order of a
        pile that chance has not settled."""
        lenient, machine.lenient = machine.lenient, not settled
        try:
            return evaluate(expr, machine, self.frame(machine, node, size))
        except Fault as fault:
            raise Failed(_at_line(fault, node.span)) from None
        finally:
            machine.lenient = lenient

    def frame(self, machine: Machine, node: ast.Node, size: int) -> list:
        """A frame that holds the scenario's names."""
        said = {n.text for n in ast.walk(node) if isinstance(n, ast.Name)}
        args = [known.live(machine) if known.live and name in said else known.value for name, known in self.names.items()]
        return blank(size, args=args)

    def truth(self, node: ast.Node, machine: Machine, settled: bool = False) -> bool:
        """Does a condition hold?"""
        expr, size = self.expr(node, t.BOOL)
        if not t.fits(expr.type, t.BOOL):
            raise failed(codes.WRONG_TYPE, node.span, wanted=t.BOOL, got=expr.type)
        return bool(self.run(expr, size, node, machine, settled))

    def maybe(self, node: ast.Node, machine: Machine, wanted: t.Type) -> Any:
        """The value of an argument, or None for a name that means nothing here: it stands for any value. A place is a zone or
        space, or the store of a set of components."""
        try:
            self.expr(node, wanted, place=wanted == t.PLACE)
        except Failed:
            if isinstance(node, ast.Name):
                return None
            raise
        return self.zone(node, machine) if wanted == t.PLACE else self.value(node, machine, wanted)

    # ---------------------------------------------------------------- who and what

    def seat(self, node: ast.Node, machine: Machine | None = None) -> int:
        """The seat that a player's name or an expression means."""
        if isinstance(node, ast.Ident):
            seats = self.ctx.spec.seats
            if node.text not in seats:
                help_ = suggestion(node.text, seats)
                raise failed(codes.SCENARIO_NAME, node.span, name=node.text, why="nobody here is called so", help=help_)
            return seats.index(node.text)
        assert machine is not None, "an expression is worked out on a table"
        return self.value(node, machine, t.SEAT)

    def zone(self, node: ast.Node, machine: Machine) -> int:
        """The zone or space that an expression means."""
        expr, size = self.expr(node, place=True)
        if not isinstance(expr.type, t.Zone | t.Place | t.Kind):
            raise failed(codes.SCENARIO_GIVEN, node.span, why=f"`{node.span.text}` is no zone")
        return machine.value(expr, self.frame(machine, node, size))

    def things(self, nodes: Iterable[ast.Node], machine: Machine) -> tuple[int, ...]:
        """Components, one by one or several at once, in the order written."""
        things: list[int] = []
        for node in nodes:
            value, type_ = self.value(node, machine), self.expr(node)[0].type
            held, of = ((value,), type_) if (inside := t.element(type_)) is None else (value, inside)
            if held and not isinstance(of.of if isinstance(of, t.OrNone) else of, t.Kind):
                raise failed(codes.WRONG_TYPE, node.span, wanted="a component", got=type_)
            if t.NONE in held:
                raise failed(codes.WRONG_TYPE, node.span, wanted="a component", got="`none` in this position")
            things += held
        return tuple(things)


def _used(ctx: Context, name: str) -> bool:
    """Is the word one of the game's own?"""
    layout, world = ctx.layout, ctx.world
    tables = (layout.shared_zones, layout.shared_cells, layout.sets, ctx.constants.options, ctx.spec.boards, world.defines,
              world.scores, world.members)
    return any(name in table for table in tables)


def _winners(machine: Machine) -> tuple[int, ...]:
    if machine.state.ended is not None:
        return scoring.over(machine).winners
    return scoring.winners(machine)


def _places(machine: Machine) -> tuple[tuple[int, ...], ...]:
    if machine.state.ended is not None:
        return scoring.over(machine).places
    return scoring.places(machine)


def _at_line(fault: Fault, span: Span) -> Diagnostic:
    """A fault met while a line was worked out."""
    where = f"at {fault.span}" if fault.span is not None else "here"
    return Diagnostic(codes.SCENARIO_FAILED, span, f"this cannot be worked out: {fault.message}", None, (where,), "error")


# ------------------------------------------------------------------ what a line answers


COLLECTED = (ast.ListValue, ast.SetValue)
Nodes = Sequence[ast.Node]


def element_of(question: Question) -> t.Type | None:
    """What lies in the answer, if that is a list or set; None if it is one value."""
    return t.element(question.type) if question.type is not None else None


def _options_words(machine: Machine, question: Question) -> str:
    """The first options, each once, in words."""
    shown = list(dict.fromkeys(question.options))[:12]
    return ", ".join(machine.spec.words(option, question.type or t.UNKNOWN) for option in shown)


def reply(reading: Reading, machine: Machine, question: Question, nodes: Nodes) -> tuple[Any, int]:
    """The answer of a seat, and how many nodes it took."""
    op = machine.plan[question.op]
    single = isinstance(op, ir.Choose) and op.least is None and op.most is None and element_of(question) is None
    if isinstance(nodes[0], ast.Text) and len(told := told_so(machine.spec, question, nodes[0].text)) == 1:
        return told[0], 1
    if isinstance(nodes[0], ast.Text):
        why = "words in quotes are a wish, and can only be asked for"
        raise failed(codes.SCENARIO_ANSWER, nodes[0].span, answer=nodes[0].span.text, name=question.name, why=why)
    if isinstance(op, ir.Split):
        return _split(reading, machine, question, nodes), len(nodes)
    if isinstance(op, ir.Moment):
        return question.options[0], 1
    if single or isinstance(op, ir.Travel | ir.May | ir.Menu):
        return _one(reading, machine, question, op, nodes[0]), 1
    return settled(question, _several(reading, machine, question, nodes)), len(nodes)


def _nothing(node: ast.Node) -> bool:
    """no, or none"""
    return isinstance(node, ast.No) or (isinstance(node, ast.Name) and node.text in ("none", "nothing", "stop"))


def _one(reading: Reading, machine: Machine, question: Question, op: ir.Op, node: ast.Node) -> Any:
    if _nothing(node) and not isinstance(op, ir.May | ir.Menu) and (
            t.NONE in question.options or isinstance(op, ir.Travel)):          # to stop can be asked for anywhere
        return t.NONE
    value = reading.value(node, machine, question.type)
    if isinstance(value, tuple) and element_of(question) is None:
        why = "it asks for one thing"
        raise failed(codes.SCENARIO_ANSWER, node.span, answer=node.span.text, name=question.name, why=why)
    return value


def _several(reading: Reading, machine: Machine, question: Question, nodes: Nodes) -> tuple[Any, ...]:
    """Some of, or an order: written one by one, or as one list."""
    inner = element_of(question) or t.UNKNOWN
    if len(nodes) == 1:
        if _nothing(nodes[0]):
            return ()
        wanted = question.type if isinstance(nodes[0], COLLECTED) else None
        if wanted is not None or t.element(reading.expr(nodes[0], inner)[0].type) is not None:
            return reading.value(nodes[0], machine, wanted)
    return tuple(reading.value(node, machine, inner) for node in nodes)


def _split(reading: Reading, machine: Machine, question: Question, nodes: Nodes) -> Any:
    """Its parts, one by one or as one list of lists."""
    nodes = (_lists(nodes[0]) or nodes) if len(nodes) == 1 else nodes
    part = element_of(question)
    parts = []
    for node in nodes:
        value = reading.value(node, machine, part if isinstance(node, COLLECTED) else None)
        parts.append(value if isinstance(value, tuple) else (value,))
    return settled(question, tuple(parts))


def _lists(node: ast.Node) -> Nodes:
    """The members of a list of lists; nothing for anything else."""
    items = node.items or () if isinstance(node, COLLECTED) else ()
    return items if all(isinstance(item, COLLECTED) for item in items) else ()


# ------------------------------------------------------------------ nature


def listed_order(machine: Machine, question: Question) -> tuple[int, ...]:
    """A shuffle that leaves the order as it lies: the cards from the top."""
    z = next(k for k, zone in enumerate(machine.spec.zones) if zone.label == question.source and zone.loose >= 0)
    things = machine.state.zones[z][: machine.state.cells[machine.loose[z]]]
    return tuple(things[::-1] if machine.shape[z] == 0 else things)


def chance_value(
    reading: Reading, machine: Machine, question: Question, nodes: Nodes, whole: bool = True
) -> tuple[Any, int]:
    """What chance gives, and how many nodes it took; None for a shuffle that the next node does not speak of. Of a shuffle a
    `whole` order is given: what is not named lies below as it lay."""
    if question.name == "roll":
        return _roll(reading, machine, question, nodes)
    if question.name == "shuffle":
        return _shuffle(reading, machine, question, nodes[0], whole)
    several = element_of(question) is not None and isinstance(question.options[0], tuple)
    value = reading.value(nodes[0], machine, question.type if several or not isinstance(nodes[0], COLLECTED) else None)
    value = settled(question, value)
    if value not in question.options:
        raise _cannot_come(nodes[0], question, f"there are {_options_words(machine, question)}")
    return value, 1


def _roll(reading: Reading, machine: Machine, question: Question, nodes: Nodes) -> tuple[tuple, int]:
    """One node a die, or a list of them."""
    if isinstance(nodes[0], COLLECTED):
        faces, used = list(nodes[0].items or ()), 1
    else:
        faces, used = list(nodes[: question.count]), min(question.count, len(nodes))
    if len(faces) != question.count:
        raise _cannot_come(nodes[0], question, f"{question.count} dice are rolled, and {len(faces)} faces are given")
    rolled = tuple(reading.value(face, machine, question.type) for face in faces)
    for face, node in zip(rolled, faces, strict=True):
        if face not in question.options:
            raise _cannot_come(node, question, f"its faces are {_options_words(machine, question)}")
    return rolled, used


def _shuffle(
    reading: Reading, machine: Machine, question: Question, node: ast.Node, whole: bool
) -> tuple[tuple | None, int]:
    """A list of cards that lie in this pile, from the top."""
    if not isinstance(node, COLLECTED) or not isinstance(reading.expr(node)[0].type, t.List | t.Set):
        return None, 0
    cards = reading.value(node, machine)
    if not set(cards) <= set(question.options):
        return None, 0
    if whole and len(cards) < question.count:
        cards += tuple(c for c in listed_order(machine, question) if c not in cards)
    return cards, 1


def _cannot_come(node: ast.Node, question: Question, why: str) -> Failed:
    return failed(codes.SCENARIO_CHANCE, node.span, value=node.span.text, name=question.source, why=why)

