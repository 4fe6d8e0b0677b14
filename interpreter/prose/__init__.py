"""Rules told in sentences: the game as a rulebook to read, a page with what a variant changes, the differences in words.

In:  the merged tree of a game, with the values of its options; for a variant its edits and the game as it is without it.
Out: Pages of headings, paragraphs and items, which the command line prints or writes as Markdown.

    page.py        headings, paragraphs, items; as Markdown
    simplify.py    the tree with every option at its value: what can never apply is left out, and what is still used
    vocabulary.py  what the names of a game are: zones, counters, members, words; who is `you` in a block
    phrases.py     values as parts of a sentence
    conditions.py  conditions as clauses; what somebody is asked
    sentences.py   statements as sentences
    inventory.py   components, tables and the table they lie on
    sections.py    every other declaration: phases, effects, triggers, scores
    rulebook.py    the whole game
    diff.py        what a variant changes, edit by edit
    handout.py     one page of that, to lay on a table
"""
