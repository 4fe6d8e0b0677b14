"""Mistakes in how a file is written (01xx) and in what its names mean (02xx).

In:  nothing.
Out: one Code a row.
"""

from interpreter.text.report import Code

# ------------------------------------------------------------------------------------------- 01xx writing

SYNTAX = Code("E0101", "{what}",
    "The line cannot be read as rules. The marked word is the first that does not fit; "
    "what could stand there is named.")
KEYWORD_AS_NAME = Code("E0102", "`{word}` cannot be a name here, because it is the word that begins `{use}`",
    "A name may not be one of the words that begin a line of the same block. Choose another name, "
    "for example with an underscore or a second word.")
BAD_INDENT = Code("E0103", "this line is indented by {got}, and no open block is",
    "A block opens with two more spaces, and a line that leaves it goes back to the indentation of a line above. "
    "Align the line with the block it belongs to.")
UNCLOSED_STRING = Code("E0104", "the words that begin here have no closing `\"`",
    "Words for players stand between double quotes on one line. Close them on the line where they were opened.")
UNCLOSED_BRACKET = Code("E0105", "`{bracket}` is opened here and never closed",
    "Everything inside brackets goes on over the end of the line, so a missing bracket swallows what follows. "
    "Close it where its expression ends.")
QUANTIFIER_NEEDS_BRACKETS = Code("E0106", "`{word}` in the middle of a condition stands in brackets",
    "`some`, `no` and `every` reach as far right as they can, so in a longer condition it would be unclear where they "
    "end. Write `(some c in hand where ...)`.")
CITES_NOT_LAST = Code("E0107", "`cites` goes at the end of the line",
    "The clauses a line carries out are named last, after everything it says. Move `cites` and its ids to the end.")
STRAY_CHARACTER = Code("E0108", "`{char}` does not belong here",
    "The character has no meaning in a rules file, or none at this place. Often it came with text pasted from "
    "elsewhere: curly quotes, a semicolon, a dash that is no minus.")
UNEXPECTED_END = Code("E0109", "the file ends in the middle of `{what}`",
    "Something begun on the last lines is not complete: an expression, a bracket, or a line whose block is missing.")
TAB_INDENT = Code("E0110", "this line is indented with a tab",
    "Indentation is counted in spaces, two to a block, because a tab is as wide as each editor likes. "
    "`rulewright format` replaces them.")
MISSING_FILE = Code("E0111", "there is no file `{name}`",
    "A file named by the rules or on the command line was not found. Names in a rules file are read from the folder "
    "that file is in.")
USE_CIRCLE = Code("E0112", "these files use one another in a circle: {chain}",
    "A library may use others, but not one that comes back to it. Move what both need into a third library.")
BLOCK_MISSING = Code("E0113", "`{word}` needs an indented block below it",
    "This line opens a block, and nothing is indented below it. Write its contents two spaces further in.")
BLOCK_UNWANTED = Code("E0114", "nothing can be indented below `{word}`",
    "The line above opens no block. Perhaps a line was meant to go on: then it ends with a comma, `=`, `and` or a "
    "similar word.")
FRACTION = Code("E0115", "`{text}` is not a whole number, and rules have no others",
    "Numbers in rules are whole, so that every computer gets the same result. Count in a smaller unit, or divide with "
    "`rounded up` or `rounded down` where the rulebook does.")
HEADING_MISSING = Code("E0116", "this file does not say what it is: it has no `game`, `library` or `variant` line",
    "A rules file begins with its heading: `game`, `library` or `variant` and a name.")
HEADING_TWICE = Code("E0117", "a file has one heading; this is the second, after line {line}",
    "One file holds one game or one library. Put the second into a file of its own.")
NOT_TEXT = Code("E0118", "`{name}` is not text in UTF-8",
    "Rules and data files are UTF-8 text. Save the file again with that encoding; spreadsheets call it CSV UTF-8.")
DECLARATION_ELSEWHERE = Code("E0119", "`{what}` cannot stand in a {where}",
    "Some declarations belong to a game only, some to a kind or a scenario. Move it to where it has a meaning.")
EFFECT_OF_LINE = Code("E0120", "`{text}` is a value, and a line does something",
    "A statement begins with a verb or is the call of an effect. A value alone on a line would be worked out and "
    "forgotten: give it a name with `let`, or say what is to be done with it.")
UNREADABLE = Code("E0121", "`{name}` cannot be read: {what}",
    "Where a file is wanted stands something else, or a file that this account may not open.")
NOT_A_GAME = Code("E0122", "`{name}` holds no game: it has no `game` line",
    "Only a game can be played. A library or a variant is checked with the games that use it.")

# --------------------------------------------------------------------------------------------- 02xx names

NO_SUCH_NAME = Code("E0201", "nothing here is called `{name}`",
    "The name is neither a local name of this rule nor declared in this file, the libraries it uses or the core "
    "words. Check its spelling, or add a `use` line.")
NO_SUCH_TYPE = Code("E0202", "there is no kind or enum named `{name}`",
    "A type is a whole-number range, `yes or no`, `Player`, a declared enum or a declared kind of card, piece, token "
    "or space.")
NO_SUCH_ZONE = Code("E0203", "there is no zone named `{name}`",
    "Zones are declared with `zone`, for the table, for each player or for a kind of space.")
NO_SUCH_EFFECT = Code("E0204", "there is no effect or event named `{name}`",
    "Something that happens is declared with `effect` or `event`, in the game or in a library it uses.")
NO_SUCH_STEP = Code("E0205", "there is no step named `{name}` in {where}",
    "The phase or turn has no step of that name. Steps are looked up in the phase or turn named after `in`.")
NO_SUCH_PHASE = Code("E0206", "there is no phase or turn named `{name}`",
    "`run`, `end` and `limit` speak of a declared `phase` or `turn`.")
NO_SUCH_TRIGGER = Code("E0207", "there is no trigger named `{name}`",
    "`hold` and `order` name declared triggers, by the word after `trigger`.")
NO_SUCH_DECISION = Code("E0208", "there is no decision named `{name}`",
    "A decision is named by the word after `choose`, `may`, `split` and so on; where two effects use the same word, "
    "it is qualified by its effect.")
DECLARED_TWICE = Code("E0209", "`{name}` is declared already, in {where}",
    "Two declarations of one name, and no way to tell which is meant. Give one of them another name.")
NO_SUCH_LIBRARY = Code("E0210", "there is no library named `{name}`",
    "`use` looks for a library beside the file and among those that come with Rulewright.")
NO_SUCH_OPTION = Code("E0211", "there is no option named `{name}`",
    "An option is a setting fixed before play, declared with `option`. `rulewright explain` lists those of a game.")
NO_SUCH_DIE = Code("E0212", "there is no die named `{name}`",
    "`roll` names a declared `die`.")
NO_SUCH_ROUTE = Code("E0213", "there is no route named `{name}`",
    "`travel ... along` names a declared `route`.")
NO_SUCH_GAME = Code("E0215", "there is no game named `{name}`",
    "A game is found by its folder's name or by the path of its rules file. `rulewright list` shows those that come "
    "with Rulewright.")
NO_SUCH_ROW = Code("E0216", "`{table}` has no row `{name}`",
    "A single row of a component or board file is named by its `id`. Compare the spelling with the file.")
NAME_TAKEN = Code("E0217", "`{name}` would hide the `{name}` of {where}",
    "A name means one thing at a time, so a local name may not hide another that is still in use here. "
    "Choose another.")
NO_ME = Code("E0218", "there is no `me` here",
    "`me` is the player whose turn or whose branch of a simultaneous step it is; in setup and between turns there is "
    "none. Name the player, for example with `for each p in players`.")
NO_IT = Code("E0219", "there is no `it` here",
    "`it` is the thing a filter, a guard or a strategy looks at, and exists only inside one. Name the thing, or write "
    "`those x in ... where ...`.")
OUTSIDE_MAY = Code("E0220", "`{name}` exists only inside the block of the `may` that asks for it",
    "What was chosen under `may` may not have been chosen at all. Put the lines that need it inside the block, or use "
    "`choose`.")
NO_PREVIOUS = Code("E0221", "there is no `previous` here",
    "`previous` is the space left by the last step of a journey, and has a meaning only inside a `route`.")
NO_SUCH_STRATEGY = Code("E0222", "there is no strategy named `{name}`",
    "A seat is given a strategy by its name, or `random`.")
NO_SUCH_SEAT = Code("E0223", "there is no seat named `{name}`",
    "A zone or counter is seen by its `owner`, by `everyone`, by `nobody`, or by a seat that the heading of the game names.")
NO_SUCH_RULE = Code("E0225", "there is no rule named `{name}` in {where}",
    "A named piece of setup or of a step is declared with `rule`.")
NO_SUCH_OFFER = Code("E0226", "there is no offer named `{name}`",
    "A free action is declared with `offer`; `takes` and `at` name it by the word after that.")
NO_SUCH_BOARD = Code("E0227", "there is no board, table or component set named `{name}`",
    "The name is used where a board, a `table` or `components` is wanted, and none is declared under it.")
NO_SUCH_VALUE = Code("E0228", "`{name}` is not a value of {thing}",
    "Enums and options are closed: their values are those of their declaration. The nearest is offered.")
AMBIGUOUS = Code("E0229", "`{name}` can mean {meanings}",
    "Two things share the name, and nothing here says which is meant. Qualify it with what it belongs to.")
EVENT_PARAMETERS = Code("E0230", "`{name}` has {wanted} parameters, and this names {got}",
    "A trigger or wrapper gives a name to every parameter of its event, in order.")
