"""Mistakes in effects, choices, simultaneity and what is hidden (04xx), and in the order of play (05xx).

In:  nothing.
Out: one Code a row.
"""

from interpreter.text.report import Code

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
SPLIT_SIZES = Code("E0423", "the parts of `{name}` take {low} to {high}, and there are {got} to split",
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
