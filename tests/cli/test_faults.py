"""An answer after which the rules cannot go on is no end of the evening: it is taken back, and said why."""

from tests.cli.running import run

CLIFF = '''game cliff "Cliff" for 2..2 players
each player has
  counter points: 0..4 = 0
play
  let ann = first(players)
  choose step from 1..3 by ann "How far?"
  choose more from 1..3 by ann "How much further?"
  set ann.points to step + more
  choose last from 1..2 by ann "And?"
score s = me.points
winner highest total, then shared
'''
WORDS = ("--names", "Ann,Bo", "--seed", "1")


def on_the_cliff(tmp_path, typed: str, *words: str):
    path, kept = tmp_path / "cliff.rules", tmp_path / "a.play"
    path.write_text(CLIFF)
    return run("referee", str(path), *(words or (*WORDS, "--record", str(kept))), typed=typed), kept


def test_other_answers_are_offered_after_a_fault(tmp_path):
    found, kept = on_the_cliff(tmp_path, "3\n3\n1\n1\n")
    assert found.exit_code == 0 and "E0901" in found.output and "answer otherwise" in found.output
    assert found.output.count("How much further?") == 2
    assert "Ann answers more with 3\nfault E0901\nundo 1\nAnn answers more with 1" in kept.read_text()
    assert run("replay", str(kept)).exit_code == 0


def test_undo_and_fix_lead_out_of_a_fault(tmp_path):
    found, _ = on_the_cliff(tmp_path, "3\n3\nundo\n1\n3\n1\n")
    assert found.exit_code == 0 and "1 answer taken back" in found.output
    found, kept = on_the_cliff(tmp_path, "3\n3\nlog\nfix 2 = 1\n3\n1\n", *WORDS, "--record", str(tmp_path / "b.play"))
    assert "line 2 is put right" in found.output and found.exit_code == 0


def test_a_play_that_a_fault_has_stopped_goes_on(tmp_path):
    """As an earlier version, or a kill, has left it: the answer and the fault are its last lines."""
    _, kept = on_the_cliff(tmp_path, "3\n3\nquit\n")
    whole = kept.read_text()
    for end in ("undo 1\n", "fault E0901\nundo 1\n"):
        assert whole.endswith(end), whole
        kept.write_text(whole.removesuffix(end))
        found, _ = on_the_cliff(tmp_path, "1\n1\n", "--resume", str(kept))
        assert "answer otherwise" in found.output and found.exit_code == 0, found.output
        assert run("replay", str(kept)).exit_code == 0


def test_a_fix_that_leads_into_a_fault_changes_nothing(tmp_path):
    found, kept = on_the_cliff(tmp_path, "1\n3\nfix 2 = 3\nlog\nquit\n")
    assert "answer otherwise" in found.output or "not put right" in found.output
    assert run("replay", str(kept)).exit_code == 0
