"""Variants: edits on the named things of a game, merged into its declarations before any name is looked up.

In:  the files of a game as they were parsed, and the variants that are to be applied, in order.
Out: the same files with every edit made. Each declaration and statement keeps its own place, so that what is wrong with a
     variant is told in the variant's file.

    stack.py    which variants are applied: by name, by path, the errata of a heading, those that a variant builds on
    edits.py    what each edit is about: its target by name; the two nodes that only merging makes
    targets.py  the declarations, and how one is found and exchanged
    replace.py  remove, set, replace
    add.py      add; guards of a decision
    merge.py    before, after, around; conflicts and `rank`; all edits in their order
    rules.py    a game as it is written: its files, with the variants merged in
"""
