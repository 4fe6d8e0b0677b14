"""Real dice and cards: what `--chance` says is asked, and asking it, of the person who sees the card and of nobody else.

In:  the words of `--chance`; a question of nature, and the Referee who puts it.
Out: a Chance for the session; the answer given to it. Raises Left when the person leaves.
"""

from pathlib import Path

import click

from interpreter.cli.arguments import WRONG
from interpreter.cli.terminal.screen import plural, Screen
from interpreter.core.question import Naming, Question
from interpreter.core.types import Kind
from interpreter.engine.evaluate import HEAP
from interpreter.ir.model import Spec
from interpreter.session.answers import parse_value
from interpreter.session.notation import fold, names, Trouble
from interpreter.session.physical_chance import ALL, Answers, Chance, no_source, NoAnswer, read_answers, sources, witnesses
from interpreter.text.diagnostic import listed

SEED, TABLE = "seed", "table"
HANDS = -1                                    # who is told what hands have to do, among those who are told what happened
LOOKS = ("log", "state", "map")
HANDLED = ("shuffle", "move", "swap")


# ------------------------------------------------------------------ the words of the command line


def chance_for(spec: Spec, words: tuple[str, ...]) -> Chance | None:
    """What `--chance` asks for; None where all of it falls as the seed says."""
    said: dict[str, str] = {}
    for word in words:
        name, where = _said(word)
        if name != ALL and name not in sources(spec):
            raise click.UsageError(no_source(spec, name))
        said[name] = where
    asked = {name for name in (sources(spec) if said.get(ALL, SEED) != SEED else ()) if name not in said}
    asked |= {name for name, where in said.items() if name != ALL and where != SEED}
    if said.get(ALL, SEED) != SEED and SEED not in said.values():
        asked = {ALL}                                         # cards mixed by a blind choice as well
    if not asked:
        return None
    read = {where: _read(spec, where) for where in dict.fromkeys(said.values()) if where not in (SEED, TABLE)}
    return Chance(spec, frozenset(asked), {name: read[where] for name, where in said.items() if where in read})


def _said(word: str) -> tuple[str, str]:
    """`table`, `d6=table`, `answers.txt`: the source, and where its answers come from."""
    name, sign, where = (part.strip() for part in word.partition("="))
    if not sign or Path(word).exists():
        return ALL, word.strip()
    if not name or not where:
        raise click.UsageError(f"`{word}` says nothing of chance: write SOURCE=seed, SOURCE=table or SOURCE=FILE")
    return name, where


def _read(spec: Spec, where: str) -> Answers:
    if not Path(where).exists():
        raise click.UsageError(f"chance comes from `seed`, `table` or a file, and there is no file `{where}`")
    try:
        return read_answers(where, spec)
    except NoAnswer as error:
        click.echo(str(error), err=True)
        raise click.exceptions.Exit(WRONG) from None


def say_chance(screen: Screen, chance: Chance | None) -> None:
    """What is asked, and how cards are."""
    if chance is None:
        return
    names_ = "all chance" if ALL in chance.asked else f"the chance of {listed(sorted(chance.asked))}"
    screen.say(f"{names_} falls on your table: say what came; a card is asked for when somebody sees it", "small")


# ------------------------------------------------------------------ asking


def ask_table(referee, question: Question) -> None:
    """Asks until something comes of it; `undo`, `undo!` and `quit` do what they always do."""
    seat = _who(referee, question)
    if seat >= 0:
        referee.sit(seat)
    _for_hands(referee, question)
    name = referee.spec.seats[seat] if seat >= 0 else "table"
    for line in _prompt(referee, question, seat):
        referee.screen.say(line[0], line[1], then="  ")
    while not _line(referee, question, referee.keyboard.ask(f"{name}>", _words(referee.spec, question))):
        pass


def _for_hands(referee, question: Question) -> None:
    """What is to be done with the real cards before: only what all may know, and without the cards that are asked for."""
    session, asked = referee.session, set(getattr(question, "things", ()))
    since = referee.heard.get(HANDS, 0)
    referee.heard[HANDS] = len(session.log.lines)
    seats = referee.people or range(len(referee.spec.seats))
    first, *others = [{line.at: line for line in session.log_for(seat, since)} for seat in seats]
    for at, line in first.items():
        known_to_all = all(at in told and told[at].text == line.text for told in others)
        if line.what in HANDLED and not line.undone and known_to_all and not asked & session.log.lines[at].faces.keys():
            referee.screen.say(line.text, "small", first="  ", then="    ")


def _who(referee, question: Question) -> int:
    """The seat that is asked, or -1: whoever sits there. Who sits at the keyboard already is not sent away."""
    seats = witnesses(referee.spec, referee.session.state, question)
    able = [seat for seat in referee.people if seats >> seat & 1]
    if not able or len(able) == len(referee.people) > 1:
        return -1
    return referee.at if referee.at in able else able[0]


def _prompt(referee, question: Question, seat: int) -> list[tuple[str, str]]:
    spec, who = referee.spec, f"{referee.spec.seats[seat]}: " if seat >= 0 else ""
    if not isinstance(question, Naming):
        return [(f"{who}{_fallen(question)}", "ask")]
    kind = spec.components[question.things[0]].kind
    where = spec.zones[question.zone].label if question.zone >= 0 else "on the way"
    which = f"{plural(question.count, kind)} are these" if question.count > 1 else f"{kind} is this"
    lines = [(f"{who}which {which}, from {question.source}, now in {where}?", "ask")]
    ordered = question.zone >= 0 and spec.zone_shape[question.zone] != HEAP and question.count > 1
    if ordered or question.count > 1:
        lines.append((f"  type their names with blanks between{', from the top' if ordered else ''}", "small"))
    if question.seats == 0:
        lines.append(("  the rules have to know a card that nobody has seen: one of you has to look at it", "small"))
    elif seat < 0 and not any(question.seats >> person & 1 for person in referee.people):
        seen = listed([name for number, name in enumerate(spec.seats) if question.seats >> number & 1])
        lines.append((f"  only {seen} may see it, for whom nobody sits here: one of you has to look", "small"))
    return lines


def _fallen(question: Question) -> str:
    source = question.source.replace("_", " ")
    match question.name:
        case "roll":
            return f"roll {source}{f', {question.count} of them' if question.count > 1 else ''}: what fell?"
        case "pick":
            return f"take one at random ({source}): which is it?"
    return f"{source}, from the top: what lies there?"


def _words(spec: Spec, question: Question) -> list[str]:
    """All cards of that kind: to complete what is typed without telling which of them others have."""
    type_ = question.type
    if isinstance(question, Naming):
        type_ = Kind(spec.components[question.things[0]].kind)
    return [*(names(spec, type_).words if type_ is not None else ()), "undo", "undo!", "quit"]


def _line(referee, question: Question, text: str) -> bool:
    word = fold(text)
    if word == "quit":
        referee.leave()
    if word in ("?", "help"):
        told = ("type what fell, or which cards these are; `log`, `state` and `map` show the play, `undo!` takes back the last"
                " answer, `fix 12 = VALUE` puts line 12 of the log right, `quit` leaves")
        referee.screen.say(told, "small")
        return False
    if word in LOOKS:
        referee.look(word)
        return False
    if word.startswith("fix "):
        return referee.fix(text[4:])
    if word in ("undo", "undo!"):
        return referee.take_back(question, word == "undo!")
    value = parse_value(referee.spec, question, text) if text else Trouble("type what came of it, or `quit`")
    if isinstance(value, Trouble):
        head = "that cannot be" if isinstance(question, Naming) else "not understood"
        referee.screen.say(f"{head}: {value}", "no")
        return False
    referee.session.answer(question, value)
    return True
