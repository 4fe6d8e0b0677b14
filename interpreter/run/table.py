"""The table from an expression's class to the function that works it out. evaluate.py fills it, and travelling.py.

In:  nothing.
Out: EVALUATE, empty until evaluate.py has been imported. A file of its own, so that those who fill it can also ask it.
"""

EVALUATE: dict = {}
