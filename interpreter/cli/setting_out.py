"""show state: the table after set-up, chance falling as a seed says.

In:  Rules, how many play, options, a seed, a seat's name.
Out: the position in lines or as JSON. What set-up asks of a seat is answered at random from the same seed, and said.
"""

import json

import click
from attrs import define, field

from interpreter.cli.opening import lowered, seat_names
from interpreter.cli.screen import open_screen, plural
from interpreter.cli.table import WATCHER, seen, show_table
from interpreter.core.pause import Over
from interpreter.core.state import State
from interpreter.load import Rules
from interpreter.play.choosers import Random, Take
from interpreter.play.streams import Streams, source_of
from interpreter.run.machine import Machine, start
from interpreter.spec.model import Spec
from interpreter.text.render import suggestion


@define(eq=False)
class _Ready:
    """Watches a machine for the moment at which play begins."""

    spec: Spec
    machine: Machine | None = None
    state: State | None = None
    asked: int = field(default=0)

    def tell(self, what: str, op, branch: int, *facts) -> None:
        """The machine's observer."""
        if what == "run" and facts[0] == self.spec.play and self.state is None:
            self.state = self.machine.state.copy()


def set_up(spec: Spec, seed: int) -> tuple[State, int]:
    """The position when play begins, and how many questions set-up has asked."""
    watch = _Ready(spec)
    machine = watch.machine = Machine(spec, start(spec), watch.tell)
    streams = Streams(seed)
    while watch.state is None:
        pause = machine.advance()
        if watch.state is not None or isinstance(pause, Over):
            break
        for question in pause.questions:
            if question.of_nature:
                machine.answer(question, streams.nature(question, source_of(spec, question, machine.branch)))
                continue
            watch.asked += 1
            answer = Random(streams, question.seat).choose(question)
            if isinstance(answer, Take):
                machine.take(question, answer.offer)
            else:
                machine.answer(question, answer)
    return watch.state or machine.state, watch.asked


def seat_number(spec: Spec, name: str | None) -> int:
    """A seat by its name or its number from 1; nobody in particular sees everything."""
    if name is None:
        return WATCHER
    if name.isdigit() and 1 <= int(name) <= len(spec.seats):
        return int(name) - 1
    if name not in spec.seats:
        raise click.UsageError(f"there is no seat `{name}`; {suggestion(name, spec.seats) or ', '.join(spec.seats)}")
    return spec.seats.index(name)


def show_state(rules: Rules, people: int, options: dict, seed: int, seat: str | None, as_json: bool) -> int:
    """Prints the table after set-up."""
    spec = lowered(rules, seat_names(people), options).spec
    who = seat_number(spec, seat)
    state, asked = set_up(spec, seed)
    if as_json:
        about = {"game": spec.name, "seats": list(spec.seats), "options": spec.option_words, "seed": seed}
        click.echo(json.dumps(about | seen(spec, state, who), indent=1, ensure_ascii=False))
        return 0
    screen = open_screen()
    whose = "everything" if who == WATCHER else f"what {spec.seats[who]} sees"
    screen.line(f"{spec.title} after set-up, seed {seed}: {whose}", "title")
    if asked:
        screen.say(f"{plural(asked, 'question')} of set-up answered at random", "small")
    show_table(screen, spec, state, who)
    return 0
