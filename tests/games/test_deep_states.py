"""What lies deep in the games is come to in plays: by random seats and the games' strategies in turn (laws/reachability.py)."""

from interpreter.laws.reachability import look_for, Looked, pieces, understood
from interpreter.pipeline import load
from interpreter.text.diagnostic import Report

MOST = 60                                          # plays of four; all that is asked for has been seen long before that
TALL_OAKS = {
    "the last task done": 'task_cards["task4"].done',
    "the fight of the Final Scene": "happens final_rescue()",
    "somebody home at the helipad": "over and (some p in players where p in winners)",
    "a death": "happens die(p)",
    "a triple in a scuffle": "some p in players where p.by_triple",
}


def test_tall_oaks():
    """Plays of four, until each condition has been come to."""
    rules, report, goals = load("tall_oaks", Report()), Report(), tuple(TALL_OAKS.values())
    understood(rules, 4, {}, goals, report)
    assert report.ok, [one.message for one in report.errors]
    found = Looked(goals)
    for piece in pieces(rules, (4,), MOST, 1, goals, {}):
        found.add(look_for(piece))
        if not found.missed:
            break
    assert found.stopped == 0
    assert [what for what, goal in TALL_OAKS.items() if found.first(goal) is None] == [], f"not in {found.plays} plays"
