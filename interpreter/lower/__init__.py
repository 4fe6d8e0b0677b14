"""Lowering: the declarations of a game become a Spec, in which every name is resolved, typed and numbered.

    symbols.py     World: the declarations by family and name, gathered before any value is looked at
    constants.py   options, types with their ranges, values that are known before play
    layout.py      numbers for spaces, zones, counters and components; components.py reads the sheets they come from
    signatures.py  numbers and parameters for routines, triggers, free actions, routes and limits; the rows of tables
    scope.py       the names of one routine (Scope), and the Context that all of this shares
    values.py      expressions; operators.py and calls.py are its parts
    emitter.py     writes ops into the plan; statements.py and decisions.py say how each statement is written
    lower.py       the whole way in order
    link.py        what is put in when all ops are written
    appearance.py  how the table is drawn
    policies.py    strategies
    fold.py        conditions on options settled, for a Spec that has been checked
"""
