"""Hypothesis strategies over any game: values, plays, positions, views.

In:  a Spec.
Out: strategies that shrink towards a short play in which everybody takes the first option.

A play is drawn as a Script: few small numbers, whatever the length of the play. Ready-made tests of the laws are in
testing/laws.py, a machine that mixes playing with saving and copying in testing/stateful.py.
"""

from hypothesis import strategies as st

from interpreter.core import types as t
from interpreter.run.view import view
from interpreter.spec.model import Spec
from interpreter.testing.playing import MOST_PAUSES, RANDOM, Script, drive, pauses
from interpreter.testing.values import all_values

MOST_CHOICES = 12                         # decisions of a play that are drawn one by one
MOST_SEEDS = 1 << 16


def scripts(choices: int = MOST_CHOICES, players: tuple[str, ...] = (RANDOM,)) -> st.SearchStrategy[Script]:
    """Plays as a few numbers: the first decisions, a seed for the rest, and who decides it."""
    numbers = st.lists(st.integers(0, 11), max_size=choices).map(tuple)
    return st.builds(Script, st.integers(0, MOST_SEEDS), numbers, st.sampled_from(players))


def plays(spec: Spec, choices: int = MOST_CHOICES):
    """Whole plays, driven to their end: Played records."""
    return scripts(choices).map(lambda script: drive(spec, script))


@st.composite
def states_at_a_pause(draw, spec: Spec, choices: int = MOST_CHOICES):
    """Positions in which somebody has to answer, reached by playing: (state, pause)."""
    script, at = draw(scripts(choices)), draw(st.integers(0, 300))
    found = None
    for k, (machine, pause) in enumerate(pauses(spec, script)):
        found = machine.state.copy(), pause
        if k == min(at, MOST_PAUSES):
            break
    if found is None:
        raise ValueError(f"nobody is ever asked anything in {spec.name}")
    return found


@st.composite
def views(draw, spec: Spec, choices: int = MOST_CHOICES):
    """What a seat may know at a pause of a play."""
    state, pause = draw(states_at_a_pause(spec, choices))
    return view(spec, state, draw(st.integers(0, len(spec.seats) - 1)), pause.questions)


def values_of(type_: t.Type, spec: Spec):
    """Values of a type of the language, as the machine has them; the first one is the smallest."""
    match type_:
        case t.Int(low, high):
            return st.integers(low, high)
        case t.List(of):
            return st.lists(values_of(of, spec), max_size=6).map(tuple)
        case t.Set(of):
            return st.lists(values_of(of, spec), max_size=6, unique=True).map(tuple)
        case t.Zone(kind=kind, ordered=ordered):
            return values_of((t.List if ordered else t.Set)(t.Kind(kind)), spec)
        case t.Text():
            return st.text(max_size=20)
    found = all_values(spec, type_)
    return st.sampled_from(found) if found else st.nothing()
