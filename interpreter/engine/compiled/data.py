"""What never changes in a module's memory: lists and tables that are known when a game is compiled.

In:  values, as Python has them.
Out: where they lie: a handle of a list, the address of a table; and all of it as bytes.
"""

from attrs import define, field

from interpreter.core.frame import Value
from interpreter.engine.compiled.memory_layout import HANDLE, NIL

WIDTHS = ((1, "b", -(1 << 7), 1 << 7), (2, "h", -(1 << 15), 1 << 15), (4, "i", -(1 << 31), 1 << 31),
          (8, "q", -(1 << 63), 1 << 63))
LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}


@define(eq=False)
class Table:
    """Numbers of one width, one behind the other."""

    address: int
    width: int


@define(eq=False)
class Data:
    """What is gathered while a game is compiled, from `start` on."""

    start: int
    content: bytearray = field(factory=bytearray)
    lists: dict[Value, int] = field(factory=dict)
    tables: dict[tuple[int, ...], Table] = field(factory=dict)

    def plain(self, value: Value) -> int:
        """A value as 64 bits: a number itself, a list as its handle."""
        if value is None:
            return NIL
        if not isinstance(value, tuple):
            return int(value)
        if value not in self.lists:
            members = [self.plain(member) for member in value]
            address = self._put(b"".join(member.to_bytes(8, "little", signed=True) for member in members), 8)
            self.lists[value] = len(value) << HANDLE | address
        return self.lists[value]

    def table(self, values: tuple[Value, ...]) -> Table:
        """A table of values, as narrow as they allow."""
        plain = tuple(self.plain(value) for value in values)
        if plain not in self.tables:
            low, high = min(plain, default=0), max(plain, default=0)
            width = next(width for width, _, least, beyond in WIDTHS if least <= low and high < beyond)
            self.tables[plain] = Table(self._put(b"".join(v.to_bytes(width, "little", signed=True) for v in plain),
                                                 width), width)
        return self.tables[plain]

    def raw(self, content: bytes) -> int:
        """Bytes as they are; the address at which they lie."""
        return self._put(content, 8)

    @property
    def end(self) -> int:
        """The first address behind it."""
        return self.start + -(-len(self.content) // 16) * 16

    def _put(self, content: bytes, aligned: int) -> int:
        self.content += bytes(-len(self.content) % aligned)
        address = self.start + len(self.content)
        self.content += content
        return address
