"""What we say, and where: sources, spans, diagnostics, the catalogue of mistakes, how they are drawn.

In:  text, and the facts of whatever went wrong.
Out: source.py (Source, Span), report.py (Code, Report, Fault ...), codes (the catalogue), render.py (draw).

Nothing here imports anything of ours from outside this folder.
"""
