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
"""

from interpreter.testing import laws
from interpreter.testing.playing import Cast, Played, Script, drive, finish, pauses
from interpreter.testing.stateful import machine_of
from interpreter.testing.strategies import plays, scripts, states_at_a_pause, values_of, views

__all__ = ["Cast", "Played", "Script", "drive", "finish", "laws", "machine_of", "pauses", "plays", "scripts",
           "states_at_a_pause", "values_of", "views"]
