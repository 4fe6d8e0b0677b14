"""Generated from rules: the game as a rulebook to read, a page with what a variant changes, and the differences in words.

In:  the merged tree of a game, with the values of its options; for a variant its edits and the game as it is without it.
Out: Pages of headings, paragraphs and items, which the command line prints or writes as Markdown.

    pages.py       headings, paragraphs, items; as Markdown
    settling.py    the tree with every option at its value: what can never apply is left out
    reaching.py    what of it is still used
    lexicon.py     what the names of a game are: zones, counters, members, defines
    voice.py       who is `you` and what a name in a block is called
    values.py      values as parts of a sentence
    conditions.py  conditions as clauses
    saying.py      statements as sentences
    boxes.py       components, tables and the table they lie on
    rulebook.py    the whole game
    differing.py   what a variant changes, edit by edit
    handout.py     one page of that, to lay on a table
"""
