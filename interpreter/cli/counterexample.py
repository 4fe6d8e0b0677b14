"""A broken law as something a table can act out: a short story, the rule and its clauses, a play to replay, a scenario to paste.

In:  the Rules, and a Trial that found something.
Out: at most twelve lines on the screen; a `.play` and a scenario in the folder where failures are kept.
"""

import os
from pathlib import Path

from attrs import define

from interpreter.cli.desk import state_folders
from interpreter.cli.screen import Screen, folded, plural
from interpreter.cli.telling import sentence
from interpreter.load import Rules, load, rules_digest
from interpreter.play.transcript import text_of
from interpreter.syntax.files import find_game
from interpreter.testing.retelling import Retold, retell, scenario_block
from interpreter.testing.trying import Trial, made_ready
from interpreter.text.report import Report
from interpreter.text.source import Span

MOST = 12                                          # lines of a counterexample; of the story the last ones are told
TOLD = ("answer", "forced", "roll", "move", "set", "shuffle", "reveal", "takes")


@define(eq=False)
class Example:
    """One counterexample: what was broken, the story, and where the files lie."""

    trial: Trial
    retold: Retold
    block: str
    play: Path | None = None
    scenario: Path | None = None


def example(rules: Rules, trial: Trial) -> Example:
    """Tells the play again and writes it down."""
    found = trial.searched.finding
    own = rules if not trial.mode else load(trial.task.asked, Report())
    ctx, _ = made_ready(own, found.people, dict(trial.task.options))
    retold = retell(ctx.spec, found.least, rules_digest(own, ctx))
    always = next((one for one in ctx.spec.always if _place(one.span) == _place(found.wrong.span)), None)
    block = scenario_block(retold, f"found by test: {_short(found.wrong.words)}", always, dict(trial.task.options), found.wrong.then)
    made = Example(trial, retold, block)
    _keep(made, own)
    return made


def _place(span: Span) -> tuple:
    """The same however often the file has been read."""
    return span.source.name, span.start


def _short(words: str) -> str:
    return words.split(";")[0].split("\n")[0].replace('"', "'")[:90]


def _keep(made: Example, rules: Rules) -> None:
    folder = state_folders()[0] / "failures"
    stem = f"{rules.name}-{made.trial.task.law}-{made.trial.searched.finding.people}".replace(" ", "-")
    where = "" if find_game(rules.name) == rules.path else os.path.abspath(rules.path)
    of = f"    # {rules.called}: paste it into the variant, two blanks further in" if rules.called != rules.name else ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{stem}.play").write_text(text_of(made.retold.session, where), encoding="utf-8")
        (folder / f"{stem}.rules").write_text(f"library found_by_test\nuse {rules.name}{of}\n\n{made.block}", encoding="utf-8")
    except OSError:
        return                                     # the story is told all the same
    made.play, made.scenario = folder / f"{stem}.play", folder / f"{stem}.rules"


def tell(screen: Screen, made: Example) -> None:
    """So many lines at most; where a play lies is said last."""
    found = made.trial.searched.finding
    wrong = found.wrong
    mode = f" in {made.trial.mode}" if made.trial.mode else ""
    where = "" if wrong.span.is_nowhere else f" ({wrong.span})"
    said = f"{plural(found.people, 'player')}{mode}: {wrong.words.split(chr(10))[0]}{where}"
    head = folded(said, screen.width, "FAILS   with ", "        ")
    for line in head:
        screen.line(line, "no")
    lines, room = _lines(made.retold), MOST - len(head) - 2
    if len(lines) > room:
        screen.say(f"... {plural(len(lines) - room + 1, 'line')} before, in the play", "small", first="        ")
        lines = lines[len(lines) - room + 1:]
    for line in lines:
        screen.line(f"        {_fitting(sentence(made.retold.session, line), screen.width - 8)}")
    if made.play is not None:
        screen.line(f"  play      {made.play}")
        screen.line(f"  scenario  {made.scenario}")


def _lines(retold: Retold) -> list:
    """What happened, a line each; what the last answers led to comes last."""
    return [one for one in retold.session.log_for(None) if one.what in TOLD and one.text]


def _fitting(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"


def plain(made: Example) -> dict:
    """For programs."""
    found = made.trial.searched.finding
    return {
        "law": found.wrong.law, "players": found.people, "mode": made.trial.mode, "what": found.wrong.words,
        "at": "" if found.wrong.span.is_nowhere else str(found.wrong.span), "clauses": list(found.wrong.span.clauses),
        "story": [sentence(made.retold.session, one) for one in _lines(made.retold)], "play": str(made.play or ""), "scenario": made.block,
    }
