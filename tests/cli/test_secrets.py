"""What one person may do to another's secrets at one screen: look, put right, take back."""

import re

from tests.cli.running import run
from tests.cli.terminal import at_terminal
from tests.session.test_history import COMPARED, GUESS

MIXTAPE = ("referee", "mixtape", "--names", "Ann,Bo,Cy", "--seed", "4")
BO_ASKS = "Bo wants to take back what Ann answered last"


def played(tmp_path, typed: str, *words: str):
    return run(*(words or MIXTAPE), "--record", str(tmp_path / "a.play"), typed=typed)


def test_the_sealed_answer_of_another_is_as_if_it_were_not_there(tmp_path):
    """Ann's split is a line of the whole log, and of Bo's there is none such: whatever he tries, he is told the same."""
    tries = "".join(f"fix {line} = {value}\n" for line in range(20, 45) for value in ("t30", "ab c", "[t30, t54], [t78]"))
    found = played(tmp_path, "ab c\n" + tries + "quit\n")
    told = found.output.partition("\nBo: ")[2]
    said = re.sub("fix .*", "", told)
    assert "is put right" not in told and "Ann splits" not in told and not re.search(r"\bt(30|54|78)\b(?![],`])", said)
    assert "answers split" not in (tmp_path / "a.play").read_text().partition("undo")[2]


def test_the_order_of_the_deck_is_nobodys_to_put_right(tmp_path):
    found = played(tmp_path, "".join(f"fix {line} = t01 t02 t03\n" for line in range(1, 30)) + "quit\n")
    assert found.output.count("not put right") == 29 and "t01" not in re.sub("fix .*", "", found.output)
    assert "given" not in (tmp_path / "a.play").read_text()


def test_a_sealed_answer_is_taken_back_with_whom_it_is_of(tmp_path):
    found = played(tmp_path, "ab c\nundo\nno\nundo\nyes\nquit\n")
    assert found.output.count(BO_ASKS) == 2 and "not taken back: Ann does not agree" in found.output
    assert "1 answer taken back, of Ann" in found.output
    assert (tmp_path / "a.play").read_text().count("undo 1") == 1


def test_ones_own_sealed_answer_needs_nobody(tmp_path):
    """In the step in which all add cards nobody sees anything before all are done."""
    found = played(tmp_path, "ab c\nab c\nab c\nsingle\nsingle\nsingle\na\nundo\nquit\n")
    assert "1 answer taken back\n" in found.output and "not taken back" not in found.output


def test_a_guess_that_was_answered_is_taken_back_with_all_who_were_told(tmp_path):
    path = tmp_path / "guess.rules"
    path.write_text(GUESS.format(told=COMPARED))
    words = ("referee", str(path), "--names", "Ann,Bo", "--seed", "1")
    found = played(tmp_path, "3\n1\nundo\nundo!\nno\nfix 3 = 2\nno\nundo!\nyes\nquit\n", *words)
    assert "acted on what not everybody may" in found.output and found.output.count("Ann wants to take back") == 2
    assert "not put right" in found.output and "1 answer taken back\n" in found.output


def test_numbers_of_lines_count_what_one_sees(tmp_path):
    """The lines of the log are 1, 2, 3 ... to each, whatever lies between them that they may not see."""
    found = played(tmp_path, "ab c\nlog\nquit\n")
    numbers = [int(one) for one in re.findall(r"^ {0,4}(\d+)  \S", found.output, re.MULTILINE)]
    assert len(numbers) > 20 and numbers == list(range(1, len(numbers) + 1))


def test_the_hand_is_gone_when_one_leaves(tmp_path):
    """What stands on the screen last is how to go on, and no hand."""
    for leaving in ("quit\r", "\x03"):
        typed = [("pass the keyboard to Ann", "\r"), ("Ann>", leaving)]
        seen, _ = at_terminal(tmp_path, *MIXTAPE, "--record", str(tmp_path / f"{len(leaving)}.play"), typed=typed)
        left = seen.rpartition("\x1b[2J")[2]
        assert left != seen and "cube" in seen and "cube" not in left and "--resume" in left
