"""The catalogue of mistakes: a row for each, with its number, its sentence and what to do about it.

In:  nothing.
Out: one Code a row. 01xx how a file is written, 02xx names, 03xx types and ranges, 04xx effects, choices and what is hidden,
     05xx the order of play, 06xx clauses, 07xx data, 08xx scenarios and plays, 09xx faults in play, 10xx variants.

Longer than other files on purpose: it is one table, looked up by number.
"""

from interpreter.text.diagnostic import Code

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


# ------------------------------------------------------------------------------------------- 03xx types and ranges


WRONG_TYPE = Code("E0301", "expected {wanted}, this is {got}",
    "The value is of another type than the place needs. The types are worked out before play, from the declarations.")
ARGUMENT_COUNT = Code("E0302", "`{name}` takes {wanted}, and is given {got}",
    "The call has more or fewer arguments than the declaration has parameters.")
OUT_OF_RANGE = Code("E0303", "`{thing}` goes from {low} to {high}; this is {got}",
    "The value can be shown to leave the declared range whatever happens. Widen the range, or say what the rulebook "
    "says happens at its end: `at most`, `at least`.")
NOT_A_ZONE = Code("E0304", "this is {got}, and `{verb}` needs a zone",
    "Only zones hold things. Name the zone itself, not what lies in it.")
NOT_A_NUMBER = Code("E0305", "expected a number, this is {got}",
    "Counting and comparing with `<` need whole numbers.")
NOT_A_COLLECTION = Code("E0306", "expected several things, this is {got}",
    "A filter, `for each`, `count` and their like work on a zone, a list, a set, an enum or a range.")
NOT_COMPARABLE = Code("E0307", "{left} and {right} cannot be compared",
    "Things of different types are never the same, so the comparison would always give the same answer. One side is "
    "probably not what was meant.")
NOT_CHANGEABLE = Code("E0308", "`{name}` cannot be changed: it is {what}",
    "`set`, `raise` and `lower` change a counter, a state or a `let` of the same effect, and nothing else.")
NO_RANGE = Code("E0309", "`{name}` runs downward, and nothing lies between {low} and {high}",
    "Counters, options and number fields say how far they go, the lower end first: `0..20`.")
TABLE_NOT_COVERED = Code("E0310", "`{name}` has no row for {missing}",
    "A table without `otherwise` has a row for every key. Add the rows, or an `otherwise` if the rest is all the same.")
DEPENDING_NOT_COVERED = Code("E0311", "nothing is said for {missing}",
    "`depending on` covers every value, or ends with `otherwise`.")
NOT_A_MEMBER = Code("E0312", "`{name}` is not something a {thing} has",
    "After the dot stands a field, zone, counter, state or score of the thing before it. What it has is listed below.")
DEFINE_CIRCLE = Code("E0313", "these come back to themselves: {chain}",
    "What a `define`, a table or a score calls may not call it back. A walk along a list is written with `running`; an "
    "effect may come back to itself.")
DEFINE_NO_OTHERWISE = Code("E0314", "`{name}` says nothing when none of its conditions holds",
    "A `define` of lines `value if condition` is read from the top, and its last line has no condition.")
BAD_WRITTEN = Code("E0315", "`{text}` is not how a {thing} is written: {wanted}",
    "The kind declares a `written` form, and the text does not follow it.")
DIVISION = Code("E0317", "this divides by {by}",
    "Division by nothing has no result, and division that leaves a remainder says `rounded up` or `rounded down`.")
GIVES_NOTHING = Code("E0318", "`{name}` gives nothing back",
    "`as` takes what an effect gives. This one has no `gives` in its heading.")
GIVE_MISSING = Code("E0319", "`{name}` gives {wanted}, and not every way through it ends with `give`",
    "An effect that `gives` a type does so on every path that does not end the turn, phase or game.")
WRONG_AMOUNT = Code("E0320", "{got} of {thing} is asked for, and there can be {low} to {high}",
    "The number after `exactly`, `up to`, `at least`, `draw` or `of` can never be met.")
EMPTY_RANGE = Code("E0321", "`{low}..{high}` runs downward and holds nothing",
    "A range whose end lies before its beginning is empty. That can be meant where the ends are worked out, not where "
    "both are written.", "warning")
RANGE_NOT_CONSTANT = Code("E0322", "a range may name numbers and options; `{name}` is {what}",
    "Ranges are fixed before play, so only what is fixed by then can stand in them.")
TOO_MANY_TO_ORDER = Code("E0323", "`{name}` works on at most {limit} things, and here there can be {got}",
    "All orders, or all groups, of many things are more than anybody can weigh. Narrow the collection first.")
TABLE_KEYS = Code("E0324", "`{name}` has {wanted}, and this row has {got}",
    "Every row of a table has as many keys and values as its heading.")
TABLE_ROW_TWICE = Code("E0325", "`{name}` has two rows for {key}",
    "Only one of them can count. Take the other away.")
ALWAYS_THE_SAME = Code("E0326", "this is always {value}",
    "The condition cannot come out otherwise, so the question is not one. A name or a number is probably mistaken.",
    "warning")
UNKNOWN_TYPE = Code("E0327", "what `{name}` is cannot be worked out here",
    "An empty list, `none` or a parameter without use says nothing about its type. Give the type after a colon.")
WRONG_ORDER = Code("E0329", "{what} has no order",
    "`top`, `bottom`, `first` and `last` need a pile, a column, a stack or a list; a heap has no order.")
ZONE_UNSEEN = Code("E0330", "`{name}` does not say who sees the faces in it",
    "Every zone says `face up`, `face down` or `seen by owner`, unless it is `out of play`.")
INDEX_MISSING = Code("E0331", "`{name}` is one for each of {wanted}: say which",
    "A zone or counter declared with an index is always written with one, as in `me.row[A]`.")
OPTION_VALUE = Code("E0332", "option `{name}` cannot be {value}: {why}",
    "An option takes a value of its range or list.")
DRAWN_BY_MORE = Code("E0333", "`{name}` looks at more than it is given",
    "Whoever sees two cards that lie one below the other is shown whether they join, and whoever sees a counter, what its "
    "square is worth. So the define behind `joined by` or `on` may look only at what is printed, and at options.")
TOO_LARGE = Code("E0334", "{what} {got}, and {limit} are the most",
    "What is larger than any game on a table needs is refused, so that rules are checked and played within seconds. "
    "`docs/language.md` has the limits as a table; `--limit NAME=NUMBER` on the command line raises one of them.")
MEMBERS_COUNT = Code("E0336", "`{name}` says {wanted}, and the table below has {got}",
    "Where a number is said, the rows and their `copies` come to it; one row without `copies` stands for all. Change the "
    "number, or the table.")
GRID_FIELD = Code("E0337", "`{name}` of a space of the grid `{board}` has no value",
    "No file says what is printed on the spaces of a grid, except `column` and `row`, which a grid says itself. Give the "
    "field a value that all spaces have, as in `wall: yes/no = no`.")
NOT_A_GRID = Code("E0338", "`{name}` needs a grid, and `{board}` is none",
    "Only a board that is declared as `board grid of Cell, 7 by 6` has columns and rows.")
TOLD_BY_MORE = Code("E0340", "how an option of `{name}` is told looks at more than the option",
    "An answer in a record is read back by its words, so they may depend only on the option (`it`), on what is printed on "
    "things, and on the options of the game.")
TOLD_NOT_HERE = Code("E0341", "only the options of a `choose` of one thing can be told in words of their own",
    "Where several are chosen, divided or put in an order, each of the things keeps its own words: see `written` of its kind.")
BOUND_EMPTY = Code("E0342", "nothing lies between {low} and {high}",
    "The lower end of a bound stands first.")
BOUND_UNIT = Code("E0343", "{what} is {wanted}, and this is {got}",
    "Shares of wins, ties and skill are told in per cent, as in `in 20%..30%`; scores, lengths and margins as numbers.")
BOUND_SHARE = Code("E0344", "a share lies between 0 % and 100 %, and this is {got}",
    "No part of all plays is less than none of them or more than all.")
BOUND_PEOPLE = Code("E0345", "this bound is for {got}, and the game is for {can}",
    "A bound is tested with as many players as it says, each of which has to be a number that can play. A bound on skill needs "
    "two.")
BOUND_SEAT = Code("E0346", "with {count} there is no `{seat}`",
    "Say with `for N players` for how many the bound is meant, or speak of `the last seat`.")
BOUND_CANNOT = Code("E0347", "{count} seats cannot win more than {low} each",
    "The shares of all seats come to at most 100 %.")
BOUND_BY = Code("E0348", "a bound on skill names its players itself",
    "`skill of good over beginner` says who plays against whom; leave out what stands behind `by`.")
BOUND_CANNOT_SKILL = Code("E0349", "`{name}` plays against itself",
    "A bound on skill compares two players: two strategies, one with two parameters, or one with `random`.")
NO_TURN = Code("E0339", "`repeated position` looks at the beginnings of turns, and these rules have no `turn`",
    "`repeated position` compares the positions in which turns begin. Write what a player does as a `turn`.")
NOT_A_KEY = Code("E0335", "`{name}` cannot be one for each {got}",
    "A zone, counter or state is one for each word of a list, number of a range, yes and no, player or thing. A set, a list or "
    "what may be missing is none of these.")


# -------------------------------------------------------------- 04xx effects, choices, simultaneity, hidden

EFFECT_IN_EXPRESSION = Code("E0401", "`{name}` is an effect, and effects happen in statements",
    "Expressions only read. Write the effect on a line of its own, with `as x` for what it gives, and use `x`.")
SUPPOSE_ASKS = Code("E0403", "`suppose` reaches the question `{name}`, through {chain}",
    "Supposing carries an effect out on a copy, where nobody can be asked. Decide before and pass the answer, or make "
    "the question a `may`, which is declined there.")
SUPPOSE_CHANCE = Code("E0404", "`suppose` reaches a {what}, through {chain}",
    "Supposing has no chance in it: a roll, a shuffle or a card nobody knows would have to be made up.")
NO_OPTIONS_POSSIBLE = Code("E0405", "`{name}` can never have an option",
    "The options can be shown to be empty whatever the position, so the question would always be a fault.")
HIDDEN_OPTIONS = Code("E0406", "{who} may not see {what}, and the options of `{name}` tell it",
    "The list of options is itself information. Offer what the decider can see, and let a guard refuse the rest.")
SECRET_CHANCE = Code("E0437", "what {what} gives is told to all, and `{cell}`, where it comes to stand, is hidden",
    "Say behind it who sees it: `, seen by me`. With `, seen by players` it is told to all on purpose.", "warning")
SECRET_ASKER = Code("E0438", "who is asked for `{name}` depends on {what}, which not everybody may see",
    "At one keyboard everybody learns who is asked. Behind `by` of a `choose` or `may`, `, everyone asked` puts the question "
    "to everybody, and the answer of that one counts.", "note")
AUTOMATIC_ASKED = Code("E0407", "`{name}` would ask {seat}, an automatic seat",
    "An automatic seat has no decisions; what it does is rules. Say what it takes, or leave it out of those asked.")
CANNOT_HOLD = Code("E0408", "`{name}` cannot be held: it is {what}",
    "`hold` makes a `when` or an `as soon as` trigger wait. What comes `before` or `instead of` an event cannot "
    "wait for it to be over.")
PROCEED_HERE = Code("E0409", "`proceed` has a meaning only inside `instead of` and `around`",
    "It carries out what the trigger or the variant stands in place of; here it stands in place of nothing.")
SET_ARGUMENT = Code("E0410", "`{name}` is a parameter, and can be set only in a `before` trigger",
    "A parameter keeps its value while the effect runs. Take a `let` for what changes.")
BRANCH_READS = Code("E0411", "in `{step}` everyone acts at once, and this reads {what}, which another may be changing",
    "A branch sees the table as it was when the step began, plus what it did itself. Read it in a step before.")
BRANCH_WRITES = Code("E0412", "in `{step}` everyone acts at once, and {what} is not this player's own",
    "A branch changes what is its own player's. It may move things into other zones, where they arrive when all are "
    "done, but not take from them.")
BRANCH_ENDS = Code("E0413", "`end {what}` cannot stand in a step where everyone acts at once",
    "One branch cannot end what the others are still in. `end step` ends the own branch; end the rest in the next "
    "step.")
SHARED_PILE_COUNT = Code("E0414", "the others are drawing from `{zone}` too, so its count is not known here",
    "In a simultaneous step a shared pile is served seat by seat. Use `, if possible`, or read the count in a step "
    "before.")
TWO_INSTEAD = Code("E0415", "`{name}` and `{other}` both stand in place of `{event}`; `{name}`, declared later, is "
    "outermost",
    "Both replacements apply, one inside the other. If that is meant, say it: `order A, then B` asks `A` first, which "
    "then stands outermost. Otherwise give them tests that exclude one another.", "warning")
SUPPOSE_ENDS = Code("E0416", "`suppose` reaches `end {what}`, through {chain}",
    "What is supposed comes back with a value, so it may not end anything outside itself.")
END_IN_LOOP = Code("E0417", "`end {what}` leaves the `for each` in the middle: the rest of it will not happen",
    "Losses that others still owe are skipped. Do what all owe first, and end afterwards.", "warning")
STEP_ONLY_REFUSAL = Code("E0419", "a wrong answer to `{name}` can only be refused by naming the step",
    "Nothing near the question cites a clause, so a refused player would not learn which rule forbids it. Cite it at "
    "the question, or write the options as a domain with guards.", "warning")
SUPPOSE_HIDDEN = Code("E0420", "`suppose` reads {what}, which {who} may not see",
    "What a seat supposes works with what that seat may know.")
PROCEED_TWICE = Code("E0421", "`proceed` can be reached twice on one path",
    "What is wrapped happens at most once. Put one of the two into the other branch of the `if`.")
OFFER_WINDOW = Code("E0422", "`{name}` can never be taken: {window}",
    "A free action is open beside a decision, during a turn or step, or at a moment: between steps, before or after a "
    "roll, before, after or instead of an effect. This window never opens.", "warning")
SPLIT_SIZES = Code("E0423", "the parts of `{name}` take {sizes}, and there are {got} to split",
    "The sizes of the parts have to add up to what is split.")
DECIDER_MISSING = Code("E0424", "nobody is asked `{name}`: there is no `me` here, and no `by`",
    "Where it is nobody's turn, a question says who answers it: `by p`.")
HOLD_NOTHING = Code("E0425", "nothing in this block can set off `{name}`",
    "The trigger is held and cannot wake here, so the `hold` does nothing.", "warning")
TRIGGER_NEVER = Code("E0426", "nothing in the game causes `{event}`, so this trigger never runs",
    "The event is declared, and no rule announces it or calls it.", "warning")
REVEAL_NOTHING = Code("E0429", "everyone can see `{what}` already",
    "There is nothing to reveal. The zone is open, or the things were shown before.", "warning")
NOT_MOVABLE = Code("E0430", "{what} cannot be moved: it is {got}",
    "Only cards, pieces and tokens lie in zones and go from one to another. Spaces stay where they are.")
STRATEGY_HIDDEN = Code("E0431", "the strategy `{name}` looks at {what}, which {who} may not see",
    "A strategy decides by what its seat knows: what lies open, what it may look into, what it may count.")

ORDER_APART = Code("E0432", "`{name}` and `{other}` need no order: {why}",
    "`order` is for triggers that may come at the same moment: `before`, `when` or `instead of` the same event, two "
    "`as soon as`, or what the same `hold` lets go.")
ORDER_CIRCLE = Code("E0433", "`{name}` cannot come before `{other}`, because it comes after it",
    "Two lines of `order` contradict one another, perhaps by way of other triggers. Take one of them away; a variant "
    "takes away a line of its base with `remove order A, then B`.")
ORDER_UNSAID = Code("E0434", "`{name}` and `{other}` may come at the same moment, {when}, and only their place in the files "
    "says which is first",
    "What one of them does matters to the other. Look up what the rulebook says and write `order A, then B`; "
    "`test` tries both orders and tells whether it makes a difference.", "note")
SIMULTANEOUS_END = Code("E0435", "where `{name}` is due for several {what} at once, only the first of them is carried out, "
    "for it ends the game",
    "The members of a `for each` are carried out one after the other, players from the current one on. If it can be that "
    "several reach the end together, say what then: one condition for all of them (`as soon as some p in players where "
    "...`) and one "
    "`end game`, which may name several winners.", "note")
SETUP_SHORT = Code("E0436", "set-up draws {got} from `{zone}` in all, and lays {there} there",
    "With so many players the cards run out before set-up is done. Give the set more cards, deal fewer, or say "
    "`draw ... if possible`.")

# ------------------------------------------------------------------------------------------------ 05xx flow

UNREACHABLE = Code("E0501", "this is never reached, because line {line} always leaves",
    "Whatever stands after an `end`, a `give` or a choice that always leaves is not carried out.", "warning")
LOOP_UNBOUNDED = Code("E0502", "nothing in this loop brings it to an end",
    "`while` and `repeat until` need something in the block that changes what their condition reads.")
NO_LIMIT = Code("E0503", "it cannot be seen that every play ends",
    "`play` runs something again and again without a bound the checker can see. Add `limit turn to 200 \"...\"`.")
EFFECT_CIRCLE = Code("E0504", "these effects come back to themselves: {chain}",
    "That is allowed: the rulebook may say it so. `limit nesting` bounds how deep it may go; one more is a fault.",
    "note")
NO_WINNER = Code("E0505", "the game does not say who wins",
    "`winner` lists criteria, best first, and ends with `shared` or `nobody` if a tie may remain.", "warning")
NO_PLAY = Code("E0506", "the game has no `play`",
    "`play` says what is run, in which order, until the game is over.")
NO_SETUP = Code("E0507", "the game has no `setup`",
    "Without it every component stays in its set, out of play.", "warning")
OPTION_UNREAD = Code("E0508", "no rule reads the option `{name}`",
    "Every option makes a difference somewhere. Carry it out, refuse it with a `require`, or take it away.", "warning")
VALUE_UNDISTINGUISHED = Code("E0509", "no rule tells `{value}` of `{name}` from {others}",
    "Every value of an option is carried out by the rules or refused by a `require` that says so.", "warning")
NEVER_USED = Code("E0510", "`{name}` is never used",
    "It is declared and nothing speaks of it.", "warning")
OPTION_DEPENDS = Code("E0511", "`{name}` is read only when `{other}` is {value}",
    "A list of which options matter only under others; nothing need be done.", "note")
END_OUTSIDE = Code("E0512", "there is no {what} here to end",
    "`end turn`, `end phase` and `end step` leave the innermost one, and this rule runs outside any.")
RUN_CIRCLE = Code("E0514", "these run one another in a circle: {chain}",
    "Phases and turns lie inside one another and do not come back. Repeat with `repeat` or `while`.")
TIE_OPEN = Code("E0515", "a tie may be left after the last criterion",
    "End the list of `winner` with `shared` or `nobody`; without either a remaining tie is a fault.", "warning")
STRANDED = Code("E0518", "what goes to `{zone}` stays there: no rule ever finds it",
    "No rule takes from this zone, looks into it or counts it, and nobody sees what lies there. Take the things back with a "
    "rule, or say that the zone is `out of play`.", "warning")
BASE_MISSING = Code("E0517", "a game `based on` another states its own {what}",
    "It takes over the other's things, effects and scoring; setup, play and winner are its own.")


# ------------------------------------------------------------------------------- 06xx clauses and rulings

NO_SUCH_CLAUSE = Code("E0601", "the rulebook has no clause `{name}`",
    "Clause ids are those of `clauses.tsv` beside the file with the `rulebook` line.")
CLAUSE_UNCITED = Code("E0602", "no rule carries out {name}",
    "The clause binds and nothing cites it. Cite it where it is carried out, or say with `unencoded` why no rule "
    "is needed.", "warning")
TOO_MANY_CITED = Code("E0603", "{got} clauses are cited here, and {limit} are the most",
    "A citation of many clauses tells a refused player nothing. Cite each at the innermost line that carries it out.")
NO_SUCH_RULING = Code("E0604", "there is no ruling `{name}`",
    "Rulings are the entries of `rulings.md` beside the file with the `rulebook` line.")
RULEBOOK_MISSING = Code("E0605", "there is no `{name}` beside this file, and its heading names a rulebook",
    "A game that follows a rulebook brings the list of its clauses. Without a `rulebook` line nothing need be cited.")
OPTION_WITHOUT_RULING = Code("E0606", "the option `{name}` cites no ruling",
    "An option that cites the rulebook is a reading of its text, and a ruling says which readings there are. A setting "
    "that is in no rulebook cites nothing; a change of the text is a variant.", "warning")
RULING_WITHOUT_OPTION = Code("E0607", "the ruling {name} names the option `{option}`, and there is none",
    "A ruling that offers several readings is carried out by an option named by its key.", "warning")
RULING_VALUES = Code("E0608", "the ruling {name} offers {wanted}, and the option `{option}` offers {got}",
    "The values of an option are named by the words of its ruling, the recommended one first.")
CLAUSE_RANGE = Code("E0609", "`{low}..{high}` is not a range of clauses: {why}",
    "A range runs upward between two ids of the same rulebook.")
NOTHING_TO_CITE = Code("E0610", "`{name}` is cited, and this game names no rulebook",
    "Citations are looked up in the rulebook of the heading. Add a `rulebook` line, or leave the citation out.")
UNENCODED_CITED = Code("E0611", "{name} is said to need no rule, and a rule cites it, in {where}",
    "One of the two is out of date. Take away the `unencoded` line or the citation.", "warning")
CLAUSE_ROW = Code("E0612", "row {row}: {what}",
    "A row of `clauses.tsv` or an entry of `rulings.md` cannot be read. Compare it with its neighbours.")

CLAUSES_CHANGED = Code("E0613", "with this variant no rule carries out {names} any more",
    "A variant changes rules, so clauses of the rulebook may no longer hold. Cite in the variant those that its own rules "
    "carry out; for the others nothing need be done.", "note")

# ---------------------------------------------------------------------------------------- 07xx data files

DATA_FILE = Code("E0701", "`{file}` cannot be used: {what}",
    "The file of a component set, board or table is missing, empty or not a table of comma-separated values.")
DATA_COLUMN = Code("E0702", "`{file}` column `{column}`: {what}",
    "The columns are the fields of the declaration, and besides `id`, `copies` and `source`.")
DATA_VALUE = Code("E0703", "`{file}` row {row}, column `{column}`: `{value}` is not {wanted}",
    "Every value fits the type and range of its field. Rows are counted as a spreadsheet does, the heading being 1.")
DATA_ROW = Code("E0704", "`{file}` row {row}: {what}",
    "The row has more or fewer values than the heading, or says something no row may say.")
DATA_DUPLICATE = Code("E0705", "`{file}` row {row}: `{value}` stands in row {other} already",
    "An `id` and the key of a table name one row. For several alike cards, give the number in `copies`.")
DATA_LINK = Code("E0706", "`{file}` row {row}: `{value}` is no space of this board",
    "A link names another space by its `id`.")
DATA_ALONE = Code("E0708", "`{file}` row {row}: no link leads to `{value}`",
    "A space without links can never be reached by a route. That may be meant.", "warning")
DATA_UNMET = Code("E0709", "`{file}` row {row}, column `{column}`: {what}",
    "A `require` line of the rules asks this of every row, and here it does not hold. The line is named below.")
DATA_UNMET_ALL = Code("E0710", "the data do not fit: {what}",
    "A `require` line of the rules asks this of the tables together, and it does not hold.")

# ----------------------------------------------------------------------------- 08xx scenarios and plays

SCENARIO_FAILED = Code("E0801", "{what}",
    "The scenario came out otherwise than its `then` says. Either the rules or the expectation are mistaken; the "
    "clause cited decides.")
PLAY_DEPARTS = Code("E0802", "the play departs from the rules at line {line}: {what}",
    "The recorded play no longer follows from the rules. If the rules were changed on purpose, record it anew.")
PLAY_LINE = Code("E0803", "line {line} of the play cannot be read: {what}",
    "A play is written by the referee, one answer or chance result a line. The line does not have that form.")
PLAY_RULES = Code("E0804", "the play was recorded with {got}, and these rules are {wanted}",
    "The game, variants, options or seats of the play's heading differ from the rules it is replayed with.")
SCENARIO_NAME = Code("E0805", "`{name}` cannot be used in this scenario: {why}",
    "Players, things and decisions of a scenario are those of the game and those the scenario gives itself.")
SCENARIO_ANSWER = Code("E0806", "`{answer}` cannot be an answer to `{name}`: {why}",
    "The answer has another form than the decision wants, so it is not even an attempt that could be refused.")
SCENARIO_GIVEN = Code("E0807", "this position cannot be given: {why}",
    "A position given by hand need not be reachable, but it satisfies types and ranges, and a component lies in one "
    "zone.")
SCENARIO_OPEN = Code("E0808", "`{name}` is waiting for an answer that no line gives",
    "A question or a roll came up that the lines below depend on. Add `when ... answers` or `chance gives` before "
    "them.")
SCENARIO_CHANCE = Code("E0809", "`{value}` cannot come of `{name}`: {why}",
    "What `chance gives` is a face of the die or a thing that can be drawn then.")
STRATEGY_OPEN = Code("E0810", "the strategy `{name}` says nothing of `{decision}`",
    "A strategy answers every decision it may be asked. Add an `at` for it or an `otherwise`.", "warning")
SCENARIO_UNKNOWABLE = Code("E0811", "there are more than {limit} ways chance can fall here",
    "`equally likely` and `with probability` go through every way, never a sample. Settle some of it with "
    "`chance gives`.")
NO_SUCH_POSITION = Code("E0812", "there is no position named `{name}`",
    "A position is declared in the file of the scenario, in the file of its game, or in a library that one of the two "
    "names with `use`.")
SCENARIO_NO_TEST = Code("E0813", "this tests nothing: {why}",
    "A scenario says with `then` what is expected. `asks` is an attempt that is expected to be refused, and `then refused` "
    "stands directly below it; an answer that is taken is written with `answers`.")
SCENARIO_ELSEWHERE = Code("E0814", "{what}",
    "A file of scenarios names its game with `use`, and holds scenarios, positions and `use` lines only. What belongs to the "
    "rules stands in the game's file, in a library that the game uses, or in a `given edit` of a scenario.")

# --------------------------------------------------------------------------------------------- 10xx variants

EDIT_NO_TARGET = Code("E1001", "`{base}` has no {kind} `{name}` to {edit}",
    "An edit names something its base has. The nearest name is offered.")
EDIT_CONFLICT = Code("E1002", "`{variant}` and `{other}` both {edit} `{name}`",
    "Two variants want different things of the same rule. Say whose edit stands with `rank ... over ...`.")
EDIT_NOTHING = Code("E1003", "this edit of `{name}` changes nothing",
    "The base already says the same. Take the edit away.", "warning")
RANK_OPPOSED = Code("E1004", "`{variant}` and `{other}` each claim to stand over the other",
    "Two `rank` lines contradict one another. Take one away.")
EDIT_PARAMETERS = Code("E1005", "`{name}` has the parameters {wanted}, and this edit gives {got}",
    "A replaced or wrapped effect keeps its parameters, since others call it.")
EDIT_KIND = Code("E1006", "`{name}` is {what}, which cannot be edited with `{edit}`",
    "Each sort of edit fits some sorts of rule: wrappers fit what happens, `set` fits options and tables.")
NO_SUCH_VARIANT = Code("E1007", "there is no variant named `{name}` of `{base}`",
    "A variant is found by its name, in the game's own files or in the folder `variants` beside them, or by the path of its "
    "file.")
WRONG_BASE = Code("E1008", "`{variant}` is a variant of `{wanted}`, and is used with `{got}`",
    "The things a variant edits are those of its base, so it fits that game and games based on it.")
NO_SUCH_GUARD = Code("E1009", "no guard of `{name}` cites {clause}",
    "Guards are named by a clause they cite and the decision they stand below.")
PLACED_TWICE = Code("E1010", "`{name}` is removed by `{variant}`, and named here",
    "What a variant removes is gone for every rule after merging. Replace what still speaks of it.")
STRATEGY_LEFT = Code("E1011", "the strategy `{name}` is used without the lines that do not fit the changed rules",
    "A strategy of the base speaks of something that the variant has changed. Nothing need be done: where it has no line, it "
    "answers at random. `add to strategy` gives it lines for the changed rules.", "note")


# ------------------------------------------------------------------------------------------ 09xx faults in play


FAULT_RANGE = Code("E0901", "`{thing}` goes from {low} to {high}; this would make it {got}",
    "A counter, state or argument was driven out of its range. If the rulebook stops at the end, say `at most` or "
    "`at least`; otherwise widen the range.")
FAULT_EMPTY_PILE = Code("E0902", "{wanted} is to be drawn from `{zone}`, and it holds {got}",
    "A draw needs what it asks for. Say `, if possible` to draw what there is, or declare what the pile is "
    "`refilled from`.")
FAULT_NO_OPTIONS = Code("E0903", "`{name}` has no options",
    "Somebody is asked and cannot answer. `may` passes the question over, `otherwise` says what happens instead.")
FAULT_FIRST_OF_NOTHING = Code("E0904", "`{word}` of nothing",
    "There is no first, last, top or highest of an empty collection. Ask `is empty` before, or use `those ... with`.")
FAULT_NO_ROW = Code("E0905", "`{table}` has no row for {key}",
    "A key came up that the table does not cover. Add the row, or an `otherwise`.")
FAULT_NONE = Code("E0906", "`{name}` is none, and something is needed",
    "A state or `let` without a value was used as if it had one. Ask `is none` before.")
FAULT_DIVISION = Code("E0907", "{left} divided by {right} is no whole number",
    "Division is exact unless it says `rounded up` or `rounded down`; and nothing can be divided by 0.")
FAULT_ZONE_FULL = Code("E0908", "`{zone}` holds up to {limit}, and this would make {got}",
    "More was moved to a zone than it takes. Say what happens to the rest before the move.")
FAULT_NESTING = Code("E0909", "`{name}` is open {limit} times inside itself already",
    "An effect came back to itself more often than `limit nesting` allows. The chain of rules is listed; raise the "
    "limit if the game really goes so deep.")
FAULT_TIE = Code("E0910", "{who} are still level after the last criterion of `winner`",
    "End the list of criteria with `shared` or `nobody`, or add the one that settles it.")
FAULT_ALWAYS = Code("E0911", "this no longer holds: {what}",
    "An `always` of the rules failed after a statement. Some rule before it broke what the game relies on.")
FAULT_SUPPOSE = Code("E0912", "`suppose` met {what}",
    "Supposing can neither ask, nor leave to chance, nor end what lies outside it, nor look at what the seat may "
    "not see.")
FAULT_NOT_THERE = Code("E0913", "{thing} is not in `{zone}`",
    "A rule takes something from a zone where it does not lie. Perhaps an earlier line or a trigger has moved it.")
FAULT_GUARD = Code("E0914", "no value of `{name}` passes its guards",
    "Everything in the domain is refused by some guard, so the question has no answer. Use `may`, or say `otherwise`.")
FAULT_NO_GIVE = Code("E0915", "`{name}` came to its end without giving {wanted}",
    "An effect that `gives` a type ended on a path without `give`.")
FAULT_ARGUMENT = Code("E0916", "`{name}` of `{effect}` goes from {low} to {high}; it is given {got}",
    "An argument left the range of its parameter, in a call or by a `before` trigger that set it.")
FAULT_TOO_MANY = Code("E0917", "{got} are to be taken, and there are {limit}",
    "`exactly`, `of` or a split asks for more than there is. Say `up to`, or ask for less.")
FAULT_ENDLESS = Code("E0918", "this has gone on for {limit} rounds without an end",
    "A loop or a trigger that sets itself off does not come to rest. What it waits for does not happen.")
FAULT_INDEX = Code("E0920", "there is no number {got} in {thing}: it has {limit}",
    "A place in a list or row was asked for that it does not have.")
FAULT_NO_ME = Code("E0921", "there is no `me` at this moment",
    "The rule speaks of the player whose turn it is, and was set off while it is nobody's.")
FAULT_TOO_MANY_TO_ORDER = Code("E0922", "`{name}` works on at most {limit} things, and is given {got}",
    "All orders, or all groups, of many things are more than anybody can weigh. Narrow the collection first.")
FAULT_AUTOMATIC = Code("E0923", "`{name}` asks {seat}, an automatic seat",
    "An automatic seat has no decisions; what it does is rules.")
FAULT_ROUTE = Code("E0925", "{thing} stands on no space from which `{route}` could begin",
    "Only what stands on a space of the board can travel.")
FAULT_SPLIT = Code("E0926", "{got} cannot be split into parts of {low} to {high}",
    "The sizes of the parts do not add up to what there is to split.")
FAULT_NOTHING_TO_END = Code("E0928", "there is no {what} to end here",
    "`end` names what it ends: a turn, phase or step that is being carried out at this moment.")
FAULT_TOO_LARGE = Code("E0930", "{what} {got}, and {limit} are the most",
    "A list, a range or a number grew larger than any game on a table needs. Narrow what it is made from; `--limit` on the "
    "command line raises the limit.")
FAULT_WORK = Code("E0931", "to work this out, more than {limit} values would be looked at",
    "A value looks through many things, and for each of them through many again, or a define uses itself up in other defines. "
    "Narrow the collections, or work a value out once with `let`; `--limit work=NUMBER` on the command line raises the limit.")
FAULT_NOT_SEEN = Code("E0929", "{seat} may not see all that `{what}` looks at",
    "A strategy decides by what its seat knows. Ask of what lies open, or of the seat's own things.")


# ------------------------------------------------------------------ all of them


_ROWS = [row for row in list(globals().values()) if isinstance(row, Code)]
CODES = {row.id: row for row in sorted(_ROWS, key=lambda row: row.id)}
