"""show: which of the shapes of a game is printed.

In:  what is wanted, a GAME, how many play, options, and for `state` a seed and a seat.
Out: tree, facts, plan, the WebAssembly module, flow, the state after set-up, or the strategies of the game, in lines or as
     JSON.
"""

import json

import click
from attrs import define, field

from interpreter.cli.arguments import chosen_options, complain, lowered, opened, people_of, seat_names
from interpreter.cli.commands import show_plan
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.cli.terminal.table import seen, show_table
from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.display.things import WATCHER
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.session.bots import CHOOSERS, Random, SEARCH, Take
from interpreter.session.strategies import strategies_of, Written
from interpreter.session.streams import source_of, Streams
from interpreter.syntax import ast
from interpreter.text.diagnostic import listed, plural, Report, suggestion
from interpreter.variant.rules import Rules


def show_one(what: str, game: str, players: int | None, pairs: tuple, seed: int, seat: str | None, as_json: bool) -> int:
    """Prints one shape of a game."""
    rules = opened(game, players)
    screen = open_screen()
    if what == "tree":
        if as_json:
            _print([show_plan.tree_data(file) for file, _ in rules.parts])
        else:
            show_plan.show_tree(screen, rules)
        return 0
    if rules.stack and not as_json:
        screen.say("with " + listed(f"{each.name} (erratum)" if each.erratum else each.name for each in rules.stack), "small")
    if what == "strategies":
        pass

        return show_strategies(rules, as_json)
    people, options = people_of(rules, players), chosen_options(rules, pairs)
    if what == "state":
        pass

        return show_state(rules, people, options, seed, seat, as_json)
    ctx = lowered(rules, seat_names(people), options)
    if what == "wasm":
        from interpreter.engine.compiled.module import write
        text = write(ctx.spec).text
        _print({"game": ctx.spec.name, "text": text}) if as_json else click.echo(text, nl=False)
        return 0
    if as_json:
        data = {"facts": lambda: show_plan.facts_of(ctx.spec, ctx), "plan": lambda: show_plan.plan_data(ctx.spec),
                "flow": lambda: show_plan.flow_data(ctx.spec)}
        _print(data[what]())
    elif what == "facts":
        show_plan.show_facts(screen, ctx.spec, ctx)
    else:
        {"plan": show_plan.show_plan, "flow": show_plan.show_flow}[what](screen, ctx.spec)
    return 0


def _print(value) -> None:
    click.echo(json.dumps(value, indent=1, ensure_ascii=False))


# ------------------------------------------------------------------ show state


@define(eq=False)
class _Ready:
    """Watches a machine for the moment at which play begins."""

    spec: Spec
    machine: Machine = field(init=False)
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


# ------------------------------------------------------------------ show strategies


def show_strategies(rules: Rules, as_json: bool) -> int:
    """Every strategy of a game; 1 if a file of them cannot be read."""
    report = Report()
    strategies = strategies_of(rules, report)
    complain(report.errors)
    if as_json:
        click.echo(json.dumps([_plain(strategy) for strategy in strategies.values()], indent=1, ensure_ascii=False))
    else:
        screen = open_screen()
        for strategy in strategies.values():
            _show(screen, strategy)
        screen.say(f"and for every game: {listed((*CHOOSERS, SEARCH))}", "small")
    return 0 if report.ok else 1


def _show(screen: Screen, strategy: Written) -> None:
    screen.say(f"{strategy.name}: {strategy.node.title.text}", "title")
    if strategy.doc:
        screen.say(strategy.doc, first="  ", then="  ")
    for option in strategy.options:
        about = f": {option.about.text}" if option.about is not None else ""
        screen.say(f"{option.name.text} = {option.first.span.text}, {option.type.span.text}{about}", first="  ", then="    ")
    screen.say(f"speaks of {listed(_spoken_of(strategy))}", first="  ", then="    ")


def _spoken_of(strategy: Written) -> list[str]:
    """The decisions and free actions, in the order of its lines."""
    names = [line.where.decision.text for line in strategy.node.lines if isinstance(line, ast.PlanAt)]
    rest = any(isinstance(line, ast.PlanOtherwise) for line in strategy.node.lines)
    return [*dict.fromkeys(names), *(["everything else"] if rest else [])]


def _plain(written: Written) -> dict:
    options = {option.name.text: {"first": option.first.span.text, "type": option.type.span.text} for option in written.options}
    return {"name": written.name, "title": written.node.title.text, "about": written.doc, "parameters": options,
            "decisions": _spoken_of(written)}
