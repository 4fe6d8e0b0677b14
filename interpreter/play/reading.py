"""Values as a scenario line writes them: worked out on the table as it lies, with the scenario's own names.

In:  a Context, the names a scenario binds, a node, and the Machine on whose table it is worked out.
Out: a value, or Failed with every reason why not.

Besides the game's names a line may use the players, the things the scenario makes, and, unless the game uses these words
itself, `winners` (who has won, or would if scores were counted now), `over` (has the play ended?) and `rolled` (the faces
of the last roll). A pile whose order nature has not given yet is read as it lies.
"""

from collections.abc import Callable

from attrs import define, field, frozen

from interpreter.core import types as t
from interpreter.core.frame import LOCALS, blank
from interpreter.run import result
from interpreter.run.evaluate import evaluate
from interpreter.run.machine import Machine
from interpreter.spec import values
from interpreter.spec.plan import Expr
from interpreter.spec.scope import Context, Frame, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Code, Diagnostic, Fault, Report
from interpreter.text.source import Span


class Failed(Exception):
    """A line that does not come out, or makes no sense; with everything to be said about it."""

    def __init__(self, *found: Diagnostic):
        super().__init__(*found)
        self.found = found


def failed(code: Code, span: Span, /, *, notes=(), help=None, **facts) -> Failed:
    """A failure with the words of the catalogue."""
    return Failed(Diagnostic(code, span, code.says(**facts), help, tuple(notes), "error"))


@frozen(eq=False)
class Known:
    """A name of the scenario: its type, and its value or how to find it."""

    type: t.Type
    value: object = None
    live: Callable | None = None


@define(eq=False)
class Reading:
    """Reads the values of one scenario's lines. `rolled` is kept up by whoever watches the machine."""

    ctx: Context
    names: dict[str, Known] = field(factory=dict)
    rolled: tuple = ()
    made: dict = field(factory=dict)

    def __attrs_post_init__(self):
        faces = {die.type for die in self.ctx.spec.dice}
        own = {
            "winners": Known(t.Set(t.SEAT), live=_winners),
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
            found = self._reported(with_report, lambda: read(self.ctx, node, scope, wanted))
            if not with_report.ok:
                raise Failed(*with_report.errors)
            self.made[key] = (found, scope.frame.size)
        return self.made[key]

    def _reported(self, report: Report, read: Callable) -> Expr:
        """Reads with complaints going to a report of this line's own."""
        ctx = self.ctx
        usual, ctx.report, ctx.world.report = ctx.report, report, report
        try:
            return read()
        finally:
            ctx.report = ctx.world.report = usual

    def value(self, node: ast.Node, machine: Machine, wanted: t.Type | None = None):
        """The value, which fits what is wanted."""
        found, size = self.expr(node, wanted)
        if wanted is not None and not t.fits(found.type, wanted):
            raise failed(codes.WRONG_TYPE, node.span, wanted=wanted, got=found.type)
        made = self.run(found, size, node, machine)
        return int(made) if isinstance(made, bool) else made

    def run(self, found: Expr, size: int, node: ast.Node, machine: Machine):
        """An expression worked out on the machine's table."""
        lenient, machine.lenient = machine.lenient, True
        try:
            return evaluate(found, machine, self.frame(machine, node, size))
        except Fault as fault:
            raise Failed(_at_line(fault, node.span)) from None
        finally:
            machine.lenient = lenient

    def frame(self, machine: Machine, node: ast.Node, size: int) -> list:
        """A frame that holds the scenario's names."""
        said = {n.text for n in ast.walk(node) if isinstance(n, ast.Name)}
        return blank(size, args=[known.live(machine) if known.live and name in said else known.value for name, known in self.names.items()])

    def truth(self, node: ast.Node, machine: Machine) -> bool:
        """Does a condition hold?"""
        found, size = self.expr(node, t.BOOL)
        if not t.fits(found.type, t.BOOL):
            raise failed(codes.WRONG_TYPE, node.span, wanted=t.BOOL, got=found.type)
        return bool(self.run(found, size, node, machine))

    def maybe(self, node: ast.Node, machine: Machine, wanted: t.Type):
        """The value of an argument, or None for a name that means nothing here: it stands for any value."""
        if isinstance(node, ast.Name):
            try:
                return self.value(node, machine, wanted)
            except Failed:
                return None
        return self.value(node, machine, wanted)

    # ---------------------------------------------------------------- who and what

    def seat(self, node: ast.Node, machine: Machine | None = None) -> int:
        """The seat that a player's name or an expression means."""
        if isinstance(node, ast.Ident):
            seats = self.ctx.spec.seats
            if node.text not in seats:
                help_ = suggestion(node.text, seats)
                raise failed(codes.SCENARIO_NAME, node.span, name=node.text, why="nobody here is called so", help=help_)
            return seats.index(node.text)
        return self.value(node, machine, t.SEAT)

    def zone(self, node: ast.Node, machine: Machine) -> int:
        """The zone or space that an expression means."""
        found, size = self.expr(node, place=True)
        if not isinstance(found.type, t.Zone | t.Place | t.Kind):
            raise failed(codes.SCENARIO_GIVEN, node.span, why=f"`{node.span.text}` is no zone")
        return machine.value(found, self.frame(machine, node, size))

    def things(self, nodes, machine: Machine) -> tuple:
        """Components, one by one or several at once, in the order written."""
        found: list[int] = []
        for node in nodes:
            value = self.value(node, machine)
            if not isinstance(self.expr(node)[0].type, t.Kind) and not isinstance(value, tuple):
                raise failed(codes.WRONG_TYPE, node.span, wanted="a component", got=self.expr(node)[0].type)
            found += value if isinstance(value, tuple) else (value,)
        return tuple(found)


def _used(ctx: Context, name: str) -> bool:
    """Is the word one of the game's own?"""
    layout, world = ctx.layout, ctx.world
    tables = (layout.shared_zones, layout.shared_cells, layout.sets, ctx.constants.options, ctx.spec.boards, world.defines,
              world.scores, world.members)
    return any(name in table for table in tables)


def _winners(machine: Machine) -> tuple:
    if machine.state.ended is not None:
        return result.over(machine).winners
    return result.winners(machine)


def _at_line(found: Fault, span: Span) -> Diagnostic:
    """A fault met while a line was worked out."""
    where = f"at {found.span}" if found.span is not None else "here"
    return Diagnostic(codes.SCENARIO_FAILED, span, f"this cannot be worked out: {found.message}", None, (where,), "error")


__all__ = ["Failed", "Known", "LOCALS", "Reading", "failed"]
