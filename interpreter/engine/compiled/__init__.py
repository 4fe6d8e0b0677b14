"""The second engine: a Spec is written as a WebAssembly module, which wasmtime runs in this process.

The reference engine (interpreter/engine/) stays the law. The same answers lead through equal positions on both, and the same
seed gives the same play, see tests/engine/compiled/. What the module cannot say (why there is a fault, which limit was met) it
leaves alone: it stops (`Stopped`), and the reference engine carries on from the position before the last pause, or plays that
seed anew.

    Spec ──module.py──► text of a module ──instance.py──► Instance ──compiled_play.py──► Compiled: advance, answer, take, ...
                                                                   └─────results.py────► many plays by bots, from seeds

What is written, file by file; each form has one function in a table, found by its class as in the reference engine:

    memory_layout.py         where everything lies in memory: a position is one block, a value 64 bits, a frame a few of them
    data.py                  what never changes: tables and lists that are known when a game is compiled
    writer.py                Compiler (a module on its way), Function, Context (where an expression stands), small texts
    addresses.py             of counters and zones that an expression names, as far as they are known
    expression_functions.py  VALUE and TRUTH: an expression's class -> who writes it             beside engine/evaluate.py
    loops.py                 collections that are only looked through, counted or filtered: loops without lists
    routine_functions.py     a routine as one function; Way: an op where it is written
    changes.py               OPS that change something, and control flow                         beside engine/effects.py
    question_functions.py    OPS that ask a seat or nature, what happens with an answer          beside engine/questions.py
    trigger_functions.py     OPS of triggers, holds and free actions                             beside engine/triggers.py
    journey_functions.py     journeys                                                            beside engine/travel.py
    sight.py                 what a seat may see, for strategies                                 beside observation/masks.py
    strategy_functions.py    what strategies answer                                              beside session/strategies.py
    searching.py             what a player that thinks has to know of a game
    module.py                all of it together as one text; what a host has to know of it (Module)
    translate.py             from a small part of Python to WebAssembly text
    runtime/                 what is the same for all games, in that part of Python: lists, zones, chance, from pause to pause

and who uses a module:

    instance.py        the only file that knows wasmtime, which is imported when it is first needed
    state_transfer.py  a State into memory and back
    compiled_play.py   Compiled: one play, with the calls of a Machine
    results.py         how plays have ended; many plays by bots
    playouts.py        many playouts of a player that thinks (interpreter/search/)
    standalone.py      what a host without Rulewright has to know of a module, as JSON

A new statement has its function in OPS, a new expression in VALUE or TRUTH; tests/engine/compiled/test_forms.py fails for a
form that only one engine knows.
"""
