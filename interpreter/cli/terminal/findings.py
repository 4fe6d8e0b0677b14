"""A broken law as something a table can act out: a short story, the rule with its clauses, a play, a scenario to paste.

In:  the Rules, and a Trial that found something.
Out: at most twelve lines on the screen; a `.play` and a scenario in the folder where failures are kept.

`try_out` and what follows is the part of `test` that plays: every law at every number of players, in a table.
"""

import os
from collections import Counter
from pathlib import Path
from time import monotonic

from attrs import define, evolve, field

from interpreter.cli.storage import nothing_collected, state_folders
from interpreter.cli.terminal.screen import columns, counting, folded, Screen
from interpreter.display.story import sentence
from interpreter.laws.counterexample import retell, Retold, scenario_block
from interpreter.laws.line_coverage import fire, Firing, Part
from interpreter.laws.resets import for_good, ForGood
from interpreter.laws.search import Finding
from interpreter.laws.trials import by_the_clock, findings, in_order, made_ready, Profile, PROFILES, Task, tasks, Trial, trials
from interpreter.pipeline import load, rules_digest
from interpreter.project.files import find_game
from interpreter.session.transcript import text_of
from interpreter.text.diagnostic import listed, plural, Report
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

MOST = 12                                          # lines of a counterexample; of the story the last ones are told
TOLD = ("answer", "forced", "roll", "move", "set", "shuffle", "reveal", "takes")


@define(eq=False)
class Example:
    """One counterexample: what was broken, the story, and where the files lie."""

    trial: Trial
    finding: Finding
    retold: Retold
    block: str
    play: Path | None = None
    scenario: Path | None = None


def example(rules: Rules, trial: Trial, finding: Finding) -> Example:
    """Tells the play again in which `trial` found a law broken, and writes it down."""
    own = (load(trial.task.asked, Report()) if trial.mode else None) or rules
    ctx, _ = made_ready(own, finding.people, dict(trial.task.options))
    retold = retell(ctx.spec, finding.least, rules_digest(own, ctx))
    always = next((line for line in ctx.spec.always if _place(line.span) == _place(finding.wrong.span)), None)
    title = f"found by test: {_short(finding.wrong.words)}"
    block = scenario_block(retold, title, always, dict(trial.task.options), finding.wrong.then)
    shown = Example(trial, finding, retold, block)
    _keep(shown, own)
    return shown


def _examples(rules: Rules, tried: list[Trial]) -> list[Example]:
    """An example of each law that was found broken."""
    broken = ((trial, trial.searched.finding) for trial in findings(tried) if trial.searched is not None)
    return [example(rules, trial, finding) for trial, finding in broken if finding is not None]


def _place(span: Span) -> tuple:
    """The same however often the file has been read."""
    return span.source.name, span.start


def _short(words: str) -> str:
    return words.split(";")[0].split("\n")[0].replace('"', "'")[:90]


def _keep(shown: Example, rules: Rules) -> None:
    folder = state_folders()[0] / "failures"
    stem = f"{rules.name}-{shown.trial.task.law}-{shown.finding.people}".replace(" ", "-")
    where = "" if find_game(rules.name) == rules.path else os.path.abspath(rules.path)
    of = f"    # {rules.called}: paste it into the variant, two blanks further in" if rules.called != rules.name else ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{stem}.play").write_text(text_of(shown.retold.session, where), encoding="utf-8")
        (folder / f"{stem}.rules").write_text(f"library found_by_test\nuse {rules.name}{of}\n\n{shown.block}", encoding="utf-8")
    except OSError:
        return                                     # the story is told all the same
    shown.play, shown.scenario = folder / f"{stem}.play", folder / f"{stem}.rules"


def tell(screen: Screen, shown: Example) -> None:
    """So many lines at most; where a play lies is said last."""
    finding = shown.finding
    wrong = finding.wrong
    mode = f" in {shown.trial.mode}" if shown.trial.mode else ""
    where = "" if wrong.span.is_nowhere else f" ({wrong.span})"
    said = f"{plural(finding.people, 'player')}{mode}: {wrong.words.split(chr(10))[0]}{where}"
    head = folded(said, screen.width, "FAILS   with ", "        ")
    for line in head:
        screen.line(line, "no")
    lines, room = _lines(shown.retold), MOST - len(head) - 2
    if len(lines) > room:
        screen.say(f"... {plural(len(lines) - room + 1, 'line')} before, in the play", "small", first="        ")
        lines = lines[len(lines) - room + 1:]
    for line in lines:
        screen.line(f"        {_fitting(sentence(shown.retold.session, line), screen.width - 8)}")
    if shown.play is not None:
        screen.line(f"  play      {shown.play}")
        screen.line(f"  scenario  {shown.scenario}")


def _lines(retold: Retold) -> list:
    """What happened, a line each; what the last answers led to comes last."""
    return [line for line in retold.session.log_for(None) if line.what in TOLD and line.text]


def _fitting(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"


def plain(shown: Example) -> dict:
    """For programs."""
    finding = shown.finding
    return {
        "law": finding.wrong.law, "players": finding.people, "mode": shown.trial.mode, "what": finding.wrong.words,
        "at": "" if finding.wrong.span.is_nowhere else str(finding.wrong.span), "clauses": list(finding.wrong.span.clauses),
        "story": [sentence(shown.retold.session, line) for line in _lines(shown.retold)],
        "play": str(shown.play or ""), "scenario": shown.block,
    }


# ------------------------------------------------------------------ laws and their findings


MOST_UNSHOWN = 5                                   # parts that neither a scenario nor a play came to, told line by line
FEW = 3                                            # plays that show how much of the rules comes up
LAST = 0.03                                        # of the time: so much is left for them


@define(eq=False)
class Tried:
    """All trials of a game, and the counterexamples among them."""

    made: list[Trial]
    examples: list[Example] = field(factory=list)
    firing: Firing | None = None                   # what a few plays more came to
    left: list[Task] = field(factory=list)         # what somebody did not want to wait for
    stopped: bool = False
    seed: int = 1                                  # what the plays were drawn from
    unshown: list[Part] = field(factory=list)      # what neither these plays nor a scenario carried out
    for_good: list[ForGood] = field(factory=list)  # what no rule sets back
    silent: dict[str, list[str]] = field(factory=dict)     # by mode, the variants of which nothing comes up in it

    @property
    def untried(self) -> list[Task]:
        """What nobody has tried, for want of time or patience."""
        return [trial.task for trial in self.made if trial.untried] + self.left

    @property
    def good(self) -> bool:
        """Was nothing found, and can every number of players play?"""
        return not self.examples and not any(trial.errors for trial in self.made)


def wanted(profile: str, plays: int | None, seconds: float | None) -> Profile:
    """The profile, with what was said otherwise."""
    usual = PROFILES[profile]
    return evolve(usual, plays=usual.plays if plays is None else plays, seconds=usual.seconds if seconds is None else seconds)


def try_out(rules: Rules, profile: Profile, people: tuple, seed: int, options: dict, jobs: int) -> Tried:
    """Plays, with a bar that shows how far it is, until the profile's time is over. Ctrl-C ends it with what there is."""
    kept, end = state_folders()[0] / "failures" / "drawn", monotonic() + profile.seconds
    done: dict[int, Trial] = {}
    todo: list[Task] = []
    try:
        with nothing_collected(), counting("laws") as tell:
            todo = tasks(rules, profile, people, seed, options, jobs, str(kept))
            todo = by_the_clock(todo, profile.seconds, end - profile.seconds * LAST, jobs)
            tell(0, len(todo))
            for number, trial in trials(rules, todo, jobs):
                done[number] = trial
                tell(1, len(todo))
        few = next((count for count in rules.people() if not people or count in people), None)
        firing = fire(rules, few, FEW, seed, until=end) if few is not None and not options else None
    except KeyboardInterrupt:
        left = [task for number, task in enumerate(todo) if number not in done]
        return Tried(list(done.values()), _examples(rules, list(done.values())), None, left, True, seed)
    tried = Tried(list(done.values()), _examples(rules, list(done.values())), firing, seed=seed)
    if few is not None:
        ctx, report = made_ready(rules, few, options)
        tried.for_good = for_good(ctx.spec) if report.ok else []
    return tried


# ------------------------------------------------------------------ in words


def show(screen: Screen, name: str, tried: Tried) -> None:
    """The counterexamples, a row for each number of players, and what it comes to."""
    for shown in tried.examples:
        tell(screen, shown)
    for line in columns(_rows(tried.made), screen.width):
        screen.line(line)
    if tried.firing is not None and tried.firing.plays:
        screen.say(f"{tried.firing.percent:.0f} % of {plural(len(tried.firing.parts), 'part')} of the rules came up in "
                   f"{plural(tried.firing.plays, 'play')} more; `coverage --plays` names the others", "small")
    for thing in tried.for_good:
        screen.say(thing.words, "small", then="  ")
    for line in _unmissed(tried.unshown):
        screen.say(line, "no", then="    ")
    if tried.seed != PROFILES["quick"].seed:
        screen.say(f"the plays were drawn from seed {tried.seed}: `--seed {tried.seed}` draws them again", "small")
    for line in _untried(tried):
        screen.say(line, "no", then="  ")
    screen.say(f"{name}: {_verdict(tried)}", "yes" if tried.good and not tried.untried else "no")


def _unmissed(unshown: list[Part]) -> list[str]:
    """The lines that could be taken out, for all that scenarios and plays show."""
    if not unshown:
        return []
    rest = [f"  ... and {len(unshown) - MOST_UNSHOWN} more"] if len(unshown) > MOST_UNSHOWN else []
    return [f"no scenario and no play came to {plural(len(unshown), 'part')}, so nobody would miss:",
            *(f"  {part.where}  {part.line}" for part in unshown[:MOST_UNSHOWN]), *rest]


def _ways(tried: list[Trial]) -> dict[tuple, list[Trial]]:
    """The trials by mode and number of players, as they are to be shown."""
    ways: dict[tuple, list[Trial]] = {}
    for trial in in_order(tried):
        if not trial.untried:
            ways.setdefault((trial.mode, trial.task.people), []).append(trial)
    return ways


def _rows(tried: list[Trial]) -> list[list[str]]:
    rows = [["players", "plays", "decisions", "states", "came to"]]
    for (mode, people), some in _ways(tried).items():
        searched = [trial.searched for trial in some if trial.searched is not None]
        counts = [sum(getattr(search, what) for search in searched) for what in ("plays", "decisions", "states")]
        rows.append([f"{people} ({mode})" if mode else str(people), *map(str, counts), _came_to(some)])
    return rows


def _came_to(some: list[Trial]) -> str:
    met = {each.searched.finding.wrong.key: each.task.law for each in reversed(some) if each.searched and each.searched.finding}
    if met:
        return f"broken: {listed(reversed(met.values()))}"
    wrong = next((trial.errors[0] for trial in some if trial.errors), "") or \
        next((trial.searched.refused for trial in some if trial.searched and trial.searched.refused), "")
    if wrong:
        return wrong
    ends = sum((trial.searched.endings for trial in some if trial.searched is not None), Counter())
    return listed(f"{count} {how}" for how, count in ends.most_common()) or "nothing was played"


def _verdict(tried: Tried) -> str:
    """`fine for 2 to 4 players; at 5 the deck runs short`"""
    fine: dict[str, list[int]] = {}
    other: list[str] = []
    for (mode, people), some in _ways(tried.made).items():
        broken = [trial.searched.finding.wrong.words for trial in some if trial.searched and trial.searched.finding]
        wrong = broken or [trial.errors[0] for trial in some if trial.errors] or \
            [trial.searched.refused for trial in some if trial.searched and trial.searched.refused]
        if not wrong and mode in tried.silent:
            other.append(f"none of the lines of {listed(tried.silent[mode])} comes up with {_numbers([people])} ({mode})")
        elif wrong:
            other.append(f"at {people}{f' ({mode})' if mode else ''}: {_shortened(wrong[0])}")
        else:
            fine.setdefault(mode, []).append(people)
    said = [f"fine for {_numbers(counts)}{f' ({mode})' if mode else ''}" for mode, counts in fine.items()]
    return "; ".join(said + other) or "no law was tried"


def _untried(tried: Tried) -> list[str]:
    """`not tried, for want of time: saved with 5 and 6 players`, law by law."""
    laws: dict[str, list[int]] = {}
    for task in tried.untried:
        laws.setdefault(task.law, []).append(task.people)
    why = "stopped before" if tried.stopped else "there was no time to try"
    return [f"{why}: {name} with {_numbers(sorted(set(counts)))}" for name, counts in laws.items()]


def _numbers(counts: list[int]) -> str:
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed(map(str, counts))} player{'' if counts == [1] else 's'}"


def _shortened(words: str) -> str:
    return words.split("\n")[0].split(";")[0]


# ------------------------------------------------------------------ for programs


def as_data(tried: Tried) -> dict:
    """Counts for each number of players and law, and what was found."""
    return {
        "seed": tried.seed,
        "for_good": [{"name": thing.name, "done": thing.done, "at": str(thing.span)} for thing in tried.for_good],
        "unshown": [{"at": part.where, "sort": part.sort, "line": part.line} for part in tried.unshown],
        "laws": [_law(trial) for trial in tried.made],
        "found": [plain(shown) for shown in tried.examples],
        "untried": [{"law": task.law, "players": task.people} for task in tried.untried],
    }


def _law(trial: Trial) -> dict:
    data = {"law": trial.task.law, "players": trial.task.people, "mode": trial.mode, "errors": list(trial.errors)}
    if trial.searched is not None:
        data |= {"plays": trial.searched.plays, "compiled": trial.searched.by_module,
                 "decisions": trial.searched.decisions, "states": trial.searched.states,
                 "endings": dict(trial.searched.endings), "refused": trial.searched.refused,
                 "broken": trial.searched.finding is not None}
    return data
