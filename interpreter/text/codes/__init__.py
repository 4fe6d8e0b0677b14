"""The catalogue of mistakes: one row for each kind, in bands.

In:  nothing.
Out: a named Code for every kind of mistake, and CODES, the same by number.

01xx how it is written, 02xx names, 03xx types and ranges (writing.py, meaning.py); 04xx effects,
choices, simultaneity and what is hidden, 05xx flow (doing.py); 06xx clauses and rulings, 07xx data
files, 08xx scenarios and plays, 10xx variants (beside.py); 09xx faults in play (faults.py).

The pages in docs/errors are made from these rows. A message says what is wrong, in small letters and
without a full stop; `about` says what it means and what to do. A number is never used again.
"""

from interpreter.text.codes.beside import *
from interpreter.text.codes.doing import *
from interpreter.text.codes.faults import *
from interpreter.text.codes.meaning import *
from interpreter.text.codes.writing import *
from interpreter.text.report import Code

_ROWS = [row for row in list(globals().values()) if isinstance(row, Code)]
CODES = {row.id: row for row in sorted(_ROWS, key=lambda row: row.id)}
