"""show: which of the shapes of a game is printed.

In:  what is wanted, a GAME, how many play, options, and for `state` a seed and a seat.
Out: tree, facts, plan, state, flow or strategies, in lines or as JSON.
"""

import json

import click

from interpreter.cli import facts, plans
from interpreter.cli.opening import chosen_options, lowered, opened, people_of, seat_names
from interpreter.cli.screen import open_screen
from interpreter.text.render import listed


def show_one(what: str, game: str, players: int | None, pairs: tuple, seed: int, seat: str | None, as_json: bool) -> int:
    """Prints one shape of a game."""
    rules = opened(game, players)
    screen = open_screen()
    if what == "tree":
        if as_json:
            _print([facts.tree_data(file) for file, _ in rules.parts])
        else:
            facts.show_tree(screen, rules)
        return 0
    if rules.stack and not as_json:
        screen.say("with " + listed(f"{one.name} (erratum)" if one.erratum else one.name for one in rules.stack), "small")
    if what == "strategies":
        from interpreter.cli.strategies import show_strategies

        return show_strategies(rules, as_json)
    people, options = people_of(rules, players), chosen_options(rules, pairs)
    if what == "state":
        from interpreter.cli.setting_out import show_state

        return show_state(rules, people, options, seed, seat, as_json)
    ctx = lowered(rules, seat_names(people), options)
    if as_json:
        made = {"facts": lambda: facts.facts_of(ctx.spec, ctx), "plan": lambda: plans.plan_data(ctx.spec),
                "flow": lambda: plans.flow_data(ctx.spec)}
        _print(made[what]())
    elif what == "facts":
        facts.show_facts(screen, ctx.spec, ctx)
    else:
        {"plan": plans.show_plan, "flow": plans.show_flow}[what](screen, ctx.spec)
    return 0


def _print(value) -> None:
    click.echo(json.dumps(value, indent=1, ensure_ascii=False))
