"""Hypothesis for rule authors: laws that hold for every game, and strategies to state one's own.

In:  a Spec, as `interpreter.load.play_spec` gives it.
Out: what stands below; each is documented where it is defined.

    from hypothesis import given
    from interpreter.testing import laws, plays, scripts

    @given(scripts())
    def test_the_view_law(script):
        laws.nothing_hidden(SPEC, script)

    @given(plays(SPEC))
    def test_nobody_scores_more_than_forty(played):
        assert max(played.over.totals) <= 40

    TestTable = machine_of(SPEC).TestCase

The names are read when they are asked for: the pytest plugin lies in this folder, too, and is loaded by every run of pytest.
"""

from importlib import import_module

HOMES = {
    "Cast": "playing", "Played": "playing", "Script": "playing", "drive": "playing", "finish": "playing", "pauses": "playing",
    "machine_of": "stateful", "plays": "strategies", "scripts": "strategies", "states_at_a_pause": "strategies",
    "values_of": "strategies", "views": "strategies",
}
__all__ = ["laws", *HOMES]


def __getattr__(name: str):
    """A name of the list above, from the module that defines it."""
    if name not in HOMES:
        raise AttributeError(f"interpreter.testing has no {name}")
    return getattr(import_module(f"interpreter.testing.{HOMES[name]}"), name)
