"""Hypothesis for rule authors: laws that hold for every game, and strategies to state one's own.

In:  a Spec, as `interpreter.pipeline.play_spec` gives it.
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

The names are read when they are asked for: nothing of Hypothesis is imported by whoever only names this module.
"""

from importlib import import_module

HOMES = {
    "laws": "laws", "Cast": "script", "Played": "script", "Script": "script", "drive": "script", "finish": "script",
    "pauses": "script",
    "machine_of": "state_machine", "plays": "generators", "scripts": "generators", "states_at_a_pause": "generators",
    "values_of": "generators", "views": "generators",
}
__all__ = [*HOMES]


def __getattr__(name: str):
    """A name of the list above, from the module that defines it; `laws` is such a module itself."""
    if name not in HOMES:
        raise AttributeError(f"interpreter.testing has no {name}")
    home = import_module(f"interpreter.laws.{HOMES[name]}")
    return home if name == "laws" else getattr(home, name)
