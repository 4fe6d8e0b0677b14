"""build: a game as a WebAssembly module that stands alone, with what a host has to know of it.

In:  a GAME, how many play, options, variants; the name of the module's file.
Out: FILE.wasm and, beside it, FILE.json; docs/develop/wasm.md has the interface.
"""

import json
from pathlib import Path

import click

from interpreter.cli.arguments import chosen_data, chosen_options, lowered, opened, people_of, seat_names
from interpreter.cli.terminal.screen import open_screen
from interpreter.engine.compiled.instance import Missing, runtime
from interpreter.engine.compiled.module import write
from interpreter.engine.compiled.standalone import described
from interpreter.pipeline import rules_digest


def build_game(game: str, players: int | None, pairs: tuple, data: tuple, output: str) -> int:
    """Writes a module, and the names of what is in it."""
    rules = opened(game, players)
    options, tables = chosen_options(rules, pairs), chosen_data(rules, data)
    ctx = lowered(rules, seat_names(people_of(rules, players)), options, tables)
    spec = ctx.spec
    try:
        wasmtime = runtime()
    except Missing as missing:
        raise click.UsageError(f"a module cannot be written without wasmtime: {missing}") from None
    module = write(spec)
    path = Path(output)
    beside = path.with_suffix(".json")
    try:
        path.write_bytes(bytes(wasmtime.wat2wasm(module.text)))
        beside.write_text(json.dumps(described(module, rules_digest(rules, ctx)), ensure_ascii=False, indent=1) + "\n",
                          encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{error.filename} cannot be written: {error.strerror}") from None
    open_screen().say(f"{path} and {beside}: {spec.title} for {len(spec.seats)} players")
    return 0
