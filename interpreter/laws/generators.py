"""Hypothesis strategies over any game: values, plays, positions, views.

In:  a Spec.
Out: strategies that shrink towards a short play in which everybody takes the first option.

A play is drawn as a Script: few small numbers, however long the play is. `all_values` and `some_value` are for whoever draws
without Hypothesis. The laws are in laws/laws.py, a machine that mixes playing with saving and copying in laws/state_machine.py.
"""

from random import Random

from hypothesis import strategies as st

from interpreter.core import types as t
from interpreter.ir.model import Spec
from interpreter.laws.script import drive, MOST_PAUSES, pauses, RANDOM, Script
from interpreter.observation.relabelling import all_values, names_things
from interpreter.observation.view import view


def some_value(spec: Spec, type_: t.Type, now, chance: Random):
    """A value of the type, often another than `now`; a value that names things stays as it is."""
    if names_things(spec, type_):
        return now
    values = all_values(spec, type_)
    return chance.choice(values) if values else now


# ------------------------------------------------------------------ plays, positions, views


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
    reached = None
    for k, (machine, pause) in enumerate(pauses(spec, script)):
        reached = machine.state.copy(), pause
        if k == min(at, MOST_PAUSES):
            break
    if reached is None:
        raise ValueError(f"nobody is ever asked anything in {spec.name}")
    return reached


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
    values = all_values(spec, type_)
    return st.sampled_from(values) if values else st.nothing()
