"""Variants: edits on the named things of a game, merged into its declarations before any name is looked up.

In:  the files of a game as they were parsed, and the variants that are to be applied, in order.
Out: the same files with every edit made. Each declaration and statement keeps its own place, so that what is wrong with a
     variant is told in the variant's file.

    stack.py      which variants are applied: by name, by path, the errata of a heading, those that a variant builds on
    edits.py      what each edit is about: its target by name
    conflicts.py  two variants that want different things of one target; `rank`
    ground.py     the declarations, and how one is found and exchanged
    taking.py     remove
    changing.py   set, replace
    adding.py     add
    guarding.py   guards of a decision
    wrapping.py   before, after, around
    merge.py      all of them, in order
    made.py       the two nodes that only merging makes
"""
