"""Cards of a real table: which of them the program has been told, and which are to be named now.

In:  what the machine tells of shuffles; the State, to see who has come to know a face.
Out: `Untold`, raised before anything is done with a face that somebody sees, or the rules look at, and nobody has named;
     the Naming to be put; the State with the right card in its place once it is named.

Until they are named, cards that were shuffled together stand for each other: any of a Group may be any other, so rules that
look at no face go on as usual. See docs/decisions/0007.
"""


from attrs import define, field

from interpreter.core import types as t
from interpreter.core.frame import blank
from interpreter.core.pause import NATURE, Naming
from interpreter.core.state import State
from interpreter.play.renaming import exchange, rename_lines
from interpreter.run.evaluate import PILE
from interpreter.spec import plan
from interpreter.spec.model import Spec


class Untold(Exception):
    """These cards have to be named before the play can go on; `looked`: by the rules, and no seat has seen them."""

    def __init__(self, things: tuple, looked: bool = False):
        super().__init__(things)
        self.things, self.looked = things, looked


@define(eq=False)
class Group:
    """Cards shuffled together and not named since; `label` is the pile they come from, `since` the lines of the log then."""

    label: str
    cards: set[int]
    since: int


@define(eq=False)
class Faces:
    """What nobody has named yet: card -> its Group. A group of one card needs no name."""

    spec: Spec
    groups: dict[int, Group] = field(factory=dict)

    # ---------------------------------------------------------------- what becomes unknown

    def mixed(self, cards, label: str, since: int) -> None:
        """These cards, and whatever they may be, can be any of each other from now on."""
        every = set(cards)
        for card in cards:
            every |= self.groups[card].cards if card in self.groups else set()
        if len(every) > 1:
            self.groups |= dict.fromkeys(every, Group(label, every, since))

    def named(self, session, question: Naming, value: tuple) -> None:
        """The cards are these: wherever a stand-in stood, the real one stands."""
        machine, things = session.machine, list(question.things)
        group = self.groups[things[0]]                        # see `question`: they are all of one
        for k, real in enumerate(value):
            if things[k] != real:
                exchange(self.spec, machine.state, things[k], real)
                rename_lines(session.log, group.since, things[k], real)
                things[k + 1:] = [things[k] if one == real else one for one in things[k + 1:]]
            group.cards.discard(real)
            del self.groups[real]
        if len(group.cards) == 1:
            del self.groups[group.cards.pop()]
        machine.open.clear()                                  # questions that are open are put anew, with the right cards

    # ---------------------------------------------------------------- what has to be named

    def seen(self, state: State) -> tuple:
        """The cards that somebody sees and nobody has named. Where the order is still open, no single card is seen."""
        known = state.known
        return tuple(c for c in self.groups if known[c] and not self._loose(state, c))

    def _loose(self, state: State, card: int) -> bool:
        z = state.places[card]
        cell = self.spec.zone_loose[z] if z >= 0 else -1
        return cell >= 0 and state.cells[cell] > 1 and state.zones[z].index(card) < state.cells[cell]

    def question(self, state: State, found: Untold, span) -> Naming:
        """Those that lie in one zone, seen by the same seats, are asked for together, from the top."""
        first = found.things[0]
        z, seats, group = state.places[first], state.known[first], self.groups[first]
        alike = [c for c in found.things if (state.places[c], state.known[c], self.groups[c]) == (z, seats, group)]
        if z >= 0:
            order = state.zones[z][::-1] if self.spec.zone_shape[z] == PILE else state.zones[z]
            alike = [c for c in order if c in alike]
        kind = t.Kind(self.spec.components[first].kind)
        return Naming(
            NATURE, "shuffle", tuple(sorted(group.cards)), self.spec.routines[0].entry, kind, span=span,
            source=group.label, count=len(alike), things=tuple(alike), seats=seats, zone=z,
            elsewhere=self._elsewhere(state, group, seats or self.spec.everyone),
        )

    def _elsewhere(self, state: State, group: Group, seats: int) -> dict[int, str]:
        """Why other cards cannot be meant; where they lie only if those who are asked know it."""
        spec, made, free = self.spec, {}, f"is not one of the unseen cards of {group.label}"
        for one in spec.components:
            c, z = one.number, state.places[one.number]
            if c not in group.cards:
                seen = z >= 0 and state.known[c] & seats == seats
                made[c] = f"already lies in {spec.zones[z].label}" if seen else free
        return made

    # ---------------------------------------------------------------- keeping

    def to_data(self) -> list:
        """The groups, ready for JSON."""
        each = {id(group): group for group in self.groups.values()}
        return [[group.label, sorted(group.cards), group.since] for group in each.values()]

    def restore(self, data: list) -> None:
        """Goes back to where `to_data` was called."""
        self.groups = {}
        for label, cards, since in data:
            self.groups |= dict.fromkeys(cards, Group(label, set(cards), since))


# ------------------------------------------------------------------ rules that look at a face


def guarding(faces: Faces, usual: dict) -> dict:
    """A table for a Machine by which a rule that looks at the face of a card without a name raises Untold."""
    return usual | {
        plan.FieldOf: _before_field(faces, usual[plan.FieldOf]), plan.TableAt: _before_row(faces, usual[plan.TableAt]),
        plan.Same: _before_same(faces, usual[plan.Same]), plan.Use: _anew(usual[plan.Use]),
    }


def _look(faces: Faces, expr, m, f, tells) -> None:
    """The rules are about to look at this thing; `tells(thing, other)`: would they see a difference?"""
    type_ = expr.type.of if isinstance(expr.type, t.OrNone) else expr.type
    if isinstance(type_, t.Kind) and type_.name not in m.spec.space_kinds() and not (m.lenient and m.state.ended is None):
        thing = m.value(expr, f)
        if thing in faces.groups and any(tells(thing, other) for other in faces.groups[thing].cards):
            raise Untold((thing,), True)


def _before_field(faces: Faces, usual):
    """What is printed there; if it is the same on all cards that this may be, nobody has to look."""
    def looking(e, m, f):
        _look(faces, e.of, m, f, lambda thing, other: e.values[thing - e.base:][:1] != e.values[other - e.base:][:1])
        return usual(e, m, f)

    return looking


def _before_row(faces: Faces, usual):
    def looking(e, m, f):
        for key in e.keys:
            _look(faces, key, m, f, lambda thing, other: thing != other)
        return usual(e, m, f)

    return looking


def _before_same(faces: Faces, usual):
    """Is it this very card? Whether two places are the same can be told without a name."""
    def looking(e, m, f):
        for this, named in ((e.left, e.right), (e.right, e.left)):
            if isinstance(named, plan.Const) and not isinstance(this, plan.Const):
                _look(faces, this, m, f, lambda thing, other, named=named: named.value in (thing, other))
        return usual(e, m, f)

    return looking


def _anew(usual):
    """What a define has come to before is no use: it is told whether the face is looked at."""
    def worked_out(e, m, f):
        define = e.define
        if not define.lasting:
            return usual(e, m, f)
        return m.value(define.value, blank(define.size, args=[m.value(arg, f) for arg in e.args]))

    return worked_out
