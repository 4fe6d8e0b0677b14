"""What does not depend on the option is worked out once a question, not once an option.

In:  a Policy.
Out: the same Policy, in whose preferences such parts are a Once, each with a slot of its own in the frame.

A Once is worked out when it is first needed, so what `and` or `if` would never have looked at is still not looked at. What a
`suppose` looks at afterwards lies on another table, and is left as it is.
"""

from attrs import evolve, fields

from interpreter.spec import plan
from interpreter.spec.plan import Expr
from interpreter.spec.policy import Policy
from interpreter.spec.reads import every

PLAIN = (plan.Const, plan.Option, plan.Local, plan.Me, plan.Once)


def once(policy: Policy) -> Policy:
    """The policy with everything that is the same for all options marked."""
    made, size = [], policy.size
    for one in policy.preferences:
        if one.value is not None:
            marking = _Marking({policy.it, *policy.parts} | _bound(one.value), size)
            one, size = evolve(one, value=marking.marked(one.value)), marking.size
        made.append(one)
    return evolve(policy, preferences=tuple(made), size=size)


def _bound(value: Expr) -> set[int]:
    """The slots that the value itself binds while it is worked out."""
    return {getattr(one, name) for one in every(value) for name in one.binds}


class _Marking:
    """Goes through one value; `varying` are the slots that are not the same throughout."""

    def __init__(self, varying: set[int], size: int):
        self.varying, self.size = varying, size

    def marked(self, value):
        """An expression, or a tuple of such, with its lasting parts marked."""
        if isinstance(value, tuple) and any(isinstance(one, Expr | tuple) for one in value):
            return tuple(self.marked(one) for one in value)
        if not isinstance(value, Expr) or isinstance(value, PLAIN):
            return value
        if not any(isinstance(one, plan.Local) and one.slot in self.varying for one in every(value)):
            self.size += 1
            return plan.Once(self.size - 1, value, type=value.type, span=value.span)
        names = [one.name for one in fields(type(value)) if one.name not in ("type", "span", "values")]
        changed = {name: self.marked(getattr(value, name)) for name in names if name not in value.on_copy}
        return evolve(value, **{name: new for name, new in changed.items() if new is not getattr(value, name)})
