"""What we say, and where: sources, spans, diagnostics, the catalogue of mistakes, how they are drawn.

In:  text, and the facts of whatever went wrong.
Out: source.py (Source, Span), codes.py (the catalogue), diagnostic.py (Code, Report, Fault, `draw` ...).

Nothing here imports anything of ours from outside this folder.
"""
